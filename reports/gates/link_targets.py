"""Every chunk-to-node link starts at a chunk of the run and ends at a node of the graph."""

from __future__ import annotations

from collections.abc import Container
from itertools import groupby
from operator import attrgetter

from chunkers.chunk import ChunkLink
from reports.gate import GRAPH, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "a dangling link leads readers nowhere: report a bug"


def _judge(view: RunView) -> GateResult:
    tally, nodes = Tally(), view.nodes
    for draft, links in groupby(view.record.links, attrgetter("draft")):
        starts = view.chunk_of_draft(draft) is not None
        for link in links:
            if starts and link.node in nodes and 0.0 < link.confidence <= 1.0:
                tally.checked += 1
            else:
                subject = f"{link.link_type} {link.node}"
                tally.add(Finding(_problem(link, nodes, starts), _ADVICE, draft[0] or None, subject=subject))
    return tally.result()


def _problem(link: ChunkLink, nodes: Container[str], starts: bool) -> str:
    if not starts:
        return f"a {link.link_type} link starts at a chunk that does not exist"
    if link.node not in nodes:
        return f"a {link.link_type} link ends at {link.node}, which is no node"
    return f"a {link.link_type} link has the confidence {link.confidence}"


GATE = Gate("link_targets", "graph", "error", GRAPH, _judge)
