"""What is hidden from the parser still belongs to the unit it stands before, and so does the comment above it."""

from __future__ import annotations

import pytest

from tests.road import road


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a.cpp", "// Fails.\nSHOP_NORETURN void fail(int code) {\n  exit(code);\n}\n", "fail"),
        ("a.cpp", "struct A : B {\n  // Opens.\n  SHOP_API void open() { go(); }\n};\n", "A.open"),
        ("A.kt", "/** Adds. */\nactual fun add() = 0b01\n", "add"),
        ("A.kt", 'fun a(): B = C(this)\n\n/** Sinks. */\n@JvmName("sink")\nfun d(): E = F\n', "d"),
        ("A.kt", '/** Sizes. */\n@JvmOverloads\n@JvmName("size")\nfun d(x: Int = 0): Long {\n  return 1\n}\n', "d"),
    ],
)
def test_a_unit_keeps_what_was_hidden_before_it(path: str, text: str, title: str) -> None:
    draft = next(d for d in road(path, text).drafts if d.title == title)
    lines = (draft.raw or "").split("\n")
    assert lines[0].lstrip().startswith(("//", "/**"))
    assert draft.raw in text
    assert draft.overlap.includes_leading_comment
