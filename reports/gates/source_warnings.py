"""What chunkers noticed in the sources themselves: doubled keys, broken references, odd structures."""

from __future__ import annotations

from reports.gate import CHUNKING, Finding, Gate, GateResult, of_findings
from reports.view import RunView

_ADVICE = "look at the source line; the chunk shows what the file says"


def _judge(view: RunView) -> GateResult:
    found = (
        Finding(f"{rule}: {message}", _ADVICE, result.path, line, subject=f"{rule} {message}")
        for result in view.record.files
        for rule, line, message in result.warnings
    )
    return of_findings(sum(len(result.warnings) for result in view.record.files), found)


GATE = Gate("source_warnings", "robustness", "info", CHUNKING, _judge)
