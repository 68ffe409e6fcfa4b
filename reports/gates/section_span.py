"""Section spans are valid: segments lie in order inside the section and are exactly what its text is made of."""

from __future__ import annotations

from itertools import pairwise

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.gates.section_heading import SECTIONS
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    full = chunk.spans.full if chunk.spans else None
    if full is None:
        return "section has no span"
    if any(one.end_line > two.start_line for one, two in pairwise(chunk.segments)):
        return "segments are out of order"
    if any(s.own and not (full.start_line <= s.start_line <= s.end_line <= full.end_line) for s in chunk.segments):
        return "the section owns lines outside its span"
    if any(s.start_column is not None for s in chunk.segments):
        return None
    lines = sum(s.end_line - s.start_line + 1 for s in chunk.segments)
    raw = chunk.content.raw or ""
    found = raw.count("\n") + (not raw.endswith("\n"))
    return f"segments name {lines} lines, the text has {found}" if lines != found else None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types(*SECTIONS),
        _problem,
        "the citation would point to other lines: report a chunker bug with this path",
    )


GATE = Gate("section_span", "document", "error", CHUNKING, _judge)
