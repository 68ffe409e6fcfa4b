"""The flat tables beside the chunks.

One row per span of a chunk, one row per link, with ids that are hashes of their fields.

Takes records, yields rows in chunk order; shared by the JSON writers and the store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from chunkers.chunk import Chunk
from chunkers.identity import digest
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


def span_rows(chunk: Chunk) -> Iterator[SpanCells]:
    """Yield the spans of a chunk: full, declaration, body, its segments, its redacted lines."""
    own, spans = chunk.chunk_id, chunk.spans
    named = (("full", spans.full), ("declaration", spans.declaration), ("body", spans.body)) if spans else ()
    for name, span in named:
        if span is not None:
            yield _span(own, name, (span.start_line, span.start_column, span.end_line, span.end_column))
    for segment in chunk.segments:
        yield _span(own, "segment", (segment.start_line, segment.start_column, segment.end_line, segment.end_column))
    for first, last in _stretches(chunk.security.redaction.lines):
        yield _span(own, "redacted", (first, None, last, None))


def _span(chunk_id: str, kind: str, place: tuple[int, int | None, int, int | None]) -> SpanCells:
    line, column, end_line, end_column = place
    return ("span_" + digest(chunk_id, kind, f"{line}:{column}-{end_line}:{end_column}"), chunk_id, kind, *place)


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
    place = {chunk.chunk_id: at for at, chunk in enumerate(view.record.chunks)}
    best: dict[tuple[int, str, str], float] = {}
    for link in view.record.links:
        chunk = view.linked_chunk(link)
        if chunk is not None:
            key = (place[chunk.chunk_id], link.node, link.link_type)
            best[key] = max(best.get(key, 0.0), link.confidence)
    for at, node, kind in sorted(best):
        own = view.record.chunks[at].chunk_id
        yield "link_" + digest(own, node, kind), own, node, kind, round(best[at, node, kind], 4)


DEFINING = frozenset({"DEFINES", "HANDLES", "CONFIGURES", "MIGRATES"})
"""Link types of a chunk that is the definition of its node, not a mention of it."""


def defined_nodes(view: RunView) -> dict[str, frozenset[str]]:
    """Return, by chunk id, the graph nodes a chunk defines: those whose meaning changes when its text does."""
    found: dict[str, set[str]] = {}
    for _, chunk, node, kind, _ in link_rows(view):
        if kind in DEFINING:
            found.setdefault(chunk, set()).add(node)
    return {chunk: frozenset(nodes) for chunk, nodes in found.items()}
