"""Records as JSON rows, field by field.

The fast spelling of what the pydantic schema of the same records says (a test holds them equal).

Takes frozen records, gives dicts with camelCase keys in the order of the contract.
"""

from __future__ import annotations

from typing import Any

from chunkers.chunk import Chunk, CompositionSource, Overlap, Provenance, Quality, Security, Segment, Spans
from chunkers.span import Span
from graph.model import Edge, Evidence, Node

Row = dict[str, Any]


def span_row(span: Span | None) -> Row | None:
    """Return a span."""
    if span is None:
        return None
    return {
        "startLine": span.start_line,
        "endLine": span.end_line,
        "startColumn": span.start_column,
        "endColumn": span.end_column,
        "startByte": span.start_byte,
        "endByte": span.end_byte,
    }


def _spans(spans: Spans | None) -> Row | None:
    if spans is None:
        return None
    return {"full": span_row(spans.full), "declaration": span_row(spans.declaration), "body": span_row(spans.body)}


def _segment(segment: Segment) -> Row:
    return {
        "startLine": segment.start_line,
        "endLine": segment.end_line,
        "own": segment.own,
        "startColumn": segment.start_column,
        "endColumn": segment.end_column,
    }


def _overlap(overlap: Overlap) -> Row:
    return {
        "includesParentHeading": overlap.includes_parent_heading,
        "includesLeadingComment": overlap.includes_leading_comment,
        "includesImports": overlap.includes_imports,
        "spans": [{"reason": s.reason, "startLine": s.start_line, "endLine": s.end_line} for s in overlap.spans],
    }


def _quality(quality: Quality) -> Row:
    return {
        "confidence": quality.confidence,
        "parseStatus": quality.parse_status,
        "staleRisk": quality.stale_risk,
        "staleReasons": quality.stale_reasons,
        "flags": quality.flags,
    }


def _security(security: Security) -> Row:
    redaction = security.redaction
    return {
        "visibilityScope": security.visibility_scope,
        "derivedFrom": security.derived_from,
        "redacted": security.redacted,
        "redaction": {
            "applied": redaction.applied,
            "reason": redaction.reason,
            "redactedPatterns": redaction.redacted_patterns,
            "lines": redaction.lines,
        },
    }


def _source(source: CompositionSource) -> Row:
    """Return an original of a composed chunk: the one field that is set."""
    if source.file_span is not None:
        return {"fileSpan": source.file_span}
    if source.schema_pointer is not None:
        return {"schemaPointer": source.schema_pointer}
    return {"graphEdge": source.graph_edge}


def _provenance(proof: Provenance) -> Row:
    return {
        "sourceType": proof.source_type,
        "repositoryId": proof.repository_id,
        "snapshotId": proof.snapshot_id,
        "commitSha": proof.commit_sha,
        "path": proof.path,
        "span": proof.span,
        "contentHash": proof.content_hash,
        "producedBy": {"chunkerId": proof.produced_by.chunker_id, "chunkerVersion": proof.produced_by.chunker_version},
        "sources": [_source(source) for source in proof.sources],
    }


def chunk_row(chunk: Chunk) -> Row:
    """Return a chunk as chunks.json spells it."""
    return {
        "chunkId": chunk.chunk_id,
        "logicalChunkId": chunk.logical_chunk_id,
        "tenantId": chunk.tenant_id,
        "repositoryId": chunk.repository_id,
        "snapshotId": chunk.snapshot_id,
        "commitSha": chunk.commit_sha,
        "source": {"type": chunk.source.type, "path": chunk.source.path, "contentHash": chunk.source.content_hash},
        "chunkType": chunk.chunk_type,
        "role": chunk.role,
        "title": chunk.title,
        "language": chunk.language,
        "content": {"raw": chunk.content.raw, "normalized": chunk.content.normalized},
        "contentHash": chunk.content_hash,
        "spans": _spans(chunk.spans),
        "segments": [_segment(segment) for segment in chunk.segments],
        "symbol": chunk.symbol,
        "signature": chunk.signature,
        "symbols": chunk.symbols,
        "headingPath": chunk.heading_path,
        "keys": chunk.keys,
        "pointer": chunk.pointer,
        "attributes": dict(chunk.attributes),
        "linkedNodes": chunk.linked_nodes,
        "parentChunkId": chunk.parent_chunk_id,
        "childChunkIds": chunk.child_chunk_ids,
        "tokenEstimate": chunk.token_estimate,
        "overlap": _overlap(chunk.overlap),
        "quality": _quality(chunk.quality),
        "security": _security(chunk.security),
        "provenance": _provenance(chunk.provenance),
        "composition": None
        if chunk.composition is None
        else {"sources": [_source(source) for source in chunk.composition.sources], "type": chunk.composition.type},
    }


def node_row(node: Node) -> Row:
    """Return a graph node."""
    return {
        "id": node.id,
        "kind": node.kind,
        "name": node.name,
        "path": node.path,
        "span": span_row(node.span),
        "declarationLine": node.declaration_line,
        "language": node.language,
    }


def _evidence(spot: Evidence) -> Row:
    return {
        "path": spot.path,
        "line": spot.line,
        "column": spot.column,
        "endLine": spot.end_line,
        "endColumn": spot.end_column,
    }


def edge_row(edge: Edge) -> Row:
    """Return a graph edge."""
    return {
        "source": edge.source,
        "target": edge.target,
        "kind": edge.kind,
        "confidence": edge.confidence,
        "resolution": edge.resolution,
        "rule": edge.rule,
        "evidence": [_evidence(spot) for spot in edge.evidence],
    }
