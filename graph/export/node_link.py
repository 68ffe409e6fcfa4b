"""Tables -> node-link JSON, the form networkx and d3 read."""

from __future__ import annotations

import json

from graph.model import GraphTables


def to_node_link(tables: GraphTables) -> str:
    """Return `{"directed", "multigraph", "nodes", "edges"}` as JSON text."""
    nodes = [
        {"id": n.id, "kind": n.kind, "name": n.name, "path": n.path, "line": n.declaration_line, "language": n.language}
        for n in tables.nodes
    ]
    edges = [
        {
            "source": e.source,
            "target": e.target,
            "key": e.kind,
            "kind": e.kind,
            "confidence": e.confidence,
            "resolution": e.resolution,
            "rule": e.rule,
            "evidence": [{"path": one.path, "line": one.line, "column": one.column} for one in e.evidence],
        }
        for e in tables.edges
    ]
    data = {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "edges": edges}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
