"""symbol-graph.json: nodes, edges with their evidence, and the count of unresolved call sites by reason."""

from __future__ import annotations

from collections.abc import Iterator

from reports.rows import edge_row, node_row
from reports.writer import Output, Writer, document


def _write(output: Output) -> Iterator[bytes]:
    graph = output.record.graph
    tail: dict[str, object] = {
        "unresolved": dict(sorted(graph.unresolved.items())),
        "callSites": graph.call_sites,
        "resolved": graph.resolved,
    }
    return document(output.record, [("nodes", map(node_row, graph.nodes)), ("edges", map(edge_row, graph.edges))], tail)


WRITER = Writer("graph", "symbol-graph.json", _write)
