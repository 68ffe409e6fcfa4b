"""Ids are unique and follow from what they name: instance ids from tenant, logical id, snapshot and content.

Parents and children agree.
"""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.identity import chunk_id
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    seen: set[str] = set()

    def problem(chunk: Chunk) -> str | None:
        if chunk.logical_chunk_id in seen:
            return "two chunks share one logical id"
        seen.add(chunk.logical_chunk_id)
        expected = chunk_id(chunk.tenant_id, chunk.logical_chunk_id, chunk.snapshot_id, chunk.content_hash)
        if chunk.chunk_id != expected:
            return "chunk id does not follow from tenant, logical id, snapshot and content"
        return _family(view, chunk)

    return each_chunk(
        view.record.chunks, problem, "analyse the commit again without the cache; if it stays, report a bug"
    )


def _family(view: RunView, chunk: Chunk) -> str | None:
    parent = view.by_id.get(chunk.parent_chunk_id) if chunk.parent_chunk_id else None
    if chunk.parent_chunk_id and parent is None:
        return "parent chunk is not part of the run"
    if parent and chunk.chunk_id not in parent.child_chunk_ids:
        return "parent chunk does not list this chunk among its children"
    if any(child not in view.by_id for child in chunk.child_chunk_ids):
        return "a child chunk is not part of the run"
    return None


GATE = Gate("identity", "structural", "error", CHUNKING, _judge)
