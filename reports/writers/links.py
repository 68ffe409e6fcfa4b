"""chunk-links.json: the links from chunks to graph nodes as a flat table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import orjson

from reports.tables import LinkCells, link_rows
from reports.writer import Output, Writer, document


def _rows(cells: Iterable[LinkCells]) -> Iterator[bytes]:
    """Spell rows as JSON: only the names of nodes come from the repository, and each is spelled once."""
    known: dict[str, str] = {}
    for own, chunk, node, kind, confidence in cells:
        name = known.get(node) or known.setdefault(node, orjson.dumps(node).decode())
        yield (
            f'{{"id":"{own}","chunkId":"{chunk}","graphNodeId":{name},"linkType":"{kind}","confidence":{float(confidence)!r}}}'
        ).encode()


def _write(output: Output) -> Iterator[bytes]:
    return document(output.record, [("links", _rows(link_rows(output.view)))])


WRITER = Writer("links", "chunk-links.json", _write)
