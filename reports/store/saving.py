"""Put a run into the store: batches of files, each in one transaction with its done markers, then one transaction that makes it visible.

Takes a judged run; a killed run goes on where it stopped, a finished one is left as it is, another policy's rows are replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, delete, select, text, update

from chunkers.chunk import Chunk, FileResult
from chunkers.identity import digest
from reports.pause import collector_paused
from reports.record import RunRecord
from reports.report import QualityReport
from reports.store import schema as s
from reports.store.batch import Batch, write_batch
from reports.store.connect import Store
from reports.store.encode import encoder_of
from reports.store.lifecycle import commit_number, settle
from reports.store.load import append
from reports.store.remove import remove_snapshot
from reports.store.states import At
from reports.stored import run_digest
from reports.view import RunView

BATCH_CHUNKS = 4000
"""Chunks per transaction: about 10 MB of rows."""
_THIN = 8
"""Times as many where the run was compared with a stored one: next to all chunks are thin rows then, and pages that every transaction touches are
written less often."""


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
    view: RunView | None = None,
) -> Saved:
    """Write a run; `moves` are (old, new) logical ids of units that moved since the latest snapshot, found out when not given.

    `view` are the look-ups over `record` when they are at hand.

    Raises:
        OutputError: the database cannot be written; everything up to the failed batch is kept, and a new save goes on from there.
    """
    view = view or RunView(record)
    with collector_paused(), alone(store, record.header.tenant_id, record.header.repository_id):
        started = _start(store, record)
        if started is None:
            return Saved(0, 0, 0, already=True)
        at, done = started
        encoder = encoder_of(view)
        files = chunks = 0
        for batch in batches(view, done, batch_chunks * _THIN if view.fingerprints else batch_chunks):
            with store.write() as connection:
                write_batch(connection, at, encoder, batch)
            files += len(batch.files)
            chunks += len(batch.chunks)
        _finish(store, at, record, report, moves, info)
    return Saved(files, chunks, len(done))


@contextmanager
def alone(store: Store, tenant_id: str, repository_id: str) -> Iterator[None]:
    """Hold off other writers of the same repository: PostgreSQL by an advisory lock, SQLite by the lock of its output directory."""
    if store.dialect == "sqlite":
        yield
        return
    key = {"key": int.from_bytes(digest(tenant_id, repository_id).encode()[:7], "big")}
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


def _start(store: Store, record: RunRecord) -> tuple[At, frozenset[str]] | None:
    """Return where to write and the files that are done, None when the whole snapshot is; rows of another analysis of the commit go."""
    where, mine, header = _where(record), run_digest(record.header), record.header
    with store.write() as connection:
        repository = _repository_number(connection, header.tenant_id, header.repository_id)
        commit = commit_number(connection, repository, header.commit_sha, header.commit_time)
        columns = s.SNAPSHOTS.c
        query = select(columns.snapshot_no, columns.run_digest, columns.done).where(s.matching(s.SNAPSHOTS, where))
        found = connection.execute(query).first()
        if found is not None and found.run_digest == mine:
            done = _done(connection, found.snapshot_no)
            if not found.done:
                return At(repository, found.snapshot_no, commit, fresh=False), done
            if len(done) >= len(record.files):
                return None  # also for a subset of the commit: it never takes the place of the whole
        if found is not None:
            remove_snapshot(connection, where)
        head = {"repository_no": repository, "commit_sha": header.commit_sha, "commit_time": header.commit_time}
        head |= {"run_digest": mine, "dirty": int(header.dirty), "done": 0}
        added = connection.execute(s.SNAPSHOTS.insert().values(where | head).returning(columns.snapshot_no))
        known = connection.execute(select(s.STATES.c.state_no).where(s.STATES.c.repository_no == repository).limit(1))
        return At(repository, int(added.scalar_one()), commit, fresh=known.first() is None), frozenset()


def _repository_number(connection: Connection, tenant_id: str, repository_id: str) -> int:
    where = {"tenant_id": tenant_id, "repository_id": repository_id}
    number = s.REPOSITORIES.c.repository_no
    found = connection.execute(select(number).where(s.matching(s.REPOSITORIES, where))).scalar()
    if found is not None:
        return int(found)
    return int(connection.execute(s.REPOSITORIES.insert().values(where).returning(number)).scalar_one())


def _done(connection: Connection, snapshot_no: int) -> frozenset[str]:
    files = s.SNAPSHOT_FILES.join(s.FILE_STATES, s.FILE_STATES.c.file_no == s.SNAPSHOT_FILES.c.file_no)
    query = select(s.FILE_STATES.c.path).select_from(files).where(s.SNAPSHOT_FILES.c.snapshot_no == snapshot_no)
    return frozenset(connection.execute(query).scalars())


def batches(view: RunView, done: frozenset[str], size: int) -> Iterator[Batch]:
    """Yield the files that are not done with their chunks, about `size` chunks each; composed chunks come last."""
    record = view.record
    place = {chunk.chunk_id: at for at, chunk in enumerate(record.chunks)}
    files: list[FileResult] = []
    chunks: list[Chunk] = []
    for result in record.files:
        if result.path in done:
            continue
        files.append(result)
        chunks.extend(view.by_path.get(result.path, ()))
        if len(chunks) >= size:
            yield Batch(tuple(files), tuple(chunks), place)
            files, chunks = [], []
    chunks.extend(chunk for chunk in record.chunks if chunk.source.path not in view.files)
    if files or chunks:
        yield Batch(tuple(files), tuple(chunks), place)


def _finish(
    store: Store,
    at: At,
    record: RunRecord,
    report: QualityReport,
    moves: Sequence[tuple[str, str]] | None,
    info: Mapping[str, Any] | None,
) -> None:
    """Write what concerns the run as a whole and make the snapshot visible."""
    where, header = _where(record), record.header
    with store.write() as connection:
        connection.execute(delete(s.QUARANTINE).where(s.matching(s.QUARANTINE, where)))
        append(connection, s.QUARANTINE, [(*where.values(), q.path, q.grammar, q.reason) for q in record.quarantined])
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
        append(connection, s.RUNS, [row])
        settle(connection, at, record, moves)
        connection.execute(update(s.SNAPSHOTS).where(s.matching(s.SNAPSHOTS, where)).values(done=1))
