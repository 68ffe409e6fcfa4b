"""A run that had to quarantine more than a handful of files and more than a hundredth of all is no sound basis."""

from __future__ import annotations

from reports.gate import CHUNKING, Gate, GateResult, of_findings
from reports.gates.quarantine import findings_of
from reports.view import RunView

_HANDFUL = 10


def _judge(view: RunView) -> GateResult:
    found = findings_of(view)
    return of_findings(len(view.record.files), found if len(found) > _HANDFUL else ())


GATE = Gate("quarantine_ceiling", "robustness", "error", CHUNKING, _judge, threshold=0.01)
