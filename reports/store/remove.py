"""Take snapshots out of the store, and what nothing refers to any more. Inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, select

from reports.store import schema as s


def remove_snapshot(connection: Connection, where: Mapping[str, str]) -> None:
    """Delete all rows of one snapshot; shared texts, details and the lifecycle stay."""
    mine = select(s.CHUNKS.c.chunk_id).where(s.matching(s.CHUNKS, where))
    for table in s.PER_CHUNK:
        connection.execute(delete(table).where(table.c.tenant_id == where["tenant_id"], table.c.chunk_id.in_(mine)))
    for table in (s.CHUNKS, s.FILES, s.QUARANTINE, s.RUNS, s.SNAPSHOTS):
        connection.execute(delete(table).where(s.matching(table, where)))


def remove_orphans(connection: Connection) -> None:
    """Delete texts and details no chunk refers to."""
    chunks = s.CHUNKS.alias("used")
    for table, column, key in (
        (s.CONTENT, s.CONTENT.c.text_hash, chunks.c.text_hash),
        (s.DETAILS, s.DETAILS.c.detail_hash, chunks.c.detail_hash),
    ):
        used = select(chunks.c.chunk_id).where(chunks.c.tenant_id == table.c.tenant_id, key == column).exists()
        connection.execute(delete(table).where(~used))
