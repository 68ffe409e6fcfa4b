"""Few files were cut without their structure: those a parser refused, or parsed in part only."""

from __future__ import annotations

from chunkers.source import Outcome
from reports.gate import CHUNKING, Finding, Gate, GateResult, of_findings
from reports.view import RunView

_ADVICE = (
    "the text is still complete and citable, but found by lines instead of units; check the syntax or report the file"
)


def _judge(view: RunView) -> GateResult:
    read = [result for result in view.record.files if result.content_hash is not None]
    broken = (
        Finding(
            "parsed in part"
            if result.outcome is Outcome.PARTIAL
            else f"cut by lines: {result.reason or 'no structure'}",
            _ADVICE,
            result.path,
            result.broken[0][0] if result.broken else None,
        )
        for result in read
        if result.outcome in {Outcome.PARTIAL, Outcome.FALLBACK}
    )
    return of_findings(len(read), broken)


GATE = Gate("parse_failures", "robustness", "warning", CHUNKING, _judge, threshold=0.05)
