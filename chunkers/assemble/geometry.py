"""Byte ranges of a clean text as published spans, and owned lines as segments.

Takes offsets into the clean text, gives 1-based lines, code-point columns and offsets of the original blob where they can be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from chunkers.assemble.ownership import Ownership
from chunkers.chunk import Segment
from chunkers.offsets import blob_offset
from chunkers.source import CleanText
from chunkers.span import Lines, Span

_SPACE = frozenset(b" \t\n\r\f\v")


def span_of(clean: CleanText, start: int, end: int) -> Span:
    """Return the span of a half-open byte range, white space at both edges left out."""
    data, lines, masked = clean.data, clean.lines, clean.redacted_lines
    while start < end and data[start] in _SPACE:
        start += 1
    while end > start and data[end - 1] in _SPACE:
        end -= 1
    if not masked and not clean.redactions and clean.mapped and clean.encoding == "utf-8" and start < end:  # nearly all
        first, start_column = lines.place(start)
        last = lines.line_at(end - 1)
        return Span(first, last, start_column, lines.column_on(last, end), clean.bom + start, clean.bom + end)
    first, last = lines.line_at(start), lines.last_line_of(start, end)
    return Span(
        start_line=first,
        end_line=last,
        start_column=None if first in masked else lines.column_on(first, start),
        end_column=None if last in masked else lines.column_on(last, end) if end > start else 1,
        start_byte=blob_offset(clean, start),
        end_byte=blob_offset(clean, end),
    )


def owned_segments(clean: CleanText, ownership: Ownership, count: int) -> list[list[Segment]]:
    """Return the own segments of each unit, in line order; the file's own stand last (index -1)."""
    segments: list[list[Segment]] = [[] for _ in range(count + 1)]
    lines, total = clean.lines, len(clean.lines)
    if not ownership.shared:
        line = 1
        for who, run in groupby(ownership.lines):
            first, line = line, line + len(list(run))
            _own(segments[who], lines, first, line - 1)
        return segments
    line = 1
    while line <= total:
        if line in ownership.shared:
            for part in ownership.shared[line]:
                a = lines.column_at(part.start)
                b = a + len(lines.data[part.start : part.end].decode("utf-8", "replace").rstrip("\r\n"))
                segments[part.owner].append(Segment(line, line, own=True, start_column=a, end_column=b))
            line += 1
            continue
        who, first = ownership.lines[line - 1], line
        while line <= total and line not in ownership.shared and ownership.lines[line - 1] == who:
            line += 1
        _own(segments[who], lines, first, line - 1)
    return segments


def _own(segments: list[Segment], lines: Lines, first: int, last: int) -> None:
    """Add lines first..last without blank ones at their edges; nothing where all are blank."""
    low, high = lines.trimmed(first, last)
    if not lines.is_blank(low):
        segments.append(Segment(low, high, own=True))


def with_shown(own: Sequence[Segment], shown: Sequence[tuple[int, int]]) -> tuple[Segment, ...]:
    """Add repeated line ranges (`own=False`) to own segments, leaving out lines that are there already."""
    if not shown:
        return tuple(own)
    taken = {line for segment in own for line in range(segment.start_line, segment.end_line + 1)}
    extra: list[Segment] = []
    for first, last in shown:
        run: int | None = None
        for line in range(first, last + 2):
            free = line <= last and line not in taken
            if free:
                taken.add(line)
                run = line if run is None else run
            elif run is not None:
                extra.append(Segment(run, line - 1, own=False))
                run = None
    return tuple(sorted([*own, *extra], key=lambda s: (s.start_line, s.start_column or 0)))


def text_of(clean: CleanText, segments: Sequence[Segment]) -> str:
    """Return the exact text of the segments, joined; a segment that lacks its line end gets one when another follows."""
    if len(segments) == 1 and segments[0].start_column is None:
        return clean.text(segments[0].start_line, segments[0].end_line)
    parts: list[str] = []
    for segment in segments:
        text = clean.text(segment.start_line, segment.end_line)
        if segment.start_column is not None and segment.end_column is not None:
            text = text[segment.start_column - 1 : segment.end_column - 1]
        if parts and not parts[-1].endswith("\n"):
            parts[-1] += "\n"
        parts.append(text)
    return "".join(parts)
