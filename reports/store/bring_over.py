"""Bring a store of the first schema over to states: every snapshot, finished or not, and all histories under the numbers they have.

Takes a connection inside the step's transaction, with the former tables renamed to `old_...` and the new ones empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, text, update

from chunkers.chunk import Chunk
from chunkers.identity import chunk_id, digest
from reports.store import schema as s
from reports.store.batch import Batch, number_files, write_batch
from reports.store.encode import Encoder, hash_of
from reports.store.former import former_chunk
from reports.store.lifecycle import commit_number
from reports.store.load import append, fresh_numbers, rows_with
from reports.store.states import At
from reports.tables import MarkedLink, link_mark

_SLICE = 1000
"""Chunks brought over at once: memory stays bounded."""
_FORMER = """
SELECT c.*, d.detail, t.raw FROM old_chunks c
JOIN old_details d ON d.tenant_id = c.tenant_id AND d.detail_hash = c.detail_hash
LEFT JOIN old_content t ON t.tenant_id = c.tenant_id AND t.text_hash = c.text_hash
WHERE c.tenant_id = :tenant_id AND c.repository_id = :repository_id AND c.snapshot_id = :snapshot_id
AND c.ordinal >= :first AND c.ordinal < :last ORDER BY c.ordinal
"""
_OF_SNAPSHOT = " WHERE tenant_id = :tenant_id AND repository_id = :repository_id AND snapshot_id = :snapshot_id"


def bring_over(connection: Connection) -> None:
    """Fill the new tables from the former ones."""
    owners = connection.execute(
        text(
            "SELECT tenant_id, repository_id FROM old_snapshots UNION SELECT tenant_id, repository_id FROM old_lifecycle"
        )
    ).all()
    for number, owner in zip(
        fresh_numbers(connection, s.REPOSITORIES, len(owners)), sorted(map(tuple, owners)), strict=True
    ):
        append(connection, s.REPOSITORIES, [(number, *owner, None)])
        where = {"tenant_id": owner[0], "repository_id": owner[1]}
        _histories(connection, number, where)
        query = text("SELECT * FROM old_snapshots WHERE tenant_id = :tenant_id AND repository_id = :repository_id")
        found: Sequence[Any] = connection.execute(query, where).mappings().all()
        for row in sorted(found, key=lambda row: (row["commit_time"], row["snapshot_id"])):
            _snapshot(connection, number, row)
        _mark(connection, number)
    if connection.dialect.name == "postgresql" and owners:
        connection.execute(
            text(
                "SELECT setval(pg_get_serial_sequence('chunk_versions', 'version_no'), max(version_no)) FROM chunk_versions"
            )
        )


def _histories(connection: Connection, repository: int, where: Mapping[str, str]) -> None:
    """Bring units and versions over; a version keeps its number, which is its place in the search index."""
    query = text(
        "SELECT * FROM old_lifecycle WHERE tenant_id = :tenant_id AND repository_id = :repository_id ORDER BY version_no"
    )
    rows = connection.execute(query, where).mappings().all()
    firsts = {row["logical_chunk_id"]: row for row in reversed(rows)}
    logicals = sorted(firsts, key=lambda name: int(firsts[name]["version_no"]))
    numbers = dict(zip(logicals, fresh_numbers(connection, s.UNITS, len(logicals)), strict=True))
    usual = {name: f"lineage_{digest(name)}" for name in logicals}
    roots = {usual[name]: number for name, number in numbers.items()}
    units = []
    for name, number in numbers.items():
        row = firsts[name]
        root = roots.setdefault(row["lineage_id"], number)
        own = row["lineage_id"] if root == number else usual[name]
        units.append((number, repository, name, row["chunk_type"], row["path"], own, root))
    append(connection, s.UNITS, units)
    commits: dict[tuple[str, str], int] = {}

    def commit(sha: str, time: str) -> int:
        if (sha, time) not in commits:
            commits[sha, time] = commit_number(connection, repository, sha, time)
        return commits[sha, time]

    versions = [
        (
            row["version_no"],
            repository,
            numbers[row["logical_chunk_id"]],
            hash_of(row["content_hash"]),
            row["title"],
            commit(row["first_commit"], row["first_seen_at"]),
            commit(row["last_commit"], row["last_seen_at"]),
            row["supersedes_chunk_id"],
            row["is_latest"],
            row["indexed"],
        )
        for row in rows
    ]
    append(connection, s.VERSIONS, versions)


def _snapshot(connection: Connection, repository: int, row: Mapping[str, Any]) -> None:
    number = fresh_numbers(connection, s.SNAPSHOTS, 1)[0]
    tail = (row["commit_sha"], row["commit_time"], row["run_digest"], row["dirty"], row["done"])
    append(
        connection,
        s.SNAPSHOTS,
        [(number, row["tenant_id"], row["repository_id"], row["snapshot_id"], repository, *tail)],
    )
    at = At(repository, number, commit_number(connection, repository, tail[0], tail[1]), fresh=False)
    where = {name: row[name] for name in ("tenant_id", "repository_id", "snapshot_id")}
    file_hashes = _files(connection, at, where)
    query = text(f"SELECT logical_chunk_id, content_hash FROM old_chunks{_OF_SNAPSHOT}")  # noqa: S608  # our own names
    hashes: dict[str, str] = {str(name): str(content) for name, content in connection.execute(query, where)}
    ids = {chunk_id(where["tenant_id"], name, where["snapshot_id"], hashes[name]): name for name in hashes}
    last = connection.execute(text(f"SELECT max(ordinal) FROM old_chunks{_OF_SNAPSHOT}"), where).scalar()  # noqa: S608  # same
    for first in range(0, -1 if last is None else int(last) + 1, _SLICE):
        part = where | {"first": first, "last": first + _SLICE}
        found: Sequence[Any] = connection.execute(text(_FORMER), part).mappings().all()
        chunks = tuple(former_chunk(old, hashes) for old in found)
        place = {old["chunk_id"]: int(old["ordinal"]) for old in found}
        links = _links(connection, where["tenant_id"], [chunk.chunk_id for chunk in chunks])
        encoder = Encoder(ids, file_hashes, partial(_links_of, links))
        write_batch(connection, at, encoder, Batch((), chunks, place))


def _files(connection: Connection, at: At, where: Mapping[str, str]) -> dict[str, str | None]:
    """Bring the files of a snapshot over; return their hashes by path."""
    names = [column.name for column in s.FILE_STATES.columns][4:]
    query = text(f"SELECT path, {', '.join(names)} FROM old_files{_OF_SNAPSHOT} ORDER BY path")  # noqa: S608  # our own names
    rows = {str(path): tuple(cells) for path, *cells in connection.execute(query, where)}
    number_files(connection, at, rows)
    return {path: cells[names.index("content_hash")] for path, cells in rows.items()}


def _links(connection: Connection, tenant_id: str, ids: Sequence[str]) -> dict[str, list[MarkedLink]]:
    query = "SELECT chunk_id, graph_node_id, link_type, confidence FROM old_chunk_graph_links WHERE tenant_id = ? AND chunk_id"
    found: dict[str, list[MarkedLink]] = {}
    for chunk, node, kind, confidence in sorted(
        rows_with(connection, query, (tenant_id,), ids), key=lambda row: row[:3]
    ):
        found.setdefault(chunk, []).append((link_mark(node, kind), node, kind, round(float(confidence), 4)))
    return found


def _links_of(links: Mapping[str, list[MarkedLink]], chunk: Chunk) -> Sequence[MarkedLink]:
    return links.get(chunk.chunk_id, ())


def _mark(connection: Connection, repository: int) -> None:
    """Name the commit whose versions are marked: that of the latest finished snapshot."""
    columns = s.SNAPSHOTS.c
    query = select(columns.commit_sha, columns.commit_time).where(
        columns.repository_no == repository, columns.done == 1, columns.dirty == 0
    )
    found = connection.execute(query.order_by(columns.commit_time.desc(), columns.snapshot_id.desc())).first()
    if found is not None:
        latest = commit_number(connection, repository, found.commit_sha, found.commit_time)
        heads = s.REPOSITORIES
        connection.execute(update(heads).where(heads.c.repository_no == repository).values(latest_no=latest))
