"""Every chunk-to-node link starts at a chunk of the run and ends at a node of the graph."""

from __future__ import annotations

from reports.gate import GRAPH, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "a dangling link leads readers nowhere: report a bug"


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for link in view.record.links:
        message = None
        if view.chunk_of_draft(link.draft) is None:
            message = f"a {link.link_type} link starts at a chunk that does not exist"
        elif link.node not in view.nodes:
            message = f"a {link.link_type} link ends at {link.node}, which is no node"
        elif not 0.0 < link.confidence <= 1.0:
            message = f"a {link.link_type} link has the confidence {link.confidence}"
        subject = f"{link.link_type} {link.node}"
        tally.add(Finding(message, _ADVICE, link.draft[0] or None, subject=subject) if message else None)
    return tally.result()


GATE = Gate("link_targets", "graph", "error", GRAPH, _judge)
