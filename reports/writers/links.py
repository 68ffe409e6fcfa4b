"""chunk-links.json: the links from chunks to graph nodes as a flat table."""

from __future__ import annotations

from collections.abc import Iterator

from reports.tables import LinkCells, link_rows
from reports.view import RunView
from reports.writer import Output, Writer, document

_NAMES = ("id", "chunkId", "graphNodeId", "linkType", "confidence")


def _row(cells: LinkCells) -> dict[str, object]:
    return dict(zip(_NAMES, cells, strict=True))


def _write(output: Output) -> Iterator[bytes]:
    return document(output.record, [("links", map(_row, link_rows(RunView(output.record))))])


WRITER = Writer("links", "chunk-links.json", _write)
