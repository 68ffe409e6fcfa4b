"""Bring a database to the newest schema: forward only, each step in one transaction, a copy of the file before the first.

Takes an engine; refuses a schema it does not know and a step that is not what it was when it ran.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from chunkers.plugins import discover
from reports.errors import OutputError
from reports.store import migrations
from reports.store.migrations import Migration

_LOCK = 7_220_514_019_774_113
"""Advisory lock of PostgreSQL: two hosts do not migrate at once."""


@cache
def all_migrations() -> tuple[Migration, ...]:
    """Return every step, by number."""
    return tuple(sorted(discover(migrations, "MIGRATION", Migration), key=lambda step: step.number))


def upgrade(engine: Engine, steps: Sequence[Migration] | None = None) -> int:
    """Run the missing steps; return the schema version.

    Raises:
        OutputError: the database is of a newer version, or a step it has run was changed since.
    """
    steps = all_migrations() if steps is None else steps
    with engine.connect() as connection, connection.begin():
        done = _applied(connection)
    pending = _pending(done, steps)
    if pending and done:
        _copy_aside(engine, max(done))
    for step in pending:
        with engine.connect().execution_options(repochunk_write=True) as connection, connection.begin():
            _run(connection, engine.dialect.name, step)
    return steps[-1].number


def _applied(connection: Connection) -> dict[int, str]:
    """Return the checksums of the steps that ran."""
    if not inspect(connection).has_table("schema_version"):
        return {}
    rows = connection.execute(text("SELECT version, checksum FROM schema_version"))
    return {int(version): str(checksum) for version, checksum in rows}


def _pending(done: dict[int, str], steps: Sequence[Migration]) -> list[Migration]:
    known = {step.number: step for step in steps}
    newer = sorted(set(done) - set(known))
    if newer:
        raise OutputError(
            f"the store has schema version {newer[-1]}, this tool knows {max(known)}: use a newer repochunk"
        )
    for number, checksum in sorted(done.items()):
        if known[number].checksum != checksum:
            raise OutputError(
                f"step {number} of the store's schema is not the one that ran: use the repochunk that wrote it"
            )
    return [step for step in steps if step.number not in done]


def _run(connection: Connection, dialect: str, step: Migration) -> None:
    """Run one step unless another process just did."""
    if dialect == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    connection.execute(
        text(
            "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)"
        )
    )
    if step.number in _applied(connection):
        return
    for statement in step.spelled(dialect):
        connection.exec_driver_sql(statement)
    if step.move is not None:
        step.move(connection)
    for statement in step.cleaning(dialect):
        connection.exec_driver_sql(statement)
    connection.execute(
        text("INSERT INTO schema_version VALUES (:version, :name, :checksum)"),
        {"version": step.number, "name": step.name, "checksum": step.checksum},
    )


def _copy_aside(engine: Engine, version: int) -> None:
    """Copy an SQLite file beside itself before its schema changes; PostgreSQL has its own backups."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database:
        return
    aside = Path(f"{database}.before-{version + 1}")
    aside.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(aside)) as target:
        source.backup(target)
