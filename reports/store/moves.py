"""Which units of the latest stored snapshot live on under another logical id in the one that is being saved.

Takes a connection inside the last transaction of a save, gives pairs of logical ids. Loads only what is gone, not the whole snapshot.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, select

from chunkers.chunk import Chunk
from reports.diff.lineage import pairs
from reports.record import RunRecord
from reports.store import schema as s
from reports.store.encode import Anything, decode_chunk
from reports.store.fetch import picked_chunks

_C = s.CHUNKS.c


def moves_since(connection: Connection, record: RunRecord, before: str) -> list[tuple[str, str]]:
    """Return (old, new) logical ids of what moved between snapshot `before` and `record`, whose chunks are in the store already."""
    header = record.header
    mine, theirs = (_logical_ids(record, name) for name in (header.snapshot_id, before))
    fresh = set(connection.execute(mine.except_(theirs)).scalars())
    if not fresh:
        return []
    gone = _gone(connection, record, before)
    added = [chunk for chunk in record.chunks if chunk.logical_chunk_id in fresh]
    return [(pair.old.logical_chunk_id, pair.new.logical_chunk_id) for pair in pairs(gone, added)]


def _logical_ids(record: RunRecord, snapshot: str) -> Select[tuple[Any]]:
    header = record.header
    where = {"tenant_id": header.tenant_id, "repository_id": header.repository_id, "snapshot_id": snapshot}
    return select(_C.logical_chunk_id).where(s.matching(s.CHUNKS, where))


def _gone(connection: Connection, record: RunRecord, before: str) -> list[Chunk]:
    header, relatives = record.header, Anything()
    where = {"tenant_id": header.tenant_id, "repository_id": header.repository_id, "snapshot_id": before}
    query = picked_chunks().where(
        s.matching(s.CHUNKS, where), _C.logical_chunk_id.not_in(_logical_ids(record, header.snapshot_id))
    )
    rows: Any = connection.execute(query.order_by(_C.ordinal)).mappings()
    return [decode_chunk(row, row["detail"], row["raw"], relatives) for row in rows]
