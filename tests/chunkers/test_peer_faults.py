"""Faults that users of other tools reported most, one test each. The numbers are those of the list the faults were gathered in."""

from __future__ import annotations

import time

import pytest

from chunkers.chunk import ChunkDraft, FileResult
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import Outcome
from tests.road import road

CAP = 1200


def titles(result: FileResult) -> set[str]:
    return {draft.title for draft in result.drafts}


def named(result: FileResult, title: str) -> ChunkDraft:
    return next(draft for draft in result.drafts if draft.title == title)


def leaves(result: FileResult) -> list[ChunkDraft]:
    parents = {draft.parent for draft in result.drafts}
    return [draft for at, draft in enumerate(result.drafts) if at not in parents]


def sliced(data: bytes, draft: ChunkDraft) -> str:
    """Return the bytes that a draft's span claims, as text."""
    span = draft.spans.full
    assert span is not None
    assert span.start_byte is not None
    return data[span.start_byte : span.end_byte].decode()


def test_fault_1_a_file_with_errors_is_partial_a_refused_one_fallback_and_neither_complete() -> None:
    assert road("a.py", "def f(): pass\n").outcome is Outcome.CHUNKED
    broken = road("a.py", "def f(): pass\n\ndef g(:\n    x(\n\ndef h(): pass\n")
    assert broken.outcome is Outcome.PARTIAL
    assert broken.broken
    refused = road("a.py", "def f():\n    return " + "(" * 3000 + ")" * 3000 + "\n")
    assert refused.outcome is Outcome.FALLBACK
    assert refused.reason


def test_fault_2_an_error_is_reported_by_its_lines_and_not_by_the_whole_file() -> None:
    text = "".join(f"int f{n}(int a) {{\n  return a + {n};\n}}\n\n" for n in range(400))
    result = road("a.c", text.replace("  return a + 200;", "  return a + ;;) (200;"))
    assert result.outcome is Outcome.PARTIAL
    assert sum(high - low + 1 for low, high in result.broken) <= 5
    assert all(795 <= low and high <= 810 for low, high in result.broken)  # noqa: SIM300 - reads as an interval
    assert {"f199", "f200", "f201", "f399"} <= titles(result)


def test_fault_3_a_large_file_written_by_hand_degrades_to_named_units_instead_of_vanishing() -> None:
    text = (
        "class Big {\n"
        + "".join(f"    int f{n}(int a) {{\n        return a + {n};\n    }}\n\n" for n in range(900))
        + "}\n"
    )
    small = ChunkingPolicy(limits=Limits(max_parse_bytes=20_000))
    result = road("src/Big.java", text, small)
    assert result.outcome is Outcome.FALLBACK
    assert {"Big", "Big.f0", "Big.f899"} <= titles(result)
    assert result.lines == result.owned
    assert road("src/Big.java", text).outcome is Outcome.CHUNKED


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a.py", "# -*- coding: latin-1 -*-\ndef grüße(): return 'é'\n\ndef after(): pass\n", "grüße"),
        ("a.js", "// café\nfunction naïve() { return 'é' }\nfunction after() {}\n", "naïve"),
        ("a.go", 'package a\n\n// Größe\nfunc größe() string { return "é" }\n\nfunc after() {}\n', "größe"),
    ],
)
def test_fault_4_a_file_in_latin_1_keeps_its_names_and_its_lines(path: str, text: str, title: str) -> None:
    result = road(path, text.encode("latin-1"))
    assert {title, "after"} <= titles(result)
    assert result.encoding not in {"utf-8", None}
    assert result.lines == result.owned


@pytest.mark.parametrize("path", ["a.py", "a.md", "a.yaml"])
def test_fault_5_a_byte_order_mark_hides_nothing(path: str) -> None:
    text = {"a.py": "def f(): pass\n", "a.md": "# Title\n\nText.\n", "a.yaml": "first: 1\nsecond: 2\n"}[path]
    marked, plain = road(path, b"\xef\xbb\xbf" + text.encode()), road(path, text)
    assert [(d.title, d.spans.full and d.spans.full.start_line) for d in marked.drafts] == [
        (d.title, d.spans.full and d.spans.full.start_line) for d in plain.drafts
    ]
    assert all("\ufeff" not in draft.title for draft in marked.drafts)


def test_fault_6_lines_that_end_in_a_carriage_return_alone_are_lines() -> None:
    result = road("a.py", b"import os\r\rdef f():\r    return 1\r\rdef g():\r    return 2\r")
    spans = {d.title: (d.spans.full.start_line, d.spans.full.end_line) for d in result.drafts if d.spans.full}
    assert spans["f"] == (3, 4)
    assert spans["g"] == (6, 7)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_faults_7_and_8_spans_slice_to_the_unit_in_bytes_whatever_the_line_ends_and_letters(newline: str) -> None:
    text = newline.join(
        ["# \U0001f600 ünï", "x = 'é'", "", "def naïve(a):", "    return '\U0001f600' + a", "", "def after(): pass", ""]
    )
    data = text.encode()
    result = road("a.py", data)
    assert sliced(data, named(result, "naïve")) == f"def naïve(a):{newline}    return '\U0001f600' + a"
    assert sliced(data, named(result, "after")) == "def after(): pass"
    span = named(result, "naïve").spans.full
    assert span is not None
    assert (span.start_line, span.end_line, span.end_column) == (4, 5, 19)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "X = '" + "lorem ipsum " * 2000 + "'\n\ndef f(): pass\n"),
        ("a.js", "const y = 1;\n" * 600 + "const x = `" + "lorem ipsum " * 900 + "`;\nfunction f() {}\n"),
        (
            "a.py",
            "X = [\n"
            + "".join(f"    {{'id': {n}, 'name': 'item {n}'}},\n" for n in range(4000))
            + "]\n\ndef f(): pass\n",
        ),
        (
            "a.ts",
            "export const X = {\n"
            + "".join(f"  key{n}: {{ id: {n}, name: 'item' }},\n" for n in range(4000))
            + "}\nfunction f() {}\n",
        ),
        ("a.go", "package a\n\nvar x = []int{\n" + "\t1, 2, 3, 4, 5, 6, 7, 8,\n" * 4000 + "}\n\nfunc f() {}\n"),
    ],
)
def test_faults_9_and_10_a_giant_leaf_is_neither_lost_nor_over_the_cap(path: str, text: str) -> None:
    result = road(path, text)
    assert result.lines == result.owned
    assert "f" in titles(result)
    assert max(draft.token_estimate for draft in leaves(result)) <= CAP


def test_fault_11_a_giant_fence_is_cut_under_the_cap_and_costs_its_section_alone() -> None:
    fence = "```json\n" + '{"id": 1, "name": "item"}\n' * 6000 + "```\n"
    result = road("README.md", f"# One\n\nBefore.\n\n{fence}\n# Two\n\nAfter.\n")
    assert {"One", "Two"} <= titles(result)
    assert max(draft.token_estimate for draft in leaves(result)) <= CAP
    assert "After." in (named(result, "Two").raw or "")


def test_fault_12_decorators_belong_to_what_they_decorate() -> None:
    text = (
        "def before(): pass\n@app.route('/x')\n@login(\n    role='a',\n)\nasync def view(): pass\n"
        "@dataclass\nclass Item:\n    @property\n    def name(self): return 1\n"
    )
    result = road("a.py", text)
    assert (named(result, "before").raw or "") == "def before(): pass\n"
    assert (named(result, "view").raw or "").startswith("@app.route('/x')\n@login(\n")
    assert (named(result, "Item").raw or "").startswith("@dataclass\nclass Item:")
    assert (named(result, "Item.name").raw or "").startswith("    @property\n")


def test_fault_13_slashes_in_a_template_literal_are_no_comment() -> None:
    text = (
        "export const url = (id) => `https://x.example/${id}//y`\nexport const re = /\\/\\/[`'\"]/\n"
        "export function after() { return '/* no' }\nfunction last() {}\n"
    )
    result = road("a.ts", text)
    assert {"url", "after", "last"} <= titles(result)
    assert max(draft.token_estimate for draft in result.drafts) < 200


def test_fault_14_a_fence_keeps_its_text_and_holds_no_headings() -> None:
    text = "Lead.\n\n# A\n\n````md\n# not one\n```\n\tcode\u00a0x\n# nor this\n````\n\n  ~~~sh\n  # comment\n  ~~~\n\n## B\n\n```\n# unclosed\n"
    result = road("a.md", text)
    headings = {draft.title for draft in result.drafts if draft.heading_path}
    assert headings == {"A", "B"}
    assert "\tcode\u00a0x\n" in (named(result, "A").raw or "")
    assert result.lines == result.owned
    assert any((draft.raw or "").startswith("Lead.") for draft in result.drafts)


def test_fault_15_a_piece_has_its_own_lines_counted_from_one() -> None:
    text = "\n\n   indented first\n" + "".join(f"line {n} of a long plain text without headings\n" for n in range(600))
    result = road("notes.txt", text)
    rows = text.split("\n")
    pieces = [draft for draft in leaves(result) if draft.raw]
    assert len(pieces) > 1
    for draft in pieces:
        own = [segment for segment in draft.segments if segment.own]
        assert draft.raw == "\n".join("\n".join(rows[s.start_line - 1 : s.end_line]) for s in own) + "\n"
    assert min(s.start_line for d in pieces for s in d.segments if s.own) == 3


def test_fault_25_a_bundle_is_one_quick_chunk_of_metadata_and_generated_code_is_no_primary_evidence() -> None:
    bundle = "!function(e,t){" + "var a=function(b,c){return b+c};e.x=a(1,2);" * 80_000 + "}();\n"
    began = time.process_time()
    result = road("dist/app.min.js", bundle)
    assert time.process_time() - began < 20
    assert len(result.drafts) == 1
    assert result.drafts[0].role == "metadata_only"
    stub = road(
        "api/order.pb.go",
        "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage api\n\nfunc (x *Order) Reset() {}\n",
    )
    assert all(draft.role != "primary_evidence" for draft in stub.drafts)
