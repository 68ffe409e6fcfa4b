"""The content hash is the hash of the normalised content, and the normalised content that of the raw."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.identity import content_hash, normalize
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    raw, normalized = chunk.content.raw, chunk.content.normalized
    if (raw is None) != (normalized is None):
        return "raw and normalised content do not stand together"
    if raw is not None and normalize(raw) != normalized:
        return "normalised content does not follow from the raw content"
    if content_hash(normalized or "") != chunk.content_hash:
        return "content hash does not match the content"
    if chunk.provenance.content_hash != chunk.content_hash:
        return "provenance carries another content hash"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.record.chunks, _problem, "discard the output and analyse again; if it stays, report a bug")


GATE = Gate("content_hash", "structural", "error", CHUNKING, _judge)
