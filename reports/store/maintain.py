"""Look after a store: what is in it, what may go, how small it gets, and all of it as JSON lines."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Float, func, select, text, update

from chunkers.chunk import Chunk
from reports.errors import OutputError
from reports.rows import chunk_row
from reports.store import schema as s
from reports.store.connect import Store
from reports.store.fetch import SnapshotRow, chunks_of, snapshots
from reports.store.index import add_words, clear
from reports.store.load import change_with
from reports.store.picking import Picked
from reports.store.remove import remove_orphans, remove_snapshot
from reports.store.saving import alone


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What a store holds. `bytes` is the size on disk, of the SQLite file with its log, or of the PostgreSQL tables."""

    dialect: str
    schema_version: int
    bytes: int
    rows: dict[str, int]
    snapshots: list[SnapshotRow]


_COUNTED = {
    "snapshots": s.SNAPSHOTS,
    "runs": s.RUNS,
    "files": s.SNAPSHOT_FILES,
    "chunks": s.INSTANCES,
    "lifecycle": s.VERSIONS,
    "states": s.STATES,
    "spans of states": s.STATE_SPANS,
    "links of states": s.STATE_LINKS,
    "content": s.CONTENT,
    "quarantine": s.QUARANTINE,
}
"""What is told of a store's rows: views by the thin tables below them."""


def info(store: Store) -> StoreInfo:
    """Return counts and sizes."""
    with store.read() as connection:
        rows = {
            name: int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for name, table in _COUNTED.items()
        }
        version = int(connection.execute(select(func.max(s.VERSION.c.version))).scalar_one())
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
    for tenant, repository in sorted({(row.tenant_id, row.repository_id) for row in gone}):
        mine = [row for row in gone if (row.tenant_id, row.repository_id) == (tenant, repository)]
        where = {"tenant_id": tenant, "repository_id": repository}
        with alone(store, tenant, repository), store.write() as connection:
            for row in mine:
                remove_snapshot(connection, {**where, "snapshot_id": row.snapshot_id})
            numbers = select(s.REPOSITORIES.c.repository_no).where(s.matching(s.REPOSITORIES, where))
            remove_orphans(connection, connection.execute(numbers).scalar_one())
    if gone:
        reindex(store)
    return gone


def reindex(store: Store) -> int:
    """Build the search index anew from the chunks that are there; return the number of versions in it."""
    held, states = s.INSTANCES.c, s.STATES.c
    inside = s.INSTANCES.join(s.STATES, states.state_no == held.state_no)
    last = select(states.version_no, func.max(held.snapshot_no).label("snapshot_no")).select_from(inside)
    newest = last.group_by(states.version_no).subquery()
    same = (held.state_no == states.state_no) & (held.snapshot_no == newest.c.snapshot_no)
    one = s.STATES.join(newest, newest.c.version_no == states.version_no).join(s.INSTANCES, same)
    query = select(held.snapshot_no, states.state_no).select_from(one)
    with store.write() as connection:
        clear(connection)
        connection.execute(update(s.VERSIONS).values(indexed=0))
        picked = connection.execute(query.order_by(held.snapshot_no, states.state_no)).all()
        for snapshot in sorted({row.snapshot_no for row in picked}):
            mine = [row.state_no for row in picked if row.snapshot_no == snapshot]
            for at in range(0, len(mine), _SLICE):
                _index(connection, snapshot, mine[at : at + _SLICE])
    return len(picked)


_SLICE = 1000
"""Versions indexed at once: memory stays bounded."""


def _index(connection: Connection, snapshot_no: int, states: Sequence[int]) -> None:
    """Put the words of the versions of some states into the index."""
    found = sorted(
        (number, chunk.chunk_id, chunk) for _, number, chunk in Picked(connection).of_states(snapshot_no, states)
    )
    add_words(connection, [(number, chunk) for number, _, chunk in found])
    change_with(connection, "UPDATE chunk_versions SET indexed = 1 WHERE version_no", (), [row[0] for row in found])


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
    """Return a hash over all rows as clients read them, the same for equal stores in either database; numbers handed out are left out.

    Hashes of rows are added up, so that neither their order nor their number matters to memory.
    """
    whole = hashlib.sha256()
    with store.read() as connection:
        for table in (s.REPOSITORIES, s.SNAPSHOTS, s.RUNS, s.QUARANTINE, s.CONTENT, *s.VIEWS):
            columns = [column for column in table.columns if not column.name.endswith("_no")]
            exact = [isinstance(column.type, Float) for column in columns]
            total = 0
            for row in connection.execution_options(yield_per=10_000).execute(select(*columns)):
                cells = repr([_canonical(value, number) for value, number in zip(row, exact, strict=True)])
                total += int.from_bytes(hashlib.sha256(cells.encode("utf-8", "surrogatepass")).digest(), "big")
            whole.update(f"{table.name} {total % 2**256}".encode())
    return whole.hexdigest()


def _canonical(value: Any, number: bool) -> Any:
    """Spell a value as both databases would: numbers with four digits, times in UTC."""
    if number:
        return f"{value:.4f}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return bytes(value) if isinstance(value, memoryview) else value
