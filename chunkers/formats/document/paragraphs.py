"""Blank-line blocks: what a format's scanner falls back on between the constructs it knows.

Takes a line range, gives paragraph blocks, so that every non-blank line of a document stands in some block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkers.formats.document.outline import Block


def paragraphs(lines: Sequence[bytes], first: int, last: int, kind: str = "paragraph") -> Iterator[Block]:
    """Yield the runs of non-blank lines of first..last (1-based)."""
    start = 0
    for number in range(first, last + 1):
        if lines[number - 1].strip():
            start = start or number
        elif start:
            yield Block(kind, start, number - 1)
            start = 0
    if start:
        yield Block(kind, start, last)


def with_gaps(lines: Sequence[bytes], blocks: Sequence[Block], first: int, last: int) -> tuple[Block, ...]:
    """Return `blocks` (sorted, disjoint) with paragraphs in the gaps between them."""
    found: list[Block] = []
    at = first
    for block in blocks:
        found.extend(paragraphs(lines, at, block.first - 1))
        found.append(block)
        at = block.last + 1
    found.extend(paragraphs(lines, at, last))
    return tuple(found)


def text_lines(data: bytes) -> list[bytes]:
    """Return the lines of a text without line ends."""
    lines = data.split(b"\n")
    if b"\r" in data:
        lines = [line.rstrip(b"\r") for line in lines]
    return lines
