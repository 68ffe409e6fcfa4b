"""Honest edges.

Every edge joins two nodes and carries a confidence, the rule that made it and evidence in a file of the run.
"""

from __future__ import annotations

from collections.abc import Container

from graph.model import Edge
from reports.gate import GRAPH, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "an edge without proof must not be used: report a bug in the rule named here"


def _judge(view: RunView) -> GateResult:
    tally, nodes, files = Tally(), view.nodes, view.files
    for edge in view.record.graph.edges:
        message = _problem(edge, nodes, files)
        if message is None:
            tally.checked += 1
            continue
        first = edge.evidence[0] if edge.evidence else None
        text = f"{edge.source} {edge.kind} {edge.target} ({edge.rule or 'no rule'}): {message}"
        subject = f"{edge.source} {edge.kind} {edge.target}"
        tally.add(Finding(text, _ADVICE, first.path if first else None, first.line if first else None, subject=subject))
    return tally.result()


def _problem(edge: Edge, nodes: Container[str], files: Container[str]) -> str | None:
    if edge.source not in nodes or edge.target not in nodes:
        return "an end is not a node of the graph"
    if not 0.0 < edge.confidence <= 1.0:
        return f"confidence {edge.confidence} is not in (0, 1]"
    if not edge.rule or not edge.resolution:
        return "no rule or resolution"
    if not edge.evidence:
        return "no evidence"
    for spot in edge.evidence:
        if spot.path not in files or spot.line < 1:
            return "evidence points outside the run"
    return None


GATE = Gate("edge_evidence", "graph", "error", GRAPH, _judge)
