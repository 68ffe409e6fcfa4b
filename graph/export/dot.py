"""Tables -> Graphviz DOT text."""

from __future__ import annotations

from graph.model import GraphTables


def to_dot(tables: GraphTables) -> str:
    """Return the tables as a `digraph`; labels are display names, edge labels kind and confidence."""
    lines = ["digraph repochunk {", "  rankdir=LR;", "  node [shape=box, fontname=monospace];"]
    lines += [
        f"  {_quoted(node.id)} [label={_quoted(node.name)}, tooltip={_quoted(node.kind)}];" for node in tables.nodes
    ]
    lines += [
        f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(f'{edge.kind} {edge.confidence:.2f}')}];"
        for edge in tables.edges
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
