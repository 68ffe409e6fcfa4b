"""Hardly any file made its native parser crash, hang or run out of memory."""

from __future__ import annotations

from reports.gate import CHUNKING, Finding, Gate, GateResult, of_findings
from reports.view import RunView

_ADVICE = "the file was cut by lines instead; report it with the grammar and the reason"


def findings_of(view: RunView) -> tuple[Finding, ...]:
    """Return one finding per quarantined file."""
    return tuple(
        Finding(f"{item.grammar} parser: {item.reason}", _ADVICE, item.path) for item in view.record.quarantined
    )


def _judge(view: RunView) -> GateResult:
    return of_findings(len(view.record.files), findings_of(view))


GATE = Gate("quarantine", "robustness", "warning", CHUNKING, _judge, threshold=0.001)
