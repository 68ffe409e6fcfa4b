"""Of the call sites that could lead inside the repository, enough were resolved.

Calls into the outside are a boundary, not a doubt.
"""

from __future__ import annotations

from reports.gate import GRAPH, Finding, Gate, GateResult
from reports.view import RunView

OUTSIDE = ("external", "builtin", "standard_library", "stdlib")


def _judge(view: RunView) -> GateResult:
    graph = view.record.graph
    doubtful = {why: n for why, n in graph.unresolved.items() if not why.startswith(OUTSIDE)}
    failed = sum(doubtful.values())
    worst = sorted(doubtful.items(), key=lambda item: (-item[1], item[0]))[:5]
    advice = "answers about callers and impact are incomplete: declare types, or treat missing edges as unknown"
    findings = tuple(Finding(f"{n} call sites unresolved: {why}", advice, subject=why) for why, n in worst if n)
    return GateResult(graph.resolved + failed, failed, findings)


GATE = Gate("resolution_rate", "graph", "warning", GRAPH, _judge, threshold=0.7)
