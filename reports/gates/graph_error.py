"""Every use of a name was resolved without a fault of ours; where one came up, that site has no edge and the others are whole."""

from __future__ import annotations

from graph.faults import RULE
from reports.gate import GRAPH, Finding, Gate, GateResult, of_findings
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    faults = [found for found in view.record.graph_findings if found.rule == RULE]
    return of_findings(
        len(faults),
        (Finding(f.message, f.advice, f.path, f.line, subject=f.message) for f in faults),
    )


GATE = Gate("graph_error", "robustness", "error", GRAPH, _judge)
