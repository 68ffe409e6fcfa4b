"""The part of a graph that a reader may see. Takes tables and a question about places, gives tables; refuses to know scopes and policies."""

from __future__ import annotations

from collections.abc import Callable

from graph.model import Edge, GraphTables, Node

Sees = Callable[[str, int | None], bool]
"""Whether the reader may see a line of a path; None for the path as such."""


def visible(tables: GraphTables, sees: Sees) -> GraphTables:
    """Return `tables` without the nodes the reader may not see, and without every edge that touches one or is written where they may not look.

    What lies beyond the repository stays as long as something visible leads to it. Counts of call sites tell nothing of a place and stay.
    """
    shown = {node.id for node in tables.nodes if _is_seen(node, sees)}
    edges = tuple(
        edge for edge in tables.edges if edge.source in shown and edge.target in shown and _is_open(edge, sees)
    )
    touched = {end for edge in edges for end in (edge.source, edge.target)}
    before = {end for edge in tables.edges for end in (edge.source, edge.target)}
    nodes = tuple(
        node
        for node in tables.nodes
        if node.id in shown and (node.path is not None or node.id in touched or node.id not in before)
    )
    return GraphTables(nodes, edges, tables.unresolved, tables.call_sites, tables.resolved)


def _is_seen(node: Node, sees: Sees) -> bool:
    if node.path is None:
        return True
    line = node.declaration_line or (node.span.start_line if node.span else None)
    return sees(node.path, None if node.kind == "file" else line)


def _is_open(edge: Edge, sees: Sees) -> bool:
    return not edge.evidence or any(sees(spot.path, spot.line) for spot in edge.evidence)
