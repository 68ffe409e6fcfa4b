"""Chunks as table rows and back: what differs per snapshot in columns, raw text and all other fields once per hash.

Takes a `Chunk`, gives its rows; takes rows, gives the same `Chunk`. Knows nothing of SQL.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from chunkers.chunk import Chunk
from chunkers.identity import chunk_id, digest, normalize
from reports.rows import chunk_row
from reports.tables import span_rows

if TYPE_CHECKING:
    from pydantic import TypeAdapter

Row = tuple[Any, ...]
_PER_SNAPSHOT = (
    "chunkId",
    "logicalChunkId",
    "tenantId",
    "repositoryId",
    "snapshotId",
    "commitSha",
    "content",
    "contentHash",
)

_SHARED = (
    b'{"fileSpan":"{"graphEdge":" CALLS "composition":null,"parent":null,"parent":"chunklog_","children":["chunklog_",""confidence":1.0,'
    b'"startColumn":null,"endColumn":null,"startByte":null,"endByte":null,"reason":"imports""supporting_evidence""documentation"'
    b'"lowest","staleRisk":"medium","chunkType":"doc_section_chunk","chunkType":"class_chunk","chunkType":"test_case_chunk"'
    b'{"source":{"type":"file_span","path":"src/main/java/","contentHash":"sha256:"},"chunkType":"method_chunk","role":"primary_evidence",'
    b'"title":"","language":"python","spans":{"full":{"startLine":1,"endLine":1,"startColumn":1,"endColumn":1,"startByte":0,"endByte":0},'
    b'"declaration":{"startLine":1,"endLine":1,"startColumn":5,"endColumn":8,"startByte":0,"endByte":0},"body":null},'
    b'"segments":[{"startLine":1,"endLine":1,"own":true,"startColumn":null,"endColumn":null},{"startLine":1,"endLine":1,"own":false,'
    b'"startColumn":null,"endColumn":null}],"symbol":null,"signature":null,"symbols":[],"headingPath":[],"keys":[],"pointer":null,'
    b'"attributes":{"contentParts":["leading_comment","annotations","signature","body"]},"linkedNodes":["symbol:","file:","module:"],'
    b'"tokenEstimate":1,"overlap":{"includesParentHeading":false,"includesLeadingComment":false,"includesImports":[],"spans":[]},'
    b'"quality":{"confidence":1.0,"parseStatus":"OK","staleRisk":"low","staleReasons":[],"flags":[]},"security":{"visibilityScope":"private",'
    b'"derivedFrom":["repo:/private"],"redacted":false,"redaction":{"applied":false,"reason":null,"redactedPatterns":[],"lines":[]}},'
    b'"provenance":{"sourceType":"file_span","path":"","span":[1,1],"producedBy":{"chunkerId":"","chunkerVersion":"1"},"sources":[]},'
    b'"composition":null,"parent":"chunklog_","children":[]}'
)
"""Text all details share, for the packer. Part of the stored form: a change needs a migration."""


def text_hash(raw: str) -> str:
    """Return the key of a raw text."""
    return hashlib.sha256(_bytes(raw)).hexdigest()[:40]


def _bytes(raw: str) -> bytes:
    return raw.encode("utf-8", "surrogatepass")


def content_row(chunk: Chunk) -> Row | None:
    """Return the row of `content`, None for a chunk without text."""
    raw = chunk.content.raw
    return None if raw is None else (chunk.tenant_id, text_hash(raw), _bytes(raw))


def detail_row(chunk: Chunk, logical: Mapping[str, str]) -> Row:
    """Return the row of `details`; `logical` maps chunk ids to logical ids, so that nothing of the snapshot is left in it."""
    fields = chunk_row(chunk)
    for name in _PER_SNAPSHOT:
        del fields[name]
    proof = fields["provenance"]
    for name in ("repositoryId", "snapshotId", "commitSha", "contentHash"):
        del proof[name]
    parent = fields.pop("parentChunkId")
    fields["parent"] = None if parent is None else logical[parent]
    fields["children"] = [logical[child] for child in fields.pop("childChunkIds")]
    detail = orjson.dumps(fields)
    return chunk.tenant_id, hashlib.sha256(detail).hexdigest()[:40], detail


def fingerprints(chunks: Sequence[Chunk]) -> dict[str, tuple[str, str]]:
    """Return, by logical id, the hashes of text and of all other fields: a stored chunk with the same two is the same chunk."""
    logical = {chunk.chunk_id: chunk.logical_chunk_id for chunk in chunks}
    return {chunk.logical_chunk_id: (chunk.content_hash, detail_row(chunk, logical)[1]) for chunk in chunks}


def packed(detail: bytes) -> bytes:
    """Return a detail as it is stored: deflated against the words all details share."""
    squeeze = zlib.compressobj(1, zdict=_SHARED)
    return squeeze.compress(detail) + squeeze.flush()


def unpacked(stored: bytes) -> bytes:
    """Return a detail from its stored form."""
    return zlib.decompressobj(zdict=_SHARED).decompress(stored)


def chunk_columns(chunk: Chunk, created_at: str, ordinal: int, detail_hash: str, raw_hash: str | None) -> Row:
    """Return the row of `chunks`."""
    span = chunk.provenance.span
    return (
        chunk.chunk_id,
        chunk.logical_chunk_id,
        chunk.tenant_id,
        chunk.repository_id,
        chunk.snapshot_id,
        chunk.commit_sha,
        chunk.source.type,
        chunk.source.path,
        chunk.chunk_type,
        chunk.role,
        chunk.title,
        chunk.language,
        chunk.content_hash,
        chunk.token_estimate,
        chunk.security.visibility_scope,
        chunk.quality.stale_risk,
        created_at,
        span[0] if span else None,
        span[1] if span else None,
        chunk.symbol,
        chunk.signature,
        raw_hash,
        detail_hash,
        ordinal,
    )


def span_columns(chunk: Chunk) -> Iterator[Row]:
    """Yield the rows of `chunk_spans`."""
    for own, of_chunk, *place in span_rows(chunk):
        yield (chunk.tenant_id, of_chunk, own, *place)


def source_columns(chunk: Chunk) -> Iterator[Row]:
    """Yield the rows of `chunk_sources`: the file a chunk was cut from, or the originals it was composed of."""
    refs: list[tuple[str, str, str]] = []
    if chunk.source.path is not None:
        span = chunk.provenance.span
        place = f"{chunk.source.path}:{span[0]}-{span[1]}" if span else chunk.source.path
        refs.append(("file_span", place, "content" if chunk.content.raw is not None else "metadata"))
    for source in chunk.provenance.sources:
        for kind, name in (
            ("file_span", source.file_span),
            ("schema_pointer", source.schema_pointer),
            ("graph_edge", source.graph_edge),
        ):
            if name is not None:
                refs.append((kind, name, "evidence"))
    for kind, name, usage in refs:
        yield chunk.tenant_id, chunk.chunk_id, "source_" + digest(chunk.chunk_id, kind, name, usage), kind, name, usage


@cache
def _adapter() -> TypeAdapter[Chunk]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # costs 50 ms; a run writes rows and reads none back

    return TypeAdapter(Chunk)


class Anything(dict[str, str]):
    """Stands in for the content hashes of relatives where the ids of relatives do not matter."""

    def __missing__(self, key: str) -> str:
        """Answer with the key."""
        return key


def decode_chunk(
    columns: Mapping[str, Any], detail: bytes, raw: bytes | None, content_hashes: Mapping[str, str]
) -> Chunk:
    """Return the chunk of a row of `chunks`; `content_hashes` gives the snapshot's content hash of each logical id it refers to."""
    fields = orjson.loads(unpacked(bytes(detail)))
    tenant, snapshot = columns["tenant_id"], columns["snapshot_id"]

    def instance(logical: str) -> str:
        return chunk_id(tenant, logical, snapshot, content_hashes[logical])

    text = None if raw is None else bytes(raw).decode("utf-8", "surrogatepass")
    shared = {"repositoryId": columns["repository_id"], "snapshotId": snapshot, "commitSha": columns["commit_sha"]}
    parent, children = fields.pop("parent"), fields.pop("children")
    fields |= {
        "chunkId": columns["chunk_id"],
        "logicalChunkId": columns["logical_chunk_id"],
        "tenantId": tenant,
        **shared,
        "content": {"raw": text, "normalized": None if text is None else normalize(text)},
        "contentHash": columns["content_hash"],
        "parentChunkId": None if parent is None else instance(parent),
        "childChunkIds": [instance(child) for child in children],
    }
    fields["provenance"] |= {**shared, "contentHash": columns["content_hash"]}
    return _adapter().validate_python(fields)
