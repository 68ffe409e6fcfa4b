"""Look after a store: what is in it, what may go, how small it gets, and all of it as JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Float, func, select, text, update

from chunkers.chunk import Chunk
from reports.errors import OutputError
from reports.rows import chunk_row
from reports.store import schema as s
from reports.store.connect import Store
from reports.store.encode import Anything, decode_chunk
from reports.store.fetch import SnapshotRow, chunks_of, picked_chunks, snapshots
from reports.store.index import add_words, clear
from reports.store.remove import remove_orphans, remove_snapshot


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What a store holds. `bytes` is the size on disk, of the SQLite file with its log, or of the PostgreSQL tables."""

    dialect: str
    schema_version: int
    bytes: int
    rows: dict[str, int]
    snapshots: list[SnapshotRow]


def info(store: Store) -> StoreInfo:
    """Return counts and sizes."""
    with store.read() as connection:
        rows = {
            str(table.name): int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in s.TABLES
        }
        version = int(connection.execute(select(func.max(s.VERSIONS.c.version))).scalar_one())
        if store.dialect == "postgresql":
            names = [*(table.name for table in s.TABLES), "chunk_search"]
            size = sum(
                int(
                    connection.execute(
                        text("SELECT pg_total_relation_size(CAST(:t AS regclass))"), {"t": t}
                    ).scalar_one()
                )
                for t in names
            )
        else:
            files = (Path(f"{store.engine.url.database}{end}") for end in ("", "-wal"))
            size = sum(file.stat().st_size for file in files if file.exists())
    return StoreInfo(store.dialect, version, size, rows, snapshots(store))


def prune(store: Store, keep: int, tenant_id: str | None = None, repository_id: str | None = None) -> list[SnapshotRow]:
    """Keep the newest `keep` done snapshots of each repository; return what was removed. Histories stay, texts nobody uses go.

    Unfinished snapshots older than the newest done one go too.
    """
    found = snapshots(store, tenant_id, repository_id)
    kept: dict[tuple[str, str], int] = {}
    gone: list[SnapshotRow] = []
    for row in found:
        key = (row.tenant_id, row.repository_id)
        if row.done and kept.get(key, 0) < keep:
            kept[key] = kept.get(key, 0) + 1
        elif row.done or kept.get(key, 0):
            gone.append(row)
    if gone:
        with store.write() as connection:
            for row in gone:
                where = {"tenant_id": row.tenant_id, "repository_id": row.repository_id, "snapshot_id": row.snapshot_id}
                remove_snapshot(connection, where)
            remove_orphans(connection)
        reindex(store)
    return gone


def reindex(store: Store) -> int:
    """Build the search index anew from the chunks that are there; return the number of versions in it."""
    versions, chunks = s.LIFECYCLE.c, s.CHUNKS.c
    same = (
        (versions.tenant_id == chunks.tenant_id)
        & (versions.logical_chunk_id == chunks.logical_chunk_id)
        & (versions.content_hash == chunks.content_hash)
    )
    one = select(versions.version_no, versions.tenant_id, func.max(chunks.chunk_id).label("chunk_id"))
    query = one.select_from(s.LIFECYCLE.join(s.CHUNKS, same)).group_by(versions.version_no, versions.tenant_id)
    with store.write() as connection:
        clear(connection)
        connection.execute(update(s.LIFECYCLE).values(indexed=0))
        picked = connection.execute(query.order_by(versions.tenant_id, versions.version_no)).all()
        for tenant in sorted({row.tenant_id for row in picked}):
            mine = [(row.chunk_id, row.version_no) for row in picked if row.tenant_id == tenant]
            for at in range(0, len(mine), _SLICE):
                _index(connection, tenant, dict(mine[at : at + _SLICE]))
    return len(picked)


_SLICE = 1000
"""Versions indexed at once: memory stays bounded."""


def _index(connection: Connection, tenant: str, numbers: dict[str, int]) -> None:
    """Put the words of some versions into the index; `numbers` are version numbers by chunk id."""
    query = picked_chunks().where(s.CHUNKS.c.tenant_id == tenant, s.CHUNKS.c.chunk_id.in_(list(numbers)))
    rows: Any = connection.execute(query).mappings().all()
    relatives = Anything()
    found = [(numbers[row["chunk_id"]], decode_chunk(row, row["detail"], row["raw"], relatives)) for row in rows]
    add_words(connection, sorted(found, key=lambda pair: pair[0]))
    versions = s.LIFECYCLE.c.version_no
    connection.execute(update(s.LIFECYCLE).where(versions.in_(list(numbers.values()))).values(indexed=1))


def vacuum(store: Store) -> None:
    """Give space back and refresh the planner's figures."""
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        raw: Any = connection.connection.driver_connection
        cursor = raw.cursor()
        if store.dialect == "postgresql":
            cursor.execute("VACUUM ANALYZE")
        else:
            for statement in (
                "INSERT INTO chunk_search(chunk_search) VALUES('optimize')",
                "VACUUM",
                "PRAGMA optimize",
                "PRAGMA wal_checkpoint(TRUNCATE)",
            ):
                cursor.execute(statement)
        cursor.close()


def export_jsonl(store: Store, row: SnapshotRow, clearance: str = "private") -> Iterator[bytes]:
    """Yield the chunks of a snapshot as JSON lines, each as in chunks.json."""
    for chunk in chunks_of(store, row, clearance):
        yield orjson.dumps(chunk_row(chunk)) + b"\n"


def write_jsonl(chunks: Iterable[Chunk], path: Path) -> int:
    """Write `chunks` to `path` as JSON lines, aside first; return their number.

    Raises:
        OutputError: the file cannot be written.
    """
    aside, count = path.with_name(f".writing-{path.name}"), 0
    try:
        with aside.open("wb") as file:
            for chunk in chunks:
                file.write(orjson.dumps(chunk_row(chunk)) + b"\n")
                count += 1
        aside.replace(path)
    except OSError as error:
        raise OutputError(f"{path} could not be written ({error.strerror or error})") from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
    return count


def digest_rows(store: Store) -> str:
    """Return a hash over all rows, the same for equal stores in either database; numbers given by a database are left out."""
    whole = hashlib.sha256()
    with store.read() as connection:
        for table in s.TABLES:
            columns = [column for column in table.columns if column.name != "version_no"]
            exact = [isinstance(column.type, Float) for column in columns]
            found = connection.execute(select(*columns))
            rows = sorted(
                repr([_canonical(value, number) for value, number in zip(row, exact, strict=True)]) for row in found
            )
            whole.update(table.name.encode())
            for row in rows:
                whole.update(row.encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


def _canonical(value: Any, number: bool) -> Any:
    """Spell a value as both databases would: numbers with four digits, times in UTC."""
    if number:
        return f"{value:.4f}"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    return bytes(value) if isinstance(value, memoryview) else value
