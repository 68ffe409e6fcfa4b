"""Contract and code agree: every route has an operation and every operation a route, where the repository has both."""

from __future__ import annotations

from reports.gate import GRAPH, Finding, Gate, GateResult, of_findings
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    kinds = [node.kind for node in view.record.graph.nodes if node.kind in {"route", "api_operation"}]
    both = len(set(kinds)) > 1
    drifts = [
        Finding(f.message, f.advice, f.path, f.line, subject=f.message)
        for f in view.record.graph_findings
        if f.rule == "spec_drift"
    ]
    return of_findings(max(len(kinds) if both else 0, len(drifts)), drifts)


GATE = Gate("spec_drift", "graph", "warning", GRAPH, _judge)
