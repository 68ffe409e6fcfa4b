"""The flat tables beside the chunks.

One row per span of a chunk, one row per link. The id of a row is the digest of its chunk's id, shortened, and a mark: a hash of the row's
other fields, which many chunks share.

Takes records, yields rows in chunk order; shared by the JSON writers and the store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from chunkers.chunk import Chunk
from chunkers.span import camel
from reports.view import RunView

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}


@dataclass(frozen=True, slots=True)
class SpanRow:
    """A span of a chunk: spanType full, declaration, body, segment or redacted."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    id: str
    chunk_id: str
    span_type: str
    start_line: int
    start_column: int | None
    end_line: int
    end_column: int | None


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link from a chunk to a graph node."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    id: str
    chunk_id: str
    graph_node_id: str
    link_type: str
    confidence: float


SpanCells = tuple[str, str, str, int, int | None, int, int | None]
LinkCells = tuple[str, str, str, str, float]
"""The fields of a `SpanRow` and a `LinkRow` in their order: records by the hundred thousand are too slow to make only to be written."""
MarkedSpan = tuple[bytes, str, int, int | None, int, int | None]
MarkedLink = tuple[str, str, str, float]
"""The same without the chunk, and with the mark in place of the id (of a span its bytes): what chunks of other snapshots have too."""

_OWN = slice(6, 22)
"""Sixteen characters of a chunk id behind `chunk_`: 80 bits."""


def row_id(table: str, chunk_id: str, mark: str) -> str:
    """Return the id of a row: the table's word, 80 bits of the chunk's id, 64 bits over the other fields."""
    return f"{table}_{chunk_id[_OWN]}{mark}"


def mark_of(*fields: str) -> str:
    """Return the hash of a row's own fields, 16 hex digits."""
    return hashlib.sha256("\0".join(fields).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def span_rows(chunk: Chunk) -> Iterator[SpanCells]:
    """Yield the spans of a chunk: full, declaration, body, its segments, its redacted lines."""
    own = chunk.chunk_id
    for mark, kind, line, column, end_line, end_column in marked_spans(chunk):
        yield row_id("span", own, mark.hex()), own, kind, line, column, end_line, end_column


def marked_spans(chunk: Chunk) -> list[MarkedSpan]:
    """Return the spans of a chunk, each with its mark."""
    spans = chunk.spans
    found = []
    if spans is not None:
        for name, span in (("full", spans.full), ("declaration", spans.declaration), ("body", spans.body)):
            if span is not None:
                found.append(_span(name, span.start_line, span.start_column, span.end_line, span.end_column))
    found += [_span("segment", s.start_line, s.start_column, s.end_line, s.end_column) for s in chunk.segments]
    lines = chunk.security.redaction.lines
    if lines:
        found += [_span("redacted", first, None, last, None) for first, last in _stretches(lines)]
    return found


def _span(kind: str, line: int, column: int | None, end_line: int, end_column: int | None) -> MarkedSpan:
    fields = f"{kind}\0{line}:{column}-{end_line}:{end_column}"  # as `mark_of` joins them
    return hashlib.sha256(fields.encode()).digest()[:8], kind, line, column, end_line, end_column


def _stretches(lines: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield runs of consecutive lines."""
    first = last = 0
    for line in sorted(lines):
        if first and line == last + 1:
            last = line
            continue
        if first:
            yield first, last
        first = last = line
    if first:
        yield first, last


def link_rows(view: RunView) -> Iterator[LinkCells]:
    """Yield the links of a run, in chunk order, then by node and type; links without a chunk are left to their gate."""
    for chunk in view.record.chunks:
        own = chunk.chunk_id
        for mark, node, kind, confidence in marked_links(view, chunk):
            yield row_id("link", own, mark), own, node, kind, confidence


def marked_links(view: RunView, chunk: Chunk) -> list[MarkedLink]:
    """Return the links of a chunk by node and type, each with its mark."""
    return [
        (link_mark(link.node, link.link_type), link.node, link.link_type, round(link.confidence, 4))
        for link in view.links.get(chunk.chunk_id, ())
    ]


@lru_cache(maxsize=1 << 18)
def link_mark(node: str, kind: str) -> str:
    """Return the mark of a link to `node`."""
    return mark_of(node, kind)


DEFINING = frozenset({"DEFINES", "HANDLES", "CONFIGURES", "MIGRATES"})
"""Link types of a chunk that is the definition of its node, not a mention of it."""


def defined_nodes(view: RunView) -> dict[str, frozenset[str]]:
    """Return, by chunk id, the graph nodes a chunk defines: those whose meaning changes when its text does."""
    found = {
        chunk: frozenset([link.node for link in links if link.link_type in DEFINING])
        for chunk, links in view.links.items()
    }
    return {chunk: nodes for chunk, nodes in found.items() if nodes}
