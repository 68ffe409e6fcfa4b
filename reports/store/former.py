"""Chunks as the first schema stored them: columns, and all other fields as JSON deflated against words all of them share.

Takes a row of the first schema's tables, gives the `Chunk`. Needed to bring such stores over, and frozen with that schema.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import orjson

from chunkers.chunk import Chunk
from chunkers.identity import chunk_id, normalize

if TYPE_CHECKING:
    from pydantic import TypeAdapter

FORMER_WORDS = (
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


@cache
def _adapter() -> TypeAdapter[Chunk]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # costs 50 ms, for stores that are brought over only

    return TypeAdapter(Chunk)


def former_chunk(row: Mapping[str, Any], content_hashes: Mapping[str, str]) -> Chunk:
    """Return the chunk of a row; `content_hashes` gives the snapshot's content hash of each logical id it refers to."""
    inflate = zlib.decompressobj(zdict=FORMER_WORDS)
    fields = orjson.loads(inflate.decompress(bytes(row["detail"])))
    tenant, snapshot, raw = row["tenant_id"], row["snapshot_id"], row["raw"]

    def instance(logical: str) -> str:
        return chunk_id(tenant, logical, snapshot, content_hashes[logical])

    text = None if raw is None else bytes(raw).decode("utf-8", "surrogatepass")
    shared = {"repositoryId": row["repository_id"], "snapshotId": snapshot, "commitSha": row["commit_sha"]}
    parent, children = fields.pop("parent"), fields.pop("children")
    fields |= {
        "chunkId": row["chunk_id"],
        "logicalChunkId": row["logical_chunk_id"],
        "tenantId": tenant,
        **shared,
        "content": {"raw": text, "normalized": None if text is None else normalize(text)},
        "contentHash": row["content_hash"],
        "parentChunkId": None if parent is None else instance(parent),
        "childChunkIds": [instance(child) for child in children],
    }
    fields["provenance"] |= {**shared, "contentHash": row["content_hash"]}
    return _adapter().validate_python(fields)
