"""Tables -> a Mermaid flowchart."""

from __future__ import annotations

from graph.model import GraphTables


def to_mermaid(tables: GraphTables) -> str:
    """Return the tables as `flowchart LR`; node names are numbered, since Mermaid ids allow little."""
    number = {node.id: f"n{at}" for at, node in enumerate(tables.nodes)}
    lines = ["flowchart LR"]
    lines += [f'  {number[node.id]}["{_plain(node.name)}"]' for node in tables.nodes]
    lines += [
        f"  {number[edge.source]} -->|{edge.kind}| {number[edge.target]}"
        for edge in tables.edges
        if edge.source in number and edge.target in number
    ]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", " ")
    )
