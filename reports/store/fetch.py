"""Chunks, snapshots and histories out of the store, as the records they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES, most_restrictive
from reports.diff.compare import Side
from reports.store import schema as s
from reports.store.connect import Store
from reports.store.load import rows_with
from reports.store.picking import Picked
from reports.tables import DEFINING

_I, _S, _K, _U, _V, _N = (table.c for table in (s.INSTANCES, s.STATES, s.KINDS, s.UNITS, s.VERSIONS, s.SNAPSHOTS))


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
    query = select(*(columns[name] for name in SnapshotRow.__dataclass_fields__))
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


_SLICE = 500
"""Chunks read at once: memory stays bounded."""


def chunks_of(store: Store, row: SnapshotRow, clearance: str = "restricted") -> Iterator[Chunk]:
    """Yield the chunks of a snapshot in output order, as far as `clearance` goes."""
    inside = s.INSTANCES.join(s.STATES, _S.state_no == _I.state_no).join(s.KINDS, _K.kind_no == _S.kind_no)
    with store.read() as connection:
        number = snapshot_number(connection, row)
        seen = (_I.snapshot_no == number) & _K.visibility_scope.in_(_allowed(clearance))
        query = select(_I.state_no).select_from(inside).where(seen).order_by(_I.ordinal)
        states = list(connection.execute(query).scalars())
        picked, hashes = Picked(connection), Picked(connection).content_hashes(number)
        for at in range(0, len(states), _SLICE):
            found = sorted(picked.of_states(number, states[at : at + _SLICE], hashes), key=lambda item: item[0])
            yield from (chunk for _, _, chunk in found)


def snapshot_number(connection: Connection, row: SnapshotRow) -> int:
    """Return the number of a snapshot, 0 when it is gone."""
    where = {"tenant_id": row.tenant_id, "repository_id": row.repository_id, "snapshot_id": row.snapshot_id}
    return connection.execute(select(_N.snapshot_no).where(s.matching(s.SNAPSHOTS, where))).scalar() or 0


def _snapshots_of(connection: Connection, tenant_id: str) -> list[int]:
    return list(connection.execute(select(_N.snapshot_no).where(_N.tenant_id == tenant_id)).scalars())


def chunk_by_id(store: Store, chunk_id: str, tenant_id: str = "default", clearance: str = "private") -> Chunk | None:
    """Return one chunk, None when it is not there or not for this reader: both look the same from outside."""
    with store.read() as connection:
        found = Picked(connection).by_id(_snapshots_of(connection, tenant_id), chunk_id)
    return found if found is not None and found.security.visibility_scope in _allowed(clearance) else None


def side_of(store: Store, row: SnapshotRow, known: Mapping[bytes, str] | None = None) -> Side:
    """Return a stored snapshot as one side of a diff; with `known`, the fingerprints of the other side, only what differs from it is loaded."""
    inside = s.INSTANCES.join(s.STATES, _S.state_no == _I.state_no)
    known = known or {}
    with store.read() as connection:
        number = snapshot_number(connection, row)
        query = select(_I.state_no, _S.fingerprint).select_from(inside).where(_I.snapshot_no == number)
        found = connection.execute(query).all()
        wanted = [state for state, fingerprint in found if bytes(fingerprint) not in known]
        same = frozenset(known[key] for _, fingerprint in found if (key := bytes(fingerprint)) in known)
        picked = Picked(connection)
        hashes = picked.content_hashes(number) if wanted else {}
        chunks = [chunk for _, _, chunk in sorted(picked.of_states(number, wanted, hashes), key=lambda item: item[0])]
        defines = _defines(connection, number, wanted)
    if known:  # so that a part that defines nothing is not taken for a side of which it is not known
        defines = {chunk.chunk_id: frozenset[str]() for chunk in chunks} | defines
    return Side(row.commit_sha, row.snapshot_id, row.repository_id, tuple(chunks), defines, same)


_DEFINED = """
SELECT i.chunk_id, g.graph_node_id, g.link_type FROM chunk_instances i
JOIN state_links l ON l.state_no = i.state_no JOIN graph_targets g ON g.target_no = l.target_no
WHERE i.snapshot_no = ? AND i.state_no"""


def _defines(connection: Connection, snapshot_no: int, states: Sequence[int]) -> dict[str, frozenset[str]]:
    """Return the graph nodes that chunks of a snapshot define, by chunk id."""
    found: dict[str, set[str]] = {}
    for chunk, node, kind in rows_with(connection, _DEFINED, (snapshot_no,), states):
        if kind in DEFINING:
            found.setdefault(chunk, set()).add(node)
    return {chunk: frozenset(nodes) for chunk, nodes in found.items()}


def _allowed(clearance: str) -> Sequence[str]:
    return SCOPES[: SCOPES.index(clearance) + 1]


def logical_id_of(store: Store, name: str, tenant_id: str = "default") -> str:
    """Return the logical id of a chunk id; any other name as it is."""
    with store.read() as connection:
        found = Picked(connection).by_id(_snapshots_of(connection, tenant_id), name)
    return name if found is None else found.logical_chunk_id


def history(store: Store, logical_chunk_id: str, tenant_id: str = "default") -> list[Version]:
    """Return all versions of a logical chunk and of what it was before it moved, oldest first."""
    columns, heads = s.LIFECYCLE.c, s.REPOSITORIES.c
    mine = select(heads.repository_no).where(heads.tenant_id == tenant_id)
    lineage = select(_U.lineage_no).where(_U.repository_no.in_(mine), _U.logical_chunk_id == logical_chunk_id)
    family = s.VERSIONS.join(s.UNITS, _U.unit_no == _V.unit_no)
    names = [name for name in Version.__dataclass_fields__ if name != "visibility_scope"]
    with store.read() as connection:
        numbers = select(_V.version_no).select_from(family).where(_U.lineage_no.in_(lineage))
        versions = list(connection.execute(numbers).scalars())
        query = select(columns.version_no, *(columns[name] for name in names)).where(columns.version_no.in_(versions))
        query = query.order_by(columns.first_seen_at, columns.last_seen_at, columns.version_no)
        rows: list[Any] = list(connection.execute(query).mappings())
        scopes = _scopes(connection, versions)
    return [
        Version(
            **{
                **{name: row[name] for name in names},
                "is_latest": bool(row["is_latest"]),
                "visibility_scope": scopes.get(row["version_no"]),
            }
        )
        for row in rows
    ]


_SCOPES_OF = """
SELECT DISTINCT s.version_no, k.visibility_scope FROM chunk_states s JOIN chunk_kinds k ON k.kind_no = s.kind_no
WHERE EXISTS (SELECT 1 FROM snapshots n CROSS JOIN chunk_instances i
    WHERE i.snapshot_no = n.snapshot_no AND i.state_no = s.state_no AND n.repository_no = s.repository_no) AND s.version_no"""


def _scopes(connection: Connection, versions: Sequence[int]) -> dict[int, str]:
    """Return the most restrictive scope of each version that a snapshot still holds."""
    found: dict[int, str] = {}
    for number, scope in rows_with(connection, _SCOPES_OF, (), versions):
        found[number] = most_restrictive(found.get(number, scope), scope)
    return found
