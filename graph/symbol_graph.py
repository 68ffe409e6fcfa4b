"""The networkx view of the flat tables, for people who ask the public API. The only user of networkx; everything else works on the tables.

Refuses to build a view above the caller's edge limit instead of swapping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.model import GraphTables

if TYPE_CHECKING:
    import networkx as nx


class GraphTooLargeError(ValueError):
    """The graph has more edges than the policy lets a view in memory have."""


def as_networkx(tables: GraphTables, max_edges: int) -> nx.MultiDiGraph:
    """Return a MultiDiGraph of `tables`: node attributes are the node's fields, the edge key is its kind.

    Raises:
        GraphTooLargeError: there are more than `max_edges` edges; ask the tables instead, or export a subgraph.
    """
    if len(tables.edges) > max_edges:
        raise GraphTooLargeError(
            f"the graph has {len(tables.edges)} edges, the limit for a view in memory is {max_edges}; "
            "raise limits.maxGraphEdges or ask `repochunk graph`"
        )
    import networkx as nx  # costs 250 ms; most runs never ask  # noqa: PLC0415 - costs 250 ms; most runs never ask

    view: nx.MultiDiGraph = nx.MultiDiGraph()
    view.add_nodes_from(
        (
            node.id,
            {
                "kind": node.kind,
                "name": node.name,
                "path": node.path,
                "span": node.span,
                "declaration_line": node.declaration_line,
                "language": node.language,
            },
        )
        for node in tables.nodes
    )
    view.add_edges_from(
        (
            edge.source,
            edge.target,
            edge.kind,
            {
                "confidence": edge.confidence,
                "resolution": edge.resolution,
                "rule": edge.rule,
                "evidence": edge.evidence,
            },
        )
        for edge in tables.edges
    )
    return view
