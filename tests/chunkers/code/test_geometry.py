from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import ChunkDraft, FileResult
from tests.road import road


def titled(result: FileResult, title: str) -> ChunkDraft:
    return next(draft for draft in result.drafts if draft.title == title)


def owned_text(draft: ChunkDraft, text: str) -> str:
    rows = text.split("\n")
    return "\n".join("\n".join(rows[s.start_line - 1 : s.end_line]) for s in draft.segments if s.own)


def test_a_detached_comment_stays_outside_and_an_adjacent_one_belongs() -> None:
    text = "import os\n\n# detached\n\n# adjacent\ndef f():\n    pass\n"
    result = road("a.py", text)
    assert owned_text(titled(result, "f"), text).startswith("# adjacent")
    assert "# detached" in owned_text(titled(result, "a.py"), text)


def test_a_licence_head_directly_above_a_definition_stays_with_the_file() -> None:
    text = "# Copyright 2024 Example Org.\n# All rights reserved.\ndef f():\n    pass\n"
    result = road("a.py", text)
    assert owned_text(titled(result, "f"), text).startswith("def f")
    java = "/* Copyright 2024 Example Org. */\n/** Doc. */\nclass A { }\n"
    assert owned_text(titled(road("A.java", java), "A"), java) == "/** Doc. */\nclass A { }"


def test_a_trailing_comment_on_the_last_line_belongs() -> None:
    text = "int before; // not mine\nclass A {\n    void a() { } // mine\n    void b() { }\n}\n"
    result = road("A.java", text)
    method = titled(result, "A.a")
    assert method.raw == "    void a() { } // mine\n"


def test_no_chunk_starts_or_ends_on_a_blank_line() -> None:
    text = "\n\nimport os\n\n\ndef f():\n\n    x = 1\n\n    return x\n\n\n\nclass A:\n\n    y = 1\n\n\n"
    for draft in road("a.py", text).drafts:
        rows = (draft.raw or "x").split("\n")
        assert rows[0].strip(), draft.title


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_lines_columns_and_bytes_are_exact(newline: str, bom: bytes) -> None:
    text = newline.join(["# \U0001f600 head", "", "def caf\u00e9(a):", '\treturn "\U0001f600" + a', "", ""])
    data = bom + text.encode()
    draft = titled(road("a.py", data), "caf\u00e9")
    span = draft.spans.full
    assert span is not None
    assert span.start_byte is not None
    assert (span.start_line, span.start_column, span.end_line, span.end_column) == (3, 1, 4, 16)
    assert data[span.start_byte : span.end_byte].decode() == newline.join(
        ["def caf\u00e9(a):", '\treturn "\U0001f600" + a']
    )
    body = draft.spans.body
    assert body is not None
    assert (body.start_line, body.start_column) == (4, 2)


def test_declaration_and_body_of_a_multi_line_signature() -> None:
    text = "class A {\n    @X\n    public <T> int f(\n            int a,\n            T b)\n            throws E {\n        return 1;\n    }\n}\n"
    spans = titled(road("A.java", text), "A.f").spans
    assert spans.full is not None
    assert spans.declaration is not None
    assert spans.body is not None
    assert (spans.full.start_line, spans.full.end_line) == (2, 8)
    assert (spans.declaration.start_line, spans.declaration.end_line) == (3, 6)
    assert (spans.body.start_line, spans.body.end_line) == (6, 8)


PIECES = [
    "def f(a):\n    return a\n",
    "# comment\n",
    "\n",
    "class A:\n    x = 1\n    def m(self):\n        def inner(): pass\n        return inner\n",
    "@dec\nasync def g(): pass\n",
    "X = 1; Y = 2\n",
    "if X:\n    def h(): pass\n",
    "import os\n",
    "def broken(:\n",
    "<<<<<<< HEAD\n",
    "\t\x0c\n",
    "s = '''\nclass Not:\n    pass\n'''\n",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_every_line_is_owned_once_whatever_stands_together(pieces: list[str]) -> None:
    text = "".join(pieces)
    result = road("a.py", text)
    assert result.lines == result.owned
    names = [(draft.chunk_type, draft.logical) for draft in result.drafts]
    assert len(names) == len(set(names))


@pytest.mark.seed("P5")
def test_a_comment_at_the_top_changes_no_name() -> None:
    text = "class A:\n    def a(self): pass\n    def a(self): pass\n\ndef a(): pass\nX = 1\n"
    before = [(d.chunk_type, d.logical) for d in road("a.py", text).drafts]
    after = [(d.chunk_type, d.logical) for d in road("a.py", "# new\n\n" + text).drafts]
    assert before == after
