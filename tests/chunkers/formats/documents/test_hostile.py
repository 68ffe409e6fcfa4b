"""Hostile documents end in sections within linear time: what killed or hung native parsers costs nothing here."""

from __future__ import annotations

import time

import pytest

from tests.road import road

SIZE = 60_000
SECONDS = 4.0
"""Far above what linear work on `SIZE` bytes takes (about 1 s), far below what quadratic work takes."""


def times(piece: str) -> str:
    return (piece * (SIZE // len(piece) + 1))[:SIZE]


def stairs(mark: str) -> str:
    return "".join(" " * depth + mark + "\n" for depth in range(int((2 * SIZE) ** 0.5)))


HOSTILE = {
    "nested quotes": ("a.md", times("> ") + "x"),
    "nested lists on a line": ("a.md", times("- ") + "x"),
    "nested lists": ("a.md", stairs("- a")),
    "nested lists, then blank lines": ("a.md", stairs("- a")[: SIZE // 2] + "\n" * (SIZE // 2)),
    "thematic look-alikes": ("a.md", times("* * * a\n")),
    "open brackets": ("a.md", times("[a](")),
    "ticks": ("a.md", times("` `` ``` ")),
    "marks in titles": ("a.md", times("# " + "*_" * 400 + "\n")),
    "ticks in titles": ("a.md", times("# " + "`a``" * 200 + "\n")),
    "tags in titles": ("a.md", times("# " + "<a " * 260 + "\n")),
    "comment of blanks": ("a.md", "<!-- " + times(" ") + "\n"),
    "begin markers": ("a.md", times("<!-- BEGIN_x -->\n")),
    "growing fences": ("a.md", "".join("`" * n + "a\n" for n in range(3, 340))),
    "delimiter row": ("a.md", times("|") + "\n" + times("|-") + "\n"),
    "definitions": ("a.md", times('[a]: b "\n') + "===\n"),
    "open expressions": ("a.mdx", times("{\n\n")),
    "list items over the budget": ("a.md", "# h\n" + times("- a b c d e f g\n")),
    "one long line": ("a.md", times("word ")),
    "rst stairs": ("a.rst", "".join(" " * n + "a\n" for n in range(340))),
    "rst borders": ("a.rst", times("=== ===\n")),
    "rst items": ("a.rst", times("- a\n")),
    "asciidoc delimiters": ("a.adoc", "".join("-" * n + "\n" for n in range(4, 240)) + "a\n" * (SIZE // 4)),
    "asciidoc items": ("a.adoc", times("* a\n\n")),
    "html heads": ("a.html", times("<head>")),
    "html wrappers": ("a.html", times("<html>")),
    "html scripts": ("a.html", times("<script>")),
    "html headings": ("a.html", times("<h1>")),
    "html angle brackets": ("a.html", times("<")),
    "org blocks": ("a.org", times("#+begin_src\n")[: SIZE // 2] + times("#+end_src\n")[: SIZE // 2]),
    "latex verbatim": ("a.tex", times("\\begin{verbatim}")),
    "latex braces": ("a.tex", times("\\section{{{")),
    "adr statements": ("adr/1-a.md", "# a\n\n## Status\n\nx\n\n" + times("in the context of ")),
    "adr images": ("adr/1-a.md", "## Status\n\n" + times("![")),
    "runbook mail": ("runbooks/a.md", times("a@")),
    "runbook command": ("runbooks/a.md", "```sh\n" + times("kubectl ") + "\n```\n"),
    "changelog version": ("CHANGELOG.md", "# " + times("1.") + "\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_document_is_cut_in_time(name: str) -> None:
    path, text = HOSTILE[name]
    begin = time.process_time()
    result = road(path, text)
    spent = time.process_time() - begin

    assert result.owned == result.lines
    assert result.drafts
    assert spent < SECONDS, f"{spent:.1f} s"


def test_deep_quote_hides_its_headings_and_ends_at_a_blank_line() -> None:
    result = road("docs/deep.md", "# Quote\n\n" + "> " * 300 + "# deep\n\n# Next\n\ntext\n")
    assert [d.title for d in result.drafts if d.chunk_type == "doc_section_chunk"] == ["Quote", "Next"]
