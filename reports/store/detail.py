"""What a state says of a chunk beyond its columns: a JSON object that names only what is not as usual, and back.

Takes a `Chunk`, gives bytes; takes bytes and columns, gives the same `Chunk`. Knows nothing of SQL. The names and what counts as usual are part
of the stored form: a change needs a migration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from chunkers.chunk import (
    Chunk,
    ChunkRedaction,
    Composition,
    CompositionSource,
    Content,
    Overlap,
    ProducedBy,
    Provenance,
    Quality,
    Security,
    Segment,
    Source,
    Spans,
)
from chunkers.identity import chunk_id, normalize
from chunkers.span import Span
from chunkers.unit import OverlapSpan

Fields = dict[str, Any]
_EXACT = ("title", "symbol", "signature")
"""Columns of text that a database may not hold to the letter: PostgreSQL knows no NUL."""


def detail_of(chunk: Chunk, logical: Mapping[str, str], file_hash: str | None) -> bytes:
    """Return the detail of a chunk: nothing of the snapshot is in it.

    `logical` gives logical ids by chunk id, `file_hash` is the hash of the chunk's file, which belongs to the file, not to the chunk.
    """
    proof = chunk.provenance
    fields: Fields = {
        "by": (proof.produced_by.chunker_id, proof.produced_by.chunker_version),
        "derivedFrom": chunk.security.derived_from,
        "segments": [
            (segment.start_line, segment.end_line)
            if segment.own and segment.start_column is None and segment.end_column is None
            else (segment.start_line, segment.end_line, segment.own, segment.start_column, segment.end_column)
            for segment in chunk.segments
        ],
    }
    spans = chunk.spans
    if spans is not None:
        fields["spans"] = (_span(spans.full), _span(spans.declaration), _span(spans.body))
    if chunk.parent_chunk_id is not None:
        fields["parent"] = logical[chunk.parent_chunk_id]
    if chunk.child_chunk_ids:
        fields["children"] = [logical[child] for child in chunk.child_chunk_ids]
    if chunk.attributes:
        fields["attributes"] = chunk.attributes
    if chunk.linked_nodes:
        fields["linkedNodes"] = chunk.linked_nodes
    if chunk.symbols:
        fields["symbols"] = chunk.symbols
    if chunk.heading_path:
        fields["headingPath"] = chunk.heading_path
    if chunk.keys:
        fields["keys"] = chunk.keys
    _add_rare(fields, chunk)
    _add_proof(fields, chunk, file_hash)
    return orjson.dumps(fields)


def _span(span: Span | None) -> tuple[object, ...] | None:
    if span is None:
        return None
    return span.start_line, span.end_line, span.start_column, span.end_column, span.start_byte, span.end_byte


_NO_OVERLAP, _NO_REDACTION = Overlap(), ChunkRedaction(applied=False)


def _add_rare(fields: Fields, chunk: Chunk) -> None:
    """Add what few chunks have: a pointer, an overlap, doubts, redactions, NUL in their names."""
    if chunk.pointer is not None:
        fields["pointer"] = chunk.pointer
    overlap = chunk.overlap
    if overlap != _NO_OVERLAP:
        fields["overlap"] = [
            overlap.includes_parent_heading,
            overlap.includes_leading_comment,
            overlap.includes_imports,
            [(span.reason, span.start_line, span.end_line) for span in overlap.spans],
        ]
    doubt = chunk.quality
    if doubt.confidence != 1.0 or doubt.parse_status != "OK" or doubt.stale_reasons or doubt.flags:
        fields["quality"] = (doubt.confidence, doubt.parse_status, doubt.stale_reasons, doubt.flags)
    masked = chunk.security.redaction
    if chunk.security.redacted or masked != _NO_REDACTION:
        fields["redaction"] = (
            chunk.security.redacted,
            masked.applied,
            masked.reason,
            masked.redacted_patterns,
            masked.lines,
        )
    if "\0" in chunk.title or "\0" in (chunk.symbol or "") or "\0" in (chunk.signature or ""):
        fields["exact"] = (chunk.title, chunk.symbol, chunk.signature)


def _add_proof(fields: Fields, chunk: Chunk, file_hash: str | None) -> None:
    """Add originals, and where the proof or the source is not what the columns say of a chunk."""
    proof, source = chunk.provenance, chunk.source
    if proof.sources:
        fields["sources"] = _originals(proof.sources)
    if chunk.composition is not None:
        same = chunk.composition.sources == proof.sources
        fields["composition"] = [chunk.composition.type, None if same else _originals(chunk.composition.sources)]
    if source.content_hash != (None if source.path is None else file_hash):
        fields["sourceHash"] = source.content_hash
    if (proof.source_type, proof.path, proof.content_hash) != (source.type, source.path, chunk.content_hash):
        fields["proof"] = (proof.source_type, proof.path, proof.content_hash)


def _originals(sources: Sequence[CompositionSource]) -> list[tuple[str | None, ...]]:
    return [(source.file_span, source.schema_pointer, source.graph_edge) for source in sources]


def chunk_of(
    row: Mapping[str, Any],
    detail: bytes | Mapping[str, Any],
    raw: bytes | None,
    content_hashes: Mapping[str, str],
    file_hash: str | None,
) -> Chunk:
    """Return the chunk of a row of the view `chunks`.

    `content_hashes` gives the snapshot's content hash of each logical id the chunk refers to, `file_hash` is the hash of its file there.
    """
    fields: Mapping[str, Any] = orjson.loads(detail) if isinstance(detail, bytes) else detail
    tenant, snapshot = row["tenant_id"], row["snapshot_id"]

    def instance(logical: str) -> str:
        return chunk_id(tenant, logical, snapshot, content_hashes[logical])

    text = None if raw is None else bytes(raw).decode("utf-8", "surrogatepass")
    exact = fields.get("exact") or [row[name] for name in _EXACT]
    parent = fields.get("parent")
    return Chunk(
        chunk_id=row["chunk_id"],
        logical_chunk_id=row["logical_chunk_id"],
        tenant_id=tenant,
        repository_id=row["repository_id"],
        snapshot_id=snapshot,
        commit_sha=row["commit_sha"],
        source=_source(row, fields, file_hash),
        chunk_type=row["chunk_type"],
        role=row["role"],
        title=exact[0],
        language=row["language"],
        content=Content(text, None if text is None else normalize(text)),
        content_hash=row["content_hash"],
        spans=_spans(fields.get("spans")),
        segments=tuple(map(_read_segment, fields["segments"])),
        symbol=exact[1],
        signature=exact[2],
        symbols=tuple(fields.get("symbols", ())),
        heading_path=tuple(fields.get("headingPath", ())),
        keys=tuple(fields.get("keys", ())),
        pointer=fields.get("pointer"),
        attributes=fields.get("attributes", {}),
        linked_nodes=tuple(fields.get("linkedNodes", ())),
        parent_chunk_id=None if parent is None else instance(parent),
        child_chunk_ids=tuple(instance(child) for child in fields.get("children", ())),
        token_estimate=row["token_estimate"],
        overlap=_overlap(fields.get("overlap")),
        quality=_quality(fields.get("quality"), row["stale_risk"]),
        security=_security(fields, row["visibility_scope"]),
        provenance=_provenance(row, fields),
        composition=_composition(fields),
    )


def _read_segment(cells: Sequence[Any]) -> Segment:
    first, last, *rest = cells
    own, column, end_column = rest or (True, None, None)
    return Segment(first, last, own, column, end_column)


def _source(row: Mapping[str, Any], fields: Mapping[str, Any], file_hash: str | None) -> Source:
    usual = None if row["path"] is None else file_hash
    return Source(row["source_type"], row["path"], fields.get("sourceHash", usual))


def _spans(cells: list[list[Any] | None] | None) -> Spans | None:
    return None if cells is None else Spans(*(None if span is None else Span(*span) for span in cells))


def _overlap(cells: list[Any] | None) -> Overlap:
    if cells is None:
        return _NO_OVERLAP
    heading, comment, imports, spans = cells
    return Overlap(heading, comment, tuple(imports), tuple(OverlapSpan(*span) for span in spans))


def _quality(cells: list[Any] | None, risk: str) -> Quality:
    confidence, status, reasons, flags = cells or (1.0, "OK", (), ())
    return Quality(confidence, status, risk, tuple(reasons), tuple(flags))


def _security(fields: Mapping[str, Any], scope: str) -> Security:
    redacted, applied, reason, patterns, lines = fields.get("redaction") or (False, False, None, (), ())
    masked = ChunkRedaction(applied, reason, tuple(patterns), tuple(lines))
    return Security(scope, tuple(fields["derivedFrom"]), redacted, masked)


def _provenance(row: Mapping[str, Any], fields: Mapping[str, Any]) -> Provenance:
    kind, path, content = fields.get("proof") or (row["source_type"], row["path"], row["content_hash"])
    start, end = row["start_line"], row["end_line"]
    return Provenance(
        kind,
        row["repository_id"],
        row["snapshot_id"],
        row["commit_sha"],
        path,
        None if start is None else (start, end),
        content,
        ProducedBy(*fields["by"]),
        _read_originals(fields.get("sources", ())),
    )


def _composition(fields: Mapping[str, Any]) -> Composition | None:
    found = fields.get("composition")
    if found is None:
        return None
    kind, sources = found
    return Composition(_read_originals(fields.get("sources", ()) if sources is None else sources), kind)


def _read_originals(cells: Sequence[Sequence[str | None]]) -> tuple[CompositionSource, ...]:
    return tuple(CompositionSource(*cell) for cell in cells)
