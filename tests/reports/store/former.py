"""A store as the first schema wrote it, row by row: what stores in the field hold before they are brought over."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import orjson
from sqlalchemy import Connection, Engine, text

from chunkers.chunk import Chunk
from chunkers.identity import digest
from reports.quality import judge
from reports.record import RunRecord
from reports.rows import chunk_row
from reports.store.encode import text_hash
from reports.store.former import FORMER_WORDS
from reports.store.index import add_words
from reports.store.upgrade import all_migrations, upgrade
from reports.stored import run_digest
from reports.tables import link_rows, span_rows
from reports.view import RunView

_PROOF = ("repositoryId", "snapshotId", "commitSha", "contentHash")


def fill(engine: Engine, runs: Sequence[RunRecord], unfinished: int | None = None) -> None:
    """Write runs, oldest first; the one at index `unfinished` is left half done."""
    upgrade(engine, all_migrations()[:1])
    with engine.connect().execution_options(repochunk_write=True) as connection, connection.begin():
        for index, run in enumerate(runs):
            _run(connection, run, done=index != unfinished)


def _insert(connection: Connection, table: str, *cells: object) -> None:
    marks = ", ".join(f":c{index}" for index in range(len(cells)))
    values = {f"c{index}": cell for index, cell in enumerate(cells)}
    connection.execute(text(f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT DO NOTHING"), values)


def _run(connection: Connection, run: RunRecord, *, done: bool) -> None:
    head = run.header
    where = (head.tenant_id, head.repository_id, head.snapshot_id)
    made = run_digest(head)
    _insert(connection, "snapshots", *where, head.commit_sha, head.commit_time, made, int(head.dirty), int(done))
    versions = (head.tool_version, head.policy_digest, head.ruleset_digest, head.token_counter)
    name = f"run_{digest(*where, made)}"
    _insert(connection, "runs", where[0], name, *where[1:], made, *versions, judge(run).verdict, "{}")
    for file in run.files:
        kind = file.classification
        what = (kind.category.value, kind.language, file.outcome.value, file.reason, file.content_hash, file.encoding)
        _insert(connection, "files", *where, file.path, *what, kind.visibility, file.lines, file.owned)
    logical = {chunk.chunk_id: chunk.logical_chunk_id for chunk in run.chunks}
    for ordinal, chunk in enumerate(run.chunks):
        _chunk(connection, run, chunk, ordinal, logical)
    for own, chunk_id, *cells in link_rows(RunView(run)):
        _insert(connection, "chunk_graph_links", head.tenant_id, chunk_id, own, *cells)
    if done and not head.dirty:
        _latest(connection, run)


def _chunk(connection: Connection, run: RunRecord, chunk: Chunk, ordinal: int, logical: dict[str, str]) -> None:
    tenant, raw = chunk.tenant_id, chunk.content.raw
    key = None if raw is None else text_hash(raw)[:40]
    if raw is not None:
        _insert(connection, "content", tenant, key, raw.encode())
    detail = _detail(chunk, logical)
    name = text_hash(detail.decode())[:40]
    squeeze = zlib.compressobj(1, zdict=FORMER_WORDS)
    _insert(connection, "details", tenant, name, squeeze.compress(detail) + squeeze.flush())
    place = (chunk.chunk_id, chunk.logical_chunk_id, tenant, chunk.repository_id, chunk.snapshot_id, chunk.commit_sha)
    kind = (chunk.source.type, chunk.source.path, chunk.chunk_type, chunk.role, chunk.title, chunk.language)
    facts = (chunk.content_hash, chunk.token_estimate, chunk.security.visibility_scope, chunk.quality.stale_risk)
    lines = chunk.provenance.span or (None, None)
    tail = (run.header.commit_time, *lines, chunk.symbol, chunk.signature, key, name, ordinal)
    _insert(connection, "chunks", *place, *kind, *facts, *tail)
    for own, of_chunk, *cells in span_rows(chunk):
        _insert(connection, "chunk_spans", tenant, of_chunk, own, *cells)
    _version(connection, run, chunk)


def _detail(chunk: Chunk, logical: dict[str, str]) -> bytes:
    fields = chunk_row(chunk)
    for name in ("chunkId", "logicalChunkId", "tenantId", "content", *_PROOF):
        del fields[name]
    for name in _PROOF:
        del fields["provenance"][name]
    parent = fields.pop("parentChunkId")
    fields["parent"] = None if parent is None else logical[parent]
    fields["children"] = [logical[child] for child in fields.pop("childChunkIds")]
    return orjson.dumps(fields)


def _version(connection: Connection, run: RunRecord, chunk: Chunk) -> None:
    head, logical = run.header, chunk.logical_chunk_id
    seen = {"sha": head.commit_sha, "time": head.commit_time}
    key = {"tenant": head.tenant_id, "logical": logical, "content": chunk.content_hash}
    same = "tenant_id = :tenant AND logical_chunk_id = :logical AND content_hash = :content"
    number = connection.execute(text(f"SELECT version_no FROM lifecycle WHERE {same}"), key).scalar()
    if number is not None:
        change = "UPDATE lifecycle SET last_commit = :sha, last_seen_at = :time WHERE version_no = :number"
        connection.execute(text(change), {"number": number, **seen})
        return
    number = connection.execute(text("SELECT coalesce(max(version_no), 0) + 1 FROM lifecycle")).scalar_one()
    about = (chunk.content_hash, chunk.chunk_type, chunk.title, chunk.source.path, f"lineage_{digest(logical)}", None)
    times = (head.commit_sha, head.commit_time) * 2
    _insert(connection, "lifecycle", number, head.tenant_id, head.repository_id, logical, *about, *times, 0, 1)
    add_words(connection, [(number, chunk)])


def _latest(connection: Connection, run: RunRecord) -> None:
    owner = {"tenant": run.header.tenant_id, "snapshot": run.header.snapshot_id}
    connection.execute(text("UPDATE lifecycle SET is_latest = 0 WHERE tenant_id = :tenant"), owner)
    connection.execute(
        text(
            "UPDATE lifecycle SET is_latest = 1 WHERE (logical_chunk_id, content_hash) IN"
            " (SELECT logical_chunk_id, content_hash FROM chunks WHERE snapshot_id = :snapshot AND tenant_id = :tenant)"
        ),
        owner,
    )
