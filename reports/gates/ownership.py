"""Nothing lost, nothing owned twice: every non-blank line of a text file is owned by exactly one chunk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from chunkers.chunk import Chunk, FileResult
from reports.gate import CHUNKING, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "lines outside every chunk cannot be found or cited: report a bug in the chunker of this file"
_FAR = 1 << 62


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for result in view.record.files:
        if result.content_hash is not None:
            tally.add(_problem(result, view.by_path.get(result.path, ())))
    return tally.result()


def _problem(result: FileResult, chunks: list[Chunk] | tuple[()]) -> Finding | None:
    if result.lines != result.owned:
        missing = result.lines - result.owned
        return Finding(
            f"{missing} of {result.lines} non-blank lines are not owned by exactly one chunk", _ADVICE, result.path
        )
    stretches = sorted(_stretches(chunks))
    for one, two in pairwise(stretches):
        if two[0] < one[1]:
            line = two[0][0]
            return Finding(f"line {line} is owned by two chunks", _ADVICE, result.path, line)
    return None


def _stretches(chunks: list[Chunk] | tuple[()]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield each owned segment as a half-open pair of (line, column); a whole line ends where the next begins."""
    for chunk in chunks:
        for segment in chunk.segments:
            if not segment.own:
                continue
            first = (segment.start_line, segment.start_column or 0)
            last = (
                (segment.end_line, segment.end_column) if segment.end_column is not None else (segment.end_line, _FAR)
            )
            yield first, last


GATE = Gate("ownership", "structural", "error", CHUNKING, _judge)
