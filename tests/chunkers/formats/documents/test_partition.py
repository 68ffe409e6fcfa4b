"""Any document is partitioned: each non-blank line owned once, sections disjoint, two runs alike."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import FileResult
from chunkers.policy import Chunking, ChunkingPolicy
from tests.road import road

PATHS = (
    "docs/a.md", "docs/a.mdx", "docs/adr/0001-a.md", "runbooks/a.md", "CHANGELOG.md", "docs/a.rst", "CHANGES.rst", "docs/a.adoc", "a.html",
    "notes/a.org", "a.tex", "README.txt", "runbooks/a.adoc",
)  # fmt: skip
PIECES = (
    "# a", "## Decision", "### 1.2.0", "Title", "=====", "-----", "~~~~", "== b", "=== c", "* item", "** d", "- x", "> y",
    "```sh", "```", "----", "....", "|===", "<h1>e</h1>", "<h2>f", "</h2>", "<!--", "-->", "<script>", "</script>",
    "<!-- BEGIN_X -->", "<!-- END_X -->", "\\section{g}", "\\begin{verbatim}", "\\end{verbatim}", "#+begin_src sh", "#+end_src",
    ".. code-block:: sh", "   indented", "\ttab", "| h | i |", "|---|---|", "---", "title: t", "+++", "[x]: y",
    "Status: superseded by ADR-2", "We decided. In the context of z, we decided.", "é ü 漢", "import a from 'b'", "{", "}",
    "`rm -rf x`", "call +49 170 1234567", "%", "::", "\f", "\u2028",
)  # fmt: skip
DOCUMENTS = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(("\n", "\n\n", "\r\n"))), max_size=25)


def leaves(result: FileResult) -> list[tuple[int, int]]:
    parents = {draft.parent for draft in result.drafts}
    spans = [d.spans.full for i, d in enumerate(result.drafts) if i not in parents and d.chunk_type != "file_overview"]
    return sorted((span.start_line, span.end_line) for span in spans if span is not None)


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(pieces=DOCUMENTS, small=st.booleans())
def test_partition_is_exact(path: str, pieces: list[tuple[str, str]], small: bool) -> None:
    text = "".join(piece + end for piece, end in pieces)
    sizes = Chunking(max_tokens_per_chunk=24, target_tokens=12, min_tokens=2) if small else Chunking()
    result = road(path, text, ChunkingPolicy(chunking=sizes))

    assert result.owned == result.lines
    spans = leaves(result)
    assert all(one[1] < two[0] or one == two for one, two in pairwise(spans)), spans
    names = [(draft.chunk_type, draft.logical) for draft in result.drafts]
    assert len(set(names)) == len(names)
    assert road(path, text, ChunkingPolicy(chunking=sizes)) == result


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(text=st.text(max_size=200))
def test_any_text_is_partitioned(path: str, text: str) -> None:
    result = road(path, text.replace("\0", ""))
    assert result.owned == result.lines


def test_lines_of_unicode_separators_alone_are_text() -> None:
    small = ChunkingPolicy(chunking=Chunking(max_tokens_per_chunk=16, target_tokens=8))
    result = road("doc/guide.txt", "1. Start\n\n" + "\u2028" * 40 + "\n\n----\n", small)
    assert result.owned == result.lines


def test_a_line_over_the_budget_is_cut_at_sentence_ends() -> None:
    text = (
        "# A\n\n" + " ".join(f"Sentence {number} says a few plain words." for number in range(40)) + "\n\n## B\n\nx\n"
    )
    result = road("docs/a.md", text, ChunkingPolicy(chunking=Chunking(max_tokens_per_chunk=60, target_tokens=40)))
    parts = [draft.raw or "" for draft in result.drafts if draft.title.startswith("A (part")]
    assert len(parts) > 3
    assert all(part.rstrip().endswith(".") for part in parts)
    assert result.owned == result.lines
