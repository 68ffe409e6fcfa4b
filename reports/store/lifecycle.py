"""Which version is the latest, what it replaced, and since when each one is known: set-based, the same answer however often it runs.

Takes a connection inside the last transaction of a save. The latest snapshot of a repository is the one with the latest commit time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Select, and_, bindparam, exists, func, or_, select, update

from reports.record import Header, RunRecord
from reports.store import schema as s
from reports.store.moves import moves_since

_L, _C, _S = s.LIFECYCLE.c, s.CHUNKS.c, s.SNAPSHOTS.c


def settle(connection: Connection, record: RunRecord, moves: Sequence[tuple[str, str]] | None) -> None:
    """Bring the lifecycle of a repository up to date with the snapshot of `record`, which is complete but not yet done."""
    header = record.header
    _inherit(connection, header)
    if header.dirty:
        _seen(connection, header)  # a work tree is no commit: what it holds is never the latest
        return
    before = _latest(connection, header, without=header.snapshot_id)
    latest = header.snapshot_id if before is None or before[1] <= header.commit_time else before[0]
    _seen(connection, header)
    if before is not None and latest == header.snapshot_id:
        _supersede(connection, header, before[0])
        _moved(connection, header, before[0], moves_since(connection, record, before[0]) if moves is None else moves)
    _mark(connection, header, latest)


def _latest(connection: Connection, header: Header, without: str) -> tuple[str, str] | None:
    """Return id and commit time of the latest done snapshot of the repository."""
    query = (
        select(_S.snapshot_id, _S.commit_time)
        .where(
            _S.tenant_id == header.tenant_id,
            _S.repository_id == header.repository_id,
            _S.done == 1,
            _S.dirty == 0,
            _S.snapshot_id != without,
        )
        .order_by(_S.commit_time.desc(), _S.snapshot_id.desc())
        .limit(1)
    )
    found = connection.execute(query).first()
    return None if found is None else (found[0], found[1])


def _members(header: Header, snapshot: str) -> Select[tuple[int]]:
    """Select the version numbers of a snapshot."""
    same = and_(
        _C.tenant_id == _L.tenant_id, _C.logical_chunk_id == _L.logical_chunk_id, _C.content_hash == _L.content_hash
    )
    return (
        select(_L.version_no)
        .select_from(s.LIFECYCLE.join(s.CHUNKS, same))
        .where(_C.tenant_id == header.tenant_id, _C.repository_id == header.repository_id, _C.snapshot_id == snapshot)
    )


def _seen(connection: Connection, header: Header) -> None:
    """Widen the time each version of this snapshot is known for."""
    mine = _L.version_no.in_(_members(header, header.snapshot_id))
    table = s.LIFECYCLE
    later = {"last_commit": header.commit_sha, "last_seen_at": header.commit_time}
    connection.execute(update(table).where(mine, _L.last_seen_at < header.commit_time).values(later))
    earlier = {"first_commit": header.commit_sha, "first_seen_at": header.commit_time}
    connection.execute(update(table).where(mine, _L.first_seen_at > header.commit_time).values(earlier))


def _inherit(connection: Connection, header: Header) -> None:
    """Let each version that is new in this snapshot be of the lineage its unit is of: a unit that moved once keeps what it came from."""
    past = s.LIFECYCLE.alias("past")
    known = (
        select(past.c.lineage_id)
        .where(past.c.tenant_id == _L.tenant_id, past.c.logical_chunk_id == _L.logical_chunk_id)
        .order_by(past.c.version_no)
        .limit(1)
        .scalar_subquery()
    )
    mine = and_(_L.version_no.in_(_members(header, header.snapshot_id)), _L.first_commit == header.commit_sha)
    connection.execute(update(s.LIFECYCLE).where(mine).values(lineage_id=known))


def _supersede(connection: Connection, header: Header, before: str) -> None:
    """Let each version that is new in this snapshot name the chunk it replaced."""
    old = s.CHUNKS.alias("old")
    replaced = (
        select(old.c.chunk_id)
        .where(
            old.c.tenant_id == _L.tenant_id,
            old.c.logical_chunk_id == _L.logical_chunk_id,
            old.c.snapshot_id == before,
            old.c.content_hash != _L.content_hash,
        )
        .limit(1)
        .scalar_subquery()
    )
    mine = and_(
        _L.version_no.in_(_members(header, header.snapshot_id)),
        _L.first_commit == header.commit_sha,
        _L.supersedes_chunk_id.is_(None),
    )
    connection.execute(update(s.LIFECYCLE).where(mine).values(supersedes_chunk_id=replaced))


def _moved(connection: Connection, header: Header, before: str, moves: Sequence[tuple[str, str]]) -> None:
    """Hand lineage on to units under a new logical id."""
    if not moves:
        return
    old = s.CHUNKS.alias("old")
    past = s.LIFECYCLE.alias("past")
    place = and_(
        old.c.tenant_id == header.tenant_id, old.c.logical_chunk_id == bindparam("gone"), old.c.snapshot_id == before
    )
    chunk = select(func.max(old.c.chunk_id)).where(place).scalar_subquery()
    lineage = (
        select(func.min(past.c.lineage_id))
        .where(past.c.tenant_id == header.tenant_id, past.c.logical_chunk_id == bindparam("gone"))
        .scalar_subquery()
    )
    known = exists(
        select(past.c.version_no).where(
            past.c.tenant_id == header.tenant_id, past.c.logical_chunk_id == bindparam("gone")
        )
    )
    mine = and_(_L.tenant_id == header.tenant_id, _L.logical_chunk_id == bindparam("come"), known)
    change = (
        update(s.LIFECYCLE)
        .where(mine)
        .values(lineage_id=lineage, supersedes_chunk_id=func.coalesce(_L.supersedes_chunk_id, chunk))
    )
    connection.execute(change, [{"gone": gone, "come": come} for gone, come in moves])


def _mark(connection: Connection, header: Header, latest: str) -> None:
    """Mark the versions of the latest snapshot, and only them."""
    own = and_(_L.tenant_id == header.tenant_id, _L.repository_id == header.repository_id)
    members = _members(header, latest)
    connection.execute(
        update(s.LIFECYCLE).where(own, _L.is_latest == 1, _L.version_no.not_in(members)).values(is_latest=0)
    )
    connection.execute(
        update(s.LIFECYCLE)
        .where(own, or_(_L.is_latest == 0, _L.is_latest.is_(None)), _L.version_no.in_(members))
        .values(is_latest=1)
    )
