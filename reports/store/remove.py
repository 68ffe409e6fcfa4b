"""Take snapshots out of the store, and what nothing refers to any more. Inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, Select, delete, select

from reports.store import schema as s
from reports.store.load import change_with


def remove_snapshot(connection: Connection, where: Mapping[str, str]) -> None:
    """Delete all rows of one snapshot; states and the lifecycle stay."""
    mine = select(s.SNAPSHOTS.c.snapshot_no).where(s.matching(s.SNAPSHOTS, where))
    for table in (s.INSTANCES, s.SNAPSHOT_FILES):
        connection.execute(delete(table).where(table.c.snapshot_no.in_(mine)))
    for table in (s.QUARANTINE, s.RUNS, s.SNAPSHOTS):
        connection.execute(delete(table).where(s.matching(table, where)))


def remove_orphans(connection: Connection, repository_no: int) -> None:
    """Delete the states of a repository that no snapshot holds, and the files, texts, details and link ends nothing refers to then."""
    snapshots = select(s.SNAPSHOTS.c.snapshot_no).where(s.SNAPSHOTS.c.repository_no == repository_no)
    states, held = s.STATES.c, s.INSTANCES.c
    kept = select(held.state_no).where(held.snapshot_no.in_(snapshots))
    unheld = select(states.state_no).where(states.repository_no == repository_no, states.state_no.not_in(kept))
    gone = list(connection.execute(unheld).scalars())
    for table in (*s.PER_STATE, s.STATES):
        change_with(connection, f"DELETE FROM {table.name} WHERE state_no", (), gone)  # noqa: S608  # our own names
    mine = select(states.state_no).where(states.repository_no == repository_no)
    listed = s.SNAPSHOT_FILES.c
    pairs = (
        (s.FILE_STATES, s.FILE_STATES.c.file_no, select(listed.file_no).where(listed.snapshot_no.in_(snapshots))),
        (s.CONTENT, s.CONTENT.c.text_no, _of_states(repository_no, "text_no")),
        (s.BLOCKS, s.BLOCKS.c.block_no, _of_states(repository_no, "block_no")),
        (
            s.TARGETS,
            s.TARGETS.c.target_no,
            select(s.STATE_LINKS.c.target_no).where(s.STATE_LINKS.c.state_no.in_(mine)),
        ),
    )
    for table, number, used in pairs:
        connection.execute(delete(table).where(table.c.repository_no == repository_no, number.not_in(used)))


def _of_states(repository_no: int, name: str) -> Select[tuple[int]]:
    column = s.STATES.c[name]
    return select(column).where(s.STATES.c.repository_no == repository_no, column.is_not(None))
