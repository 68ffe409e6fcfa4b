"""A section over the budget as parts: cut between blocks, in tables between rows, in lists between items, in code at line ends.

Takes the blocks of a section, gives line ranges that cover its text and do not overlap, with the lines a reader needs from before each part.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkers.formats.document.outline import Block
from chunkers.formats.document.section import Section
from chunkers.policy import Chunking
from chunkers.source import CleanText
from chunkers.tokens import estimate_bytes
from chunkers.unit import OverlapSpan

_HEAD_REASON = {"table": "tableHeader", "code": "codeFence"}
_SENTENCE = re.compile(rb"[.!?][\"')\]*_]{0,3}[ \t]+|\xe3\x80\x82|\xef\xbc\x81|\xef\xbc\x9f")
"""The end of a sentence: a full stop, mark of exclamation or question and a blank, or their ideographic forms."""
_EXPLAINS = frozenset({"heading", "paragraph", "subheading"})
_EXPLAINED = frozenset({"table", "code", "list", "html"})


@dataclass(frozen=True, slots=True)
class Part:
    """Lines `first`..`last` of a section, bytes `start`..`end`, and the overlap of the block it begins inside of."""

    first: int
    last: int
    start: int
    end: int
    overlap: tuple[OverlapSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class _Atom:
    kind: str
    first: int
    last: int
    cost: int
    overlap: tuple[OverlapSpan, ...] = ()
    bytes: tuple[int, int] | None = None  # part of one line


def parts(
    section: Section, blocks: Sequence[Block], clean: CleanText, sizes: Chunking, language: str | None
) -> tuple[Part, ...]:
    """Return the parts of a section that is over the budget, () for one within it or one that cannot be cut."""
    size = clean.lines.end(section.last) - clean.lines.start(section.first)
    if 2 * size <= sizes.max_tokens_per_chunk:  # no byte weighs two tokens
        return ()
    cutter = _Cutter(clean, sizes, language)
    if cutter.cost(section.first, section.last) <= sizes.max_tokens_per_chunk:
        return ()
    found = cutter.packed(list(cutter.atoms(section, blocks)))
    return tuple(found) if len(found) > 1 else ()


class _Cutter:
    """Cuts within one text and one budget."""

    def __init__(self, clean: CleanText, sizes: Chunking, language: str | None) -> None:
        self._lines = clean.lines
        self._cap, self._target = sizes.max_tokens_per_chunk, min(sizes.target_tokens, sizes.max_tokens_per_chunk)
        self._language = language

    def cost(self, first: int, last: int) -> int:
        """Return the estimated tokens of lines first..last."""
        return estimate_bytes(self._lines.raw(first, last), self._language)

    def atoms(self, section: Section, blocks: Sequence[Block]) -> Iterator[_Atom]:
        """Yield what is not cut further, in order; together they hold every non-blank line of the section."""
        at = section.first
        index = max(0, bisect_left(blocks, section.first, key=lambda block: block.last))
        while index < len(blocks) and blocks[index].first <= section.last:
            block = blocks[index]
            index += 1
            first, last = max(block.first, at), min(block.last, section.last)
            yield from self._lines_of("other", at, first - 1)
            yield from self._split(block, first, last)
            at = last + 1
        yield from self._lines_of("other", at, section.last)

    def _split(self, block: Block, first: int, last: int) -> Iterator[_Atom]:
        whole = self.cost(first, last) + 1
        if whole <= self._cap:
            yield _Atom(block.kind, first, last, whole)
            return
        reason = _HEAD_REASON.get(block.kind)
        overlap = (OverlapSpan(reason, block.first, block.first + block.head - 1),) if reason and block.head else ()
        seams = [line for line in block.seams if first < line <= last]
        if not seams:
            yield from self._lines_of(block.kind, first, last, overlap, block.first + block.head)
            return
        if block.kind == "table":
            seams = [line for line in seams if line > block.first + block.head]
        for low, high in zip([first, *seams], [*(line - 1 for line in seams), last], strict=True):
            behind = overlap if low > block.first else ()
            cost = self.cost(low, high) + 1
            if cost <= self._cap:
                yield _Atom(block.kind, low, high, cost, behind)
            else:
                yield from self._lines_of(block.kind, low, high, overlap, block.first + block.head)

    def _lines_of(
        self, kind: str, first: int, last: int, overlap: tuple[OverlapSpan, ...] = (), inside: int = 0
    ) -> Iterator[_Atom]:
        """Yield single lines; those behind the head of their block (`inside`) need it as overlap."""
        for line in range(first, last + 1):
            if self._lines.is_blank(line):
                continue
            cost, behind = self.cost(line, line) + 1, overlap if line > inside else ()
            if cost <= self._cap:
                yield _Atom(kind, line, line, cost, behind)
            else:
                yield from self._sentences(kind, line, behind)

    def _sentences(self, kind: str, line: int, overlap: tuple[OverlapSpan, ...]) -> Iterator[_Atom]:
        """Yield the sentences of a line that is over the budget by itself; what has no sentence end is left to the hard cut."""
        low, high = self._lines.start(line), self._lines.end(line)
        ends = [found.end() for found in _SENTENCE.finditer(self._lines.data, low, high)]
        for start, end in pairwise([low, *(end for end in ends if end < high), high]):
            cost = estimate_bytes(self._lines.data[start:end], self._language) + 1
            yield _Atom(kind, line, line, cost, overlap, (start, end))

    def packed(self, atoms: Sequence[_Atom]) -> list[Part]:
        """Group atoms up to the target, never over the cap; a paragraph stays with the table, list or code it introduces."""
        found: list[Part] = []
        current: list[_Atom] = []
        weight = 0
        for atom in atoms:
            full = weight + atom.cost > self._cap
            if current and (full or (weight >= self._target and not _explains(current[-1], atom))):
                carried = self._carried(current, atom) if full else []
                found.append(self._part(current[: len(current) - len(carried)]))
                current, weight = carried, sum(one.cost for one in carried)
            current.append(atom)
            weight += atom.cost
        if current:
            found.append(self._part(current))
        return found

    def _part(self, atoms: Sequence[_Atom]) -> Part:
        one, two = atoms[0], atoms[-1]
        start = one.bytes[0] if one.bytes else self._lines.start(one.first)
        return Part(one.first, two.last, start, two.bytes[1] if two.bytes else self._lines.end(two.last), one.overlap)

    def _carried(self, current: list[_Atom], atom: _Atom) -> list[_Atom]:
        """Return the explanation at the end of a full group that moves on with what it explains."""
        last = current[-1]
        fits = last.cost + atom.cost <= self._cap
        return [last] if len(current) > 1 and fits and _explains(last, atom) else []


def _explains(one: _Atom, two: _Atom) -> bool:
    return (one.kind in _EXPLAINS and two.kind in _EXPLAINED) or one.kind in {"heading", "subheading"}
