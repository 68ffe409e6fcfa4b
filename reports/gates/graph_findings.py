"""What else the graph saw and a reader should know: ambiguous routes, references to nothing, doubled definitions."""

from __future__ import annotations

from graph.faults import RULE
from reports.gate import GRAPH, Finding, Gate, GateResult, of_findings
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    others = [
        f for f in view.record.graph_findings if f.rule not in {"spec_drift", RULE} and not f.rule.startswith("stale")
    ]
    return of_findings(
        len(others),
        (Finding(f"{f.rule}: {f.message}", f.advice, f.path, f.line, subject=f"{f.rule} {f.message}") for f in others),
    )


GATE = Gate("graph_findings", "graph", "info", GRAPH, _judge)
