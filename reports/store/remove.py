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
    """Delete texts and details no chunk refers to; by tenant, so that the database can look keys up in one list."""
    chunks = s.CHUNKS.c
    pairs = (
        (s.CONTENT, s.CONTENT.c.text_hash, chunks.text_hash),
        (s.DETAILS, s.DETAILS.c.detail_hash, chunks.detail_hash),
    )
    for table, column, key in pairs:
        for tenant in connection.execute(select(table.c.tenant_id).distinct()).scalars().all():
            used = select(key).where(chunks.tenant_id == tenant, key.is_not(None))
            connection.execute(delete(table).where(table.c.tenant_id == tenant, column.not_in(used)))
