"""Put a run into the store: batches of files, each in one transaction with its done markers, then one transaction that makes it visible.

Takes a judged run; a killed run goes on where it stopped, a finished one is left as it is, another policy's rows are replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import delete, select, text, update

from chunkers.chunk import Chunk, FileResult
from chunkers.identity import digest
from reports.record import RunRecord
from reports.report import QualityReport
from reports.store import schema as s
from reports.store.batch import Batch, write_batch
from reports.store.connect import Store
from reports.store.lifecycle import settle
from reports.store.load import load
from reports.store.remove import remove_snapshot
from reports.stored import run_digest
from reports.tables import LinkCells, link_rows
from reports.view import RunView

BATCH_CHUNKS = 4000
"""Chunks per transaction: about 10 MB of rows."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save did: files and chunks written now, files found done from an interrupted run; `already` when nothing was left to do."""

    files: int
    chunks: int
    resumed: int
    already: bool = False


def save(
    store: Store,
    record: RunRecord,
    report: QualityReport,
    *,
    moves: Sequence[tuple[str, str]] | None = None,
    info: Mapping[str, Any] | None = None,
    batch_chunks: int = BATCH_CHUNKS,
) -> Saved:
    """Write a run; `moves` are (old, new) logical ids of units that moved since the latest snapshot, found out when not given.

    Raises:
        OutputError: the database cannot be written; everything up to the failed batch is kept, and a new save goes on from there.
    """
    with _alone(store, record):
        done = _start(store, record)
        if done is None:
            return Saved(0, 0, 0, already=True)
        files = chunks = 0
        for batch in batches(record, done, batch_chunks):
            with store.write() as connection:
                write_batch(connection, record, batch)
            files += len(batch.files)
            chunks += len(batch.chunks)
        _finish(store, record, report, moves, info)
    return Saved(files, chunks, len(done))


@contextmanager
def _alone(store: Store, record: RunRecord) -> Iterator[None]:
    """Hold off other writers of the same repository: PostgreSQL by an advisory lock, SQLite by the lock of its output directory."""
    if store.dialect == "sqlite":
        yield
        return
    key = {"key": int.from_bytes(digest(record.header.tenant_id, record.header.repository_id).encode()[:7], "big")}
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), key)
        try:
            yield
        finally:
            if not connection.invalidated:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), key)


def _where(record: RunRecord) -> dict[str, str]:
    header = record.header
    return {"tenant_id": header.tenant_id, "repository_id": header.repository_id, "snapshot_id": header.snapshot_id}


def _start(store: Store, record: RunRecord) -> frozenset[str] | None:
    """Return the files that are done, None when the whole snapshot is; rows of another analysis of the commit go."""
    where, mine = _where(record), run_digest(record.header)
    with store.write() as connection:
        found = connection.execute(
            select(s.SNAPSHOTS.c.run_digest, s.SNAPSHOTS.c.done).where(s.matching(s.SNAPSHOTS, where))
        ).first()
        if found is not None and found.run_digest == mine:
            done = frozenset(connection.execute(select(s.FILES.c.path).where(s.matching(s.FILES, where))).scalars())
            if not found.done:
                return done
            if len(done) >= len(record.files):
                return None  # also for a subset of the commit: it never takes the place of the whole
        if found is not None:
            remove_snapshot(connection, where)
        header = record.header
        row = (*where.values(), header.commit_sha, header.commit_time, mine, int(header.dirty), 0)
        load(connection, s.SNAPSHOTS, [row])
        return frozenset()


def batches(record: RunRecord, done: frozenset[str], size: int) -> Iterator[Batch]:
    """Yield the files that are not done with their chunks and links, about `size` chunks each; composed chunks come last."""
    view = RunView(record)
    place = {chunk.chunk_id: at for at, chunk in enumerate(record.chunks)}
    logical = {chunk.chunk_id: chunk.logical_chunk_id for chunk in record.chunks}
    links: dict[str, list[LinkCells]] = {}
    for row in link_rows(view):
        links.setdefault(row[1], []).append(row)
    files: list[FileResult] = []
    chunks: list[Chunk] = []
    for result in record.files:
        if result.path in done:
            continue
        files.append(result)
        chunks.extend(view.by_path.get(result.path, ()))
        if len(chunks) >= size:
            yield Batch(tuple(files), tuple(chunks), links, place, logical)
            files, chunks = [], []
    chunks.extend(chunk for chunk in record.chunks if chunk.source.path not in view.files)
    if files or chunks:
        yield Batch(tuple(files), tuple(chunks), links, place, logical)


def _finish(
    store: Store,
    record: RunRecord,
    report: QualityReport,
    moves: Sequence[tuple[str, str]] | None,
    info: Mapping[str, Any] | None,
) -> None:
    """Write what concerns the run as a whole and make the snapshot visible."""
    where, header = _where(record), record.header
    with store.write() as connection:
        load(connection, s.QUARANTINE, [(*where.values(), q.path, q.grammar, q.reason) for q in record.quarantined])
        run = digest(*where.values(), run_digest(record.header))
        connection.execute(delete(s.RUNS).where(s.matching(s.RUNS, where)))
        text_info = orjson.dumps(dict(info or {}), option=orjson.OPT_SORT_KEYS).decode()
        row = (
            header.tenant_id,
            f"run_{run}",
            header.repository_id,
            header.snapshot_id,
            run_digest(record.header),
            header.tool_version,
            header.policy_digest,
            header.ruleset_digest,
            header.token_counter,
            report.verdict,
            text_info,
        )
        load(connection, s.RUNS, [row])
        settle(connection, record, moves)
        connection.execute(update(s.SNAPSHOTS).where(s.matching(s.SNAPSHOTS, where)).values(done=1))
