"""Tables and preformatted text of a page as blocks: what a later part of one needs to be read, and where it is best cut.

Takes the lines of a page, gives blocks that share no line with a heading or a hidden part; nested tables belong to the outermost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from chunkers.formats.document.html.tags import Hidden
from chunkers.formats.document.outline import Block
from chunkers.span import Lines

_TAG = re.compile(rb"<(/?)(table|pre)(?=[\s>])", re.IGNORECASE)
_ROW = re.compile(rb"\s*<tr\b", re.IGNORECASE)
_ROW_END = re.compile(rb"</(?:tr|thead)\s{0,9}>", re.IGNORECASE)
_HEADER = re.compile(rb"<th\b", re.IGNORECASE)


def boxes(
    lines: Sequence[bytes], headings: Iterable[Block], hidden: Iterable[Hidden], places: Lines
) -> Iterator[Block]:
    """Yield the tables and preformatted parts of a page in order."""
    taken = {line for heading in headings for line in range(heading.first, heading.last + 1)}
    for part in hidden:
        taken.update(range(places.line_at(part.start), places.last_line_of(part.start, part.end) + 1))
    behind = 0
    for tag, first, last in _elements(lines):
        if first > behind and last > first and taken.isdisjoint(range(first, last + 1)):
            behind = last
            yield _table(lines, first, last) if tag == b"table" else Block("code", first, last, head=1)


def _elements(lines: Sequence[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Yield tag, first and last line of each outermost element that is closed."""
    depth, opened, first = 0, b"", 0
    for number, line in enumerate(lines, 1):
        for closing, name in _TAG.findall(line) if b"<" in line else ():
            tag = name.lower()
            if not depth and not closing:
                depth, opened, first = 1, tag, number
            elif depth and tag == opened:
                depth += -1 if closing else 1
                if not depth:
                    yield opened, first, number


def _table(lines: Sequence[bytes], first: int, last: int) -> Block:
    end = next((n for n in range(first, last) if _ROW_END.search(lines[n - 1])), 0)
    headed = end and any(_HEADER.search(line) for line in lines[first - 1 : end])
    rows = tuple(n for n in range(max(first, end if headed else 0) + 1, last + 1) if _ROW.match(lines[n - 1]))
    return Block("table", first, last, head=end - first + 1 if headed else 0, seams=rows)
