"""Which units of the latest stored snapshot live on under another logical id in the one that is being saved.

Takes a connection inside the last transaction of a save, gives pairs of logical ids. Loads only what is gone, not the whole snapshot.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from chunkers.chunk import Chunk
from reports.diff.lineage import pairs
from reports.record import RunRecord
from reports.store import schema as s
from reports.store.picking import Picked
from reports.store.states import At

_I, _S, _V, _U = s.INSTANCES.c, s.STATES.c, s.VERSIONS.c, s.UNITS.c


def moves_since(connection: Connection, at: At, record: RunRecord, before: int) -> list[tuple[str, str]]:
    """Return (old, new) logical ids of what moved between snapshot number `before` and `record`, whose chunks are in the store already."""
    new, old = (_units(connection, mine, other) for mine, other in ((at.snapshot_no, before), (before, at.snapshot_no)))
    fresh = new.keys() - old.keys()
    if not fresh:
        return []
    lost = [state for unit, state in old.items() if unit not in new]
    added = [chunk for chunk in record.chunks if chunk.logical_chunk_id in fresh]
    return [
        (pair.old.logical_chunk_id, pair.new.logical_chunk_id)
        for pair in pairs(_chunks(connection, before, lost), added)
    ]


def _units(connection: Connection, snapshot: int, other: int) -> dict[str, int]:
    """Return, by logical id, the states of a snapshot that the other one does not hold."""
    mine, theirs = (select(_I.state_no).where(_I.snapshot_no == number) for number in (snapshot, other))
    only = mine.except_(theirs).subquery()
    inside = (
        s.STATES.join(only, only.c.state_no == _S.state_no)
        .join(s.VERSIONS, _V.version_no == _S.version_no)
        .join(s.UNITS, _U.unit_no == _V.unit_no)
    )
    rows: Any = connection.execute(select(_U.logical_chunk_id, _S.state_no).select_from(inside))
    return {str(logical): int(state) for logical, state in rows}


def _chunks(connection: Connection, snapshot: int, states: list[int]) -> list[Chunk]:
    """Return the chunks of some states of a snapshot, in output order."""
    found = sorted(Picked(connection).of_states(snapshot, states), key=lambda item: item[0])
    return [chunk for _, _, chunk in found]
