"""Which unit owns which line: the innermost one over it; where units share a line, columns split it.

Takes units as byte ranges in parent-before-child order, gives an owner per line and per stretch of a shared line. -1 is the file itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from chunkers.span import Lines
from chunkers.unit import Unit

FILE = -1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a shared line: byte offsets, half-open, and the owner."""

    owner: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Ownership:
    """`lines[n - 1]` is the owner of line n; lines found in `shared` are split among several owners instead."""

    lines: list[int]
    shared: dict[int, tuple[Stretch, ...]]


def settle(lines: Lines, units: Sequence[Unit]) -> Ownership:
    """Give every line its owner."""
    owner = [FILE] * len(lines)
    partial: dict[int, list[int]] = {}
    for index, unit in enumerate(units):
        first, last = lines.line_at(unit.start), lines.last_line_of(unit.start, unit.end)
        low, high = first, last
        if _has_text(lines.data[lines.start(first) : unit.start]):
            partial.setdefault(first, []).append(index)
            low += 1
        if last >= low and _has_text(lines.data[unit.end : lines.end(last)].lstrip(b" \t;,")):
            partial.setdefault(last, []).append(index)
            high -= 1
        if high >= low:
            owner[low - 1 : high] = [index] * (high - low + 1)
    shared: dict[int, tuple[Stretch, ...]] = {}
    for line, indexes in partial.items():
        stretches = _split(lines, line, owner[line - 1], units, indexes)
        if len(stretches) == 1:
            owner[line - 1] = stretches[0].owner
        elif stretches:
            shared[line] = stretches
    return Ownership(owner, shared)


def _has_text(data: bytes) -> bool:
    return bool(data.strip())


def _split(lines: Lines, line: int, base: int, units: Sequence[Unit], indexes: Sequence[int]) -> tuple[Stretch, ...]:
    """Paint the units over one line in nesting order and return runs of one owner, white space given to the run before it."""
    begin, end = lines.start(line), lines.end(line)
    edges = sorted({begin, end, *(min(max(p, begin), end) for i in indexes for p in (units[i].start, units[i].end))})
    runs: list[Stretch] = []
    coming = sorted(indexes, key=lambda i: units[i].start, reverse=True)
    over: list[int] = []  # a heap of negated numbers: the innermost unit on top; ended ones leave when they get there
    for low, high in pairwise(edges):
        while coming and units[coming[-1]].start <= low:
            heappush(over, -coming.pop())
        while over and units[-over[0]].end < high:
            heappop(over)
        who = -over[0] if over else base
        text = lines.data[low:high].strip(b" \t\r\n;,")
        if runs and (runs[-1].owner == who or not text):
            runs[-1] = Stretch(runs[-1].owner, runs[-1].start, high)
        elif not runs and not text:
            runs.append(Stretch(who, low, high))
        elif len(runs) == 1 and not lines.data[runs[0].start : runs[0].end].strip():
            runs[0] = Stretch(who, runs[0].start, high)
        else:
            runs.append(Stretch(who, low, high))
    return tuple(runs)
