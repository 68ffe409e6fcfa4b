"""A chunk that holds a redacted line says so, with the kinds and lines of what was masked."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import REDACTION, Gate, GateResult, Tally, at_chunk
from reports.view import RunView

_ADVICE = "readers must know that text was masked: report a bug"


def _problem(chunk: Chunk, touched: bool) -> str | None:
    security = chunk.security
    if touched and not security.redacted:
        return f"{chunk.title} holds a masked line and is not marked as redacted"
    if security.redacted != security.redaction.applied:
        return f"{chunk.title}: redacted and redaction.applied disagree"
    if security.redacted and not (security.redaction.redacted_patterns and security.redaction.lines):
        return f"{chunk.title} is redacted but does not say what and where"
    return None


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for result in view.record.files:
        stretches = [(r.first_line, r.last_line) for r in result.redactions]
        for chunk in view.by_path.get(result.path, ()) if stretches else ():
            touched = any(s.start_line <= high and s.end_line >= low for s in chunk.segments for low, high in stretches)
            if touched or chunk.security.redacted:
                message = _problem(chunk, touched)
                tally.add(at_chunk(chunk, message, _ADVICE) if message else None)
    return tally.result()


GATE = Gate("redaction_marked", "security", "error", REDACTION, _judge)
