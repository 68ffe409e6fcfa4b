"""Every chunk carries its full provenance, and it agrees with the chunk's own fields."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    proof = chunk.provenance
    named = (proof.repository_id, proof.snapshot_id, proof.commit_sha)
    if named != (chunk.repository_id, chunk.snapshot_id, chunk.commit_sha):
        return "provenance names another snapshot"
    if proof.source_type != chunk.source.type or proof.path != chunk.source.path:
        return "provenance names another source"
    if not (proof.produced_by.chunker_id and proof.produced_by.chunker_version):
        return "provenance does not name the chunker and its version"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.record.chunks, _problem, "a chunk that cannot cite its source is no evidence: report a bug")


GATE = Gate("provenance", "structural", "error", CHUNKING, _judge)
