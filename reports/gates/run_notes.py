"""What the run did otherwise than asked.

Policy entries it reported instead of obeying, a repository without a name of its own.
"""

from __future__ import annotations

from reports.gate import CHUNKING, Finding, Gate, GateResult, of_findings
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    notes = view.notes
    advice = "check the policy and the command line; the message says what was ignored or assumed"
    return of_findings(
        len(notes), (Finding(f"{n.rule}: {n.message}", advice, n.path, subject=f"{n.rule} {n.message}") for n in notes)
    )


GATE = Gate("run_notes", "robustness", "warning", CHUNKING, _judge)
