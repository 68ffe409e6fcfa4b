"""Our block scanner against markdown-it-py: the same top-level headings, on fixtures and on random documents."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunkers.formats.document.markdown.scanner import BlockScanner
from chunkers.formats.document.matter import front_matter_end
from tests.chunkers.formats.documents.test_fixtures import ROOT

ORACLE = MarkdownIt("commonmark").enable("table")
ORACLE.core.ruler.disable(["inline"])

LINES = (
    "# one", "## two ##", "####### seven", "#", "text", "more text", "===", "---", "- ", "- item", "-", "* star", "1. first", "2. second", "3) third",
    "> quote", ">", "> # quoted", "  # indented", "    code", "   text", "```", "~~~", "````", "```sh", "<!--", "-->", "<div>", "</div>", "<b>",
    "<pre>", "</pre>", "| a | b |", "|---|---|", "***", "___", "\ttab", "-\ttab", "- - deep", "> - deep", "  - nested", "      far", "10. ten",
    "- # heading", "- > quote", "<?php", "?>", "<![CDATA[", "]]>", "+ plus", "<x a='b'>", "- ```", "  ```", "- 1. n", "<script>", "</script> # x",
    "--- | ---", "a | b",
)  # fmt: skip
PREFIXES = ("", "", "", "  ", "> ", "    ", "   ", "- ")


def ours(text: str) -> list[tuple[int, int, int]]:
    scanner = BlockScanner(text.encode().split(b"\n"))
    scanner.scan(1)
    return [(block.first, block.last, block.level) for block in scanner.blocks if block.kind == "heading"]


def theirs(text: str) -> list[tuple[int, int, int]]:
    tokens = ORACLE.parse(text)
    found = [token for token in tokens if token.type == "heading_open" and token.level == 0]
    return [(token.map[0] + 1, token.map[1], int(token.tag[1])) for token in found if token.map]


def test_fixture_headings_equal_the_oracle() -> None:
    checked = 0
    for path in sorted(ROOT.glob("**/*.md")):
        text = path.read_text(encoding="utf-8-sig")
        matter = front_matter_end(text.encode().split(b"\n"))
        text = "\n" * matter + "\n".join(text.split("\n")[matter:])
        assert ours(text) == theirs(text), path.name
        checked += 1
    assert checked >= 30


@settings(max_examples=250, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(PREFIXES), st.sampled_from(LINES), st.booleans()), max_size=12))
def test_random_headings_equal_the_oracle(lines: list[tuple[str, str, bool]]) -> None:
    text = "\n".join(prefix + line + ("\n" if blank else "") for prefix, line, blank in lines)
    assert ours(text) == theirs(text)
