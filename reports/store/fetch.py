"""Chunks, snapshots and histories out of the store, as the records they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_, select

from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES, most_restrictive
from reports.diff.compare import Side
from reports.store import schema as s
from reports.store.connect import Store
from reports.store.encode import decode_chunk
from reports.tables import DEFINING

_C = s.CHUNKS.c
_TOGETHER = (
    s.CHUNKS.join(s.DETAILS, and_(s.DETAILS.c.tenant_id == _C.tenant_id, s.DETAILS.c.detail_hash == _C.detail_hash))
    .outerjoin(s.CONTENT, and_(s.CONTENT.c.tenant_id == _C.tenant_id, s.CONTENT.c.text_hash == _C.text_hash))
)  # fmt: skip
_PARTS = (
    _C.chunk_id,
    _C.logical_chunk_id,
    _C.tenant_id,
    _C.repository_id,
    _C.snapshot_id,
    _C.commit_sha,
    _C.content_hash,
    s.DETAILS.c.detail,
    s.CONTENT.c.raw,
)


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A snapshot in the store."""

    tenant_id: str
    repository_id: str
    snapshot_id: str
    commit_sha: str
    commit_time: str
    run_digest: str
    dirty: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Version:
    """One text of a logical chunk over time; the lineage holds versions under earlier logical ids too.

    `visibility_scope` is the most restrictive one of its chunks, None when no snapshot with it is left.
    """

    repository_id: str
    logical_chunk_id: str
    content_hash: str
    chunk_type: str
    title: str
    path: str | None
    lineage_id: str
    supersedes_chunk_id: str | None
    first_commit: str
    first_seen_at: str
    last_commit: str
    last_seen_at: str
    is_latest: bool
    visibility_scope: str | None


def snapshots(store: Store, tenant_id: str | None = None, repository_id: str | None = None) -> list[SnapshotRow]:
    """Return the snapshots, newest commit first within each repository."""
    columns = s.SNAPSHOTS.c
    query = select(s.SNAPSHOTS)
    if tenant_id is not None:
        query = query.where(columns.tenant_id == tenant_id)
    if repository_id is not None:
        query = query.where(columns.repository_id == repository_id)
    query = query.order_by(
        columns.tenant_id, columns.repository_id, columns.commit_time.desc(), columns.snapshot_id.desc()
    )
    with store.read() as connection:
        rows: list[Any] = list(connection.execute(query).mappings())
        return [SnapshotRow(**{**row, "dirty": bool(row["dirty"]), "done": bool(row["done"])}) for row in rows]


def picked_chunks() -> Select[Any]:
    """Return the query for chunks with details and text; `decode_chunk` reads its rows."""
    return select(*_PARTS).select_from(_TOGETHER)


def chunks_of(store: Store, row: SnapshotRow, clearance: str = "restricted") -> Iterator[Chunk]:
    """Yield the chunks of a snapshot in output order, as far as `clearance` goes."""
    where = {"tenant_id": row.tenant_id, "repository_id": row.repository_id, "snapshot_id": row.snapshot_id}
    query = (
        select(*_PARTS)
        .select_from(_TOGETHER)
        .where(s.matching(s.CHUNKS, where), _C.visibility_scope.in_(_allowed(clearance)))
    )
    with store.read() as connection:
        hashes = _hashes(connection, where)
        rows: Any = connection.execute(query.order_by(_C.ordinal)).mappings()
        for found in rows:
            yield decode_chunk(found, found["detail"], found["raw"], hashes)


def chunk_by_id(store: Store, chunk_id: str, tenant_id: str = "default", clearance: str = "private") -> Chunk | None:
    """Return one chunk, None when it is not there or not for this reader: both look the same from outside."""
    scope = _C.visibility_scope.in_(_allowed(clearance))
    query = select(*_PARTS).select_from(_TOGETHER).where(_C.tenant_id == tenant_id, _C.chunk_id == chunk_id, scope)
    with store.read() as connection:
        found: Any = connection.execute(query).mappings().first()
        if found is None:
            return None
        where = {name: found[name] for name in ("tenant_id", "repository_id", "snapshot_id")}
        return decode_chunk(found, found["detail"], found["raw"], _hashes(connection, where))


def side_of(store: Store, row: SnapshotRow, known: Mapping[str, tuple[str, str]] | None = None) -> Side:
    """Return a stored snapshot as one side of a diff; with `known`, the fingerprints of the other side, only what differs from it is loaded."""
    where = {"tenant_id": row.tenant_id, "repository_id": row.repository_id, "snapshot_id": row.snapshot_id}
    columns = (_C.chunk_id, _C.logical_chunk_id, _C.content_hash, _C.detail_hash)
    query = select(*columns).where(s.matching(s.CHUNKS, where)).order_by(_C.ordinal)
    known = known or {}
    with store.read() as connection:
        found = connection.execute(query).all()
        wanted = [chunk for chunk, logical, *hashes in found if known.get(logical) != tuple(hashes)]
        relatives = {logical: content for _chunk, logical, content, _detail in found}
        chunks = _some_chunks(connection, row.tenant_id, wanted, relatives)
        defines = _defines(connection, row.tenant_id, wanted)
    if known:  # so that a part that defines nothing is not taken for a side of which it is not known
        defines = {chunk: frozenset[str]() for chunk in wanted} | defines
    loaded = {chunk.logical_chunk_id for chunk in chunks}
    same = frozenset(logical for logical in relatives if logical not in loaded)
    return Side(row.commit_sha, row.snapshot_id, row.repository_id, chunks, defines, same)


_SLICE = 500
"""Ids asked for at once: SQLite takes 999 parameters in its oldest builds."""


def _slices(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[at : at + _SLICE] for at in range(0, len(ids), _SLICE))


def _some_chunks(
    connection: Connection, tenant_id: str, ids: Sequence[str], relatives: Mapping[str, str]
) -> tuple[Chunk, ...]:
    """Return the chunks of `ids`, in that order."""
    found: dict[str, Chunk] = {}
    for part in _slices(ids):
        query = picked_chunks().where(_C.tenant_id == tenant_id, _C.chunk_id.in_(part))
        rows: Any = connection.execute(query).mappings()
        found |= {row["chunk_id"]: decode_chunk(row, row["detail"], row["raw"], relatives) for row in rows}
    return tuple(found[chunk] for chunk in ids)


def _defines(connection: Connection, tenant_id: str, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return the graph nodes that chunks of `ids` define."""
    links, found = s.LINKS.c, dict[str, set[str]]()
    for part in _slices(ids):
        query = select(links.chunk_id, links.graph_node_id).where(
            links.tenant_id == tenant_id, links.chunk_id.in_(part), links.link_type.in_(sorted(DEFINING))
        )
        for chunk, node in connection.execute(query):
            found.setdefault(chunk, set()).add(node)
    return {chunk: frozenset(nodes) for chunk, nodes in found.items()}


def _allowed(clearance: str) -> Sequence[str]:
    return SCOPES[: SCOPES.index(clearance) + 1]


def _hashes(connection: Connection, where: dict[str, str]) -> dict[str, str]:
    """Return the content hash of every logical chunk of a snapshot."""
    rows = connection.execute(select(_C.logical_chunk_id, _C.content_hash).where(s.matching(s.CHUNKS, where)))
    return {str(logical): str(digest) for logical, digest in rows}


def logical_id_of(store: Store, name: str, tenant_id: str = "default") -> str:
    """Return the logical id of a chunk id; any other name as it is."""
    query = select(_C.logical_chunk_id).where(_C.tenant_id == tenant_id, _C.chunk_id == name)
    with store.read() as connection:
        return connection.execute(query).scalar() or name


def history(store: Store, logical_chunk_id: str, tenant_id: str = "default") -> list[Version]:
    """Return all versions of a logical chunk and of what it was before it moved, oldest first."""
    columns = s.LIFECYCLE.c
    lineage = select(columns.lineage_id).where(
        columns.tenant_id == tenant_id, columns.logical_chunk_id == logical_chunk_id
    )
    names = [name for name in Version.__dataclass_fields__ if name != "visibility_scope"]
    query = (
        select(*(columns[name] for name in names))
        .where(columns.tenant_id == tenant_id, columns.lineage_id.in_(lineage))
        .order_by(columns.first_seen_at, columns.last_seen_at, columns.version_no)
    )
    with store.read() as connection:
        rows: list[Any] = list(connection.execute(query).mappings())
        scopes = _scopes(connection, tenant_id, {row["logical_chunk_id"] for row in rows})
    return [
        Version(
            **{
                **row,
                "is_latest": bool(row["is_latest"]),
                "visibility_scope": scopes.get((row["logical_chunk_id"], row["content_hash"])),
            }
        )
        for row in rows
    ]


def _scopes(connection: Connection, tenant_id: str, logical_ids: set[str]) -> dict[tuple[str, str], str]:
    """Return the most restrictive scope of each version that a snapshot still holds."""
    query = (
        select(_C.logical_chunk_id, _C.content_hash, _C.visibility_scope)
        .where(_C.tenant_id == tenant_id, _C.logical_chunk_id.in_(sorted(logical_ids)))
        .distinct()
    )
    found: dict[tuple[str, str], str] = {}
    for logical, content, scope in connection.execute(query):
        found[logical, content] = most_restrictive(found.get((logical, content), scope), scope)
    return found
