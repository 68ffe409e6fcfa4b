"""Whole units: a unit starts with its decorators, and no comment that belongs to it is left above it."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.chunk import Chunk, Segment
from reports.gate import CHUNKING, Gate, GateResult, Tally, at_chunk
from reports.view import RunView

_TYPES = ("method_chunk", "class_chunk", "test_case_chunk", "test_suite_overview")
_HASH = frozenset({"python", "ruby", "bash", "shell", "perl", "r", "elixir", "julia", "powershell"})
_DASH = frozenset({"sql", "lua", "haskell"})
_ADVICE = (
    "the comment or decorator above the unit is evidence for it: report a chunker bug, or turn the policy switch on"
)


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    decorated, commented = _decorated(view), view.record.policy.chunking.include_leading_comments
    for path, chunks in view.by_path.items():
        units = [chunk for chunk in chunks if chunk.chunk_type in _TYPES and chunk.spans and chunk.spans.full]
        ends = _ends(chunks) if units else {}
        shared = _shared(chunks) if units else {}
        first = decorated.get(path, {})
        for chunk in units:
            message = _cut_decorator(chunk, first) if first else None
            if message is None and commented and not _stands_behind(chunk, shared):
                message = _cut_comment(chunk, ends)
            tally.add(at_chunk(chunk, message, _ADVICE) if message else None)
    return tally.result()


def _decorated(view: RunView) -> dict[str, dict[int, int]]:
    """Return, by path, the first decorator line of each declaration line."""
    if not view.record.policy.chunking.include_annotations:
        return {}
    return {
        result.path: {
            s.declaration_line: min(d.line for d in s.decorators) for s in result.facts.symbols if s.decorators
        }
        for result in view.record.files
        if result.facts
    }


def _cut_decorator(chunk: Chunk, decorated: dict[int, int]) -> str | None:
    declaration = chunk.spans.declaration if chunk.spans else None
    full = chunk.spans.full if chunk.spans else None
    if declaration is None or full is None:
        return None
    own = [decorated[n] for n in range(declaration.start_line, declaration.end_line + 1) if n in decorated]
    first = min(own, default=full.start_line)
    return f"the decorator in line {first} stands outside {chunk.title}" if first < full.start_line else None


def _ends(chunks: list[Chunk]) -> dict[int, tuple[Chunk, Segment]]:
    """Return the own segment of whole lines that ends at each line."""
    return {s.end_line: (c, s) for c in chunks for s in c.segments if s.own and s.end_column is None}


def _shared(chunks: list[Chunk]) -> dict[int, int]:
    """Return the first column owned on each line that units share."""
    first: dict[int, int] = {}
    for chunk in chunks:
        for segment in chunk.segments:
            if segment.own and segment.start_column is not None:
                line = segment.start_line
                first[line] = min(first.get(line, segment.start_column), segment.start_column)
    return first


def _stands_behind(chunk: Chunk, shared: dict[int, int]) -> bool:
    """Tell whether something else stands before the unit on its first line: the comment above is about that."""
    full = chunk.spans.full if chunk.spans else None
    if full is None or full.start_column is None:
        return False
    return shared.get(full.start_line, full.start_column) < full.start_column


def _cut_comment(chunk: Chunk, ends: dict[int, tuple[Chunk, Segment]]) -> str | None:
    if chunk.spans is None or chunk.spans.full is None:
        return None
    above = ends.get(chunk.spans.full.start_line - 1)
    if above is None or above[0] is chunk or above[0].chunk_type in _TYPES[:1]:
        return None
    text = _line(*above).strip()
    language = chunk.language or ""
    marks = ("#",) if language in _HASH else ("--",) if language in _DASH else ("//",)
    orphan = text.startswith((*marks, "/*")) or (text.endswith("*/") and text.startswith("*"))
    if not orphan or text.startswith("#!"):
        return None
    return f"the comment above {chunk.title} stands in another chunk"


def _line(chunk: Chunk, segment: Segment) -> str:
    """Return the last line of a segment from its chunk's text."""
    lines = (chunk.content.raw or "").split("\n")
    at = -1
    for one in _until(chunk, segment):
        at += one.end_line - one.start_line + 1
    return lines[at] if 0 <= at < len(lines) else ""


def _until(chunk: Chunk, last: Segment) -> Iterator[Segment]:
    for segment in chunk.segments:
        yield segment
        if segment is last:
            return


GATE = Gate("whole_units", "code", "warning", CHUNKING, _judge)
