"""Which version is the latest, what it replaced, and since when each one is known: the same answer however often it is worked out.

Takes a connection inside the last transaction of a save. The latest snapshot of a repository is the one with the latest commit time. Only what
differs from the versions that are marked is written: a version that stays costs no row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, update

from reports.record import Header, RunRecord
from reports.store import schema as s
from reports.store.load import change_with, rows_with
from reports.store.moves import moves_since
from reports.store.states import At

_V, _U, _S, _N = s.VERSIONS.c, s.UNITS.c, s.STATES.c, s.SNAPSHOTS.c


@dataclass(frozen=True, slots=True)
class _Past:
    """The latest done snapshot of the repository besides the one that is saved."""

    snapshot_no: int
    commit_sha: str
    commit_time: str


def settle(connection: Connection, at: At, record: RunRecord, moves: Sequence[tuple[str, str]] | None) -> None:
    """Bring the lifecycle of a repository up to date with the snapshot of `record`, which is complete but not yet done."""
    header = record.header
    before = _latest(connection, at)
    members, marked = _members(connection, at.snapshot_no), _marked(connection, at)
    if header.dirty or (before is not None and before.commit_time > header.commit_time):
        _seen(connection, at, header, members)  # a work tree is no commit: what it holds is never the latest
        if before is not None and not header.dirty:
            _mark_again(connection, at, before, marked)
        return
    come = members - marked
    _seen(connection, at, header, come)
    if before is not None:
        _supersede(connection, at, before, come)
        pairs = moves_since(connection, at, record, before.snapshot_no) if moves is None else moves
        _moved(connection, at, before, pairs)
    _mark(connection, at, members, marked, at.commit_no)


def commit_number(connection: Connection, repository_no: int, commit_sha: str, commit_time: str) -> int:
    """Return the number of a commit; it is handed out when there is none."""
    where = {"repository_no": repository_no, "commit_sha": commit_sha, "commit_time": commit_time}
    found = connection.execute(select(s.COMMITS.c.commit_no).where(s.matching(s.COMMITS, where))).scalar()
    if found is not None:
        return int(found)
    added = connection.execute(s.COMMITS.insert().values(where).returning(s.COMMITS.c.commit_no))
    return int(added.scalar_one())


def _latest(connection: Connection, at: At) -> _Past | None:
    query = (
        select(_N.snapshot_no, _N.commit_sha, _N.commit_time)
        .where(_N.repository_no == at.repository_no, _N.done == 1, _N.dirty == 0, _N.snapshot_no != at.snapshot_no)
        .order_by(_N.commit_time.desc(), _N.snapshot_id.desc())
        .limit(1)
    )
    found = connection.execute(query).first()
    return None if found is None else _Past(*found)


def _members(connection: Connection, snapshot_no: int) -> set[int]:
    """Return the version numbers of a snapshot."""
    inside = s.INSTANCES.join(s.STATES, _S.state_no == s.INSTANCES.c.state_no)
    query = select(_S.version_no).select_from(inside).where(s.INSTANCES.c.snapshot_no == snapshot_no)
    return set(connection.execute(query).scalars())


def _marked(connection: Connection, at: At) -> set[int]:
    query = select(_V.version_no).where(_V.repository_no == at.repository_no, _V.is_latest == 1)
    return set(connection.execute(query).scalars())


def _marked_commit(connection: Connection, at: At) -> tuple[int, str] | None:
    """Return number and time of the commit whose versions are marked."""
    heads = s.REPOSITORIES.c
    inside = s.REPOSITORIES.join(s.COMMITS, s.COMMITS.c.commit_no == heads.latest_no)
    query = select(heads.latest_no, s.COMMITS.c.commit_time).select_from(inside)
    found = connection.execute(query.where(heads.repository_no == at.repository_no)).first()
    return None if found is None else (found[0], found[1])


_KNOWN = """
SELECT v.version_no, v.is_latest, born.commit_time, seen.commit_time FROM chunk_versions v
JOIN commits born ON born.commit_no = v.first_no JOIN commits seen ON seen.commit_no = v.last_no
WHERE v.version_no"""


def _seen(connection: Connection, at: At, header: Header, versions: Iterable[int]) -> None:
    """Widen the time each version of this snapshot is known for; one that is marked was seen in the commit that was marked last."""
    until, now = _marked_commit(connection, at), header.commit_time
    earlier: list[int] = []
    later: list[int] = []
    for number, latest, born, seen in rows_with(connection, _KNOWN, (), versions):
        if born > now:
            earlier.append(number)
        if max(seen, until[1] if latest and until else "") < now:
            later.append(number)
    change_with(connection, "UPDATE chunk_versions SET first_no = ? WHERE version_no", (at.commit_no,), earlier)
    change_with(connection, "UPDATE chunk_versions SET last_no = ? WHERE version_no", (at.commit_no,), later)


_REPLACED = """
UPDATE chunk_versions SET supersedes_chunk_id = (
    SELECT i.chunk_id FROM chunk_versions o CROSS JOIN chunk_states s CROSS JOIN chunk_instances i
    WHERE s.version_no = o.version_no AND i.state_no = s.state_no AND i.snapshot_no = ?
    AND o.unit_no = chunk_versions.unit_no AND o.version_no <> chunk_versions.version_no LIMIT 1
) WHERE supersedes_chunk_id IS NULL AND first_no = ? AND version_no"""


def _supersede(connection: Connection, at: At, before: _Past, come: Iterable[int]) -> None:
    """Let each version that is new in this snapshot name the chunk it replaced."""
    change_with(connection, _REPLACED, (before.snapshot_no, at.commit_no), come)


def _moved(connection: Connection, at: At, before: _Past, moves: Sequence[tuple[str, str]]) -> None:
    """Hand lineage on to units under a new logical id."""
    query = "SELECT logical_chunk_id, unit_no FROM chunk_units WHERE repository_no = ? AND logical_chunk_id"
    wanted = sorted({logical for pair in moves for logical in pair})
    units = dict(rows_with(connection, query, (at.repository_no,), wanted))
    for gone, come in moves:
        if gone not in units or come not in units:
            continue
        old, new = units[gone], units[come]
        lineage = connection.execute(select(_U.lineage_no).where(_U.unit_no == old)).scalar_one()
        connection.execute(update(s.UNITS).where(_U.unit_no == new).values(lineage_no=lineage))
        unnamed = (_V.unit_no == new) & _V.supersedes_chunk_id.is_(None)
        replaced = _chunk_of(connection, old, before)
        connection.execute(update(s.VERSIONS).where(unnamed).values(supersedes_chunk_id=replaced))


def _chunk_of(connection: Connection, unit_no: int, snapshot: _Past) -> str | None:
    """Return the chunk of a unit in a snapshot."""
    instances = s.INSTANCES.c
    inside = s.VERSIONS.join(s.STATES, _S.version_no == _V.version_no).join(
        s.INSTANCES, (instances.state_no == _S.state_no) & (instances.snapshot_no == snapshot.snapshot_no)
    )
    return connection.execute(
        select(func.max(instances.chunk_id)).select_from(inside).where(_V.unit_no == unit_no)
    ).scalar()


def _mark_again(connection: Connection, at: At, before: _Past, marked: set[int]) -> None:
    """Mark the latest snapshot that is there, when it is not the one that was marked: that one was taken away."""
    number = commit_number(connection, at.repository_no, before.commit_sha, before.commit_time)
    found = _marked_commit(connection, at)
    if found is None or found[0] != number:
        _mark(connection, at, _members(connection, before.snapshot_no), marked, number)


def _mark(connection: Connection, at: At, members: set[int], marked: set[int], commit_no: int) -> None:
    """Mark the versions of the latest snapshot, and only them; what ceases to be the latest was last seen in the commit marked before."""
    gone, until = marked - members, _marked_commit(connection, at)
    if gone and until is not None:
        seen = ((number, seen) for number, _, _, seen in rows_with(connection, _KNOWN, (), gone))
        earlier = [number for number, time in seen if time <= until[1]]
        change_with(connection, "UPDATE chunk_versions SET last_no = ? WHERE version_no", (until[0],), earlier)
    change_with(connection, "UPDATE chunk_versions SET is_latest = 0 WHERE version_no", (), gone)
    change_with(connection, "UPDATE chunk_versions SET is_latest = 1 WHERE version_no", (), members - marked)
    heads = s.REPOSITORIES
    connection.execute(update(heads).where(heads.c.repository_no == at.repository_no).values(latest_no=commit_no))
