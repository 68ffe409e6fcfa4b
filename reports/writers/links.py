"""chunk-links.json: the links from chunks to graph nodes as a flat table."""

from __future__ import annotations

from collections.abc import Iterator

from reports.tables import LinkRow, link_rows
from reports.view import RunView
from reports.writer import Output, Writer, document


def _row(row: LinkRow) -> dict[str, object]:
    return {
        "id": row.id,
        "chunkId": row.chunk_id,
        "graphNodeId": row.graph_node_id,
        "linkType": row.link_type,
        "confidence": row.confidence,
    }


def _write(output: Output) -> Iterator[bytes]:
    return document(output.record, [("links", map(_row, link_rows(RunView(output.record))))])


WRITER = Writer("links", "chunk-links.json", _write)
