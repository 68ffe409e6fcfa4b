"""Many rows into one table, fast, rows that are there already left alone: executemany for SQLite, COPY for PostgreSQL.

Takes a connection inside a transaction, a table, column names and tuples. Knows nothing of what the rows mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table

Row = tuple[Any, ...]


def load(connection: Connection, table: Table, rows: Sequence[Row], columns: Sequence[str] | None = None) -> None:
    """Insert `rows` (in the order of `columns`, all columns by default); rows whose key exists are skipped."""
    if not rows:
        return
    names = list(columns or [column.name for column in table.columns])
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(names))
        into = f"{table.name} ({', '.join(names)}) VALUES ({marks})"
        connection.exec_driver_sql(f"INSERT OR IGNORE INTO {into}", list(rows))  # our own names
    else:
        _copy(connection, table.name, ", ".join(names), rows)


def _copy(connection: Connection, table: str, columns: str, rows: Sequence[Row]) -> None:
    """COPY into a temporary table, then insert what is new: COPY itself cannot skip rows."""
    aside = f"load_{table}"
    source = f"SELECT {columns} FROM {table} WITH NO DATA"  # noqa: S608  # our own names
    connection.exec_driver_sql(f"CREATE TEMP TABLE {aside} ON COMMIT DROP AS {source}")
    raw: Any = connection.connection.driver_connection
    with raw.cursor() as cursor, cursor.copy(f"COPY {aside} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([_plain(value) for value in row])
    fresh = f"SELECT {columns} FROM {aside} ON CONFLICT DO NOTHING"  # noqa: S608  # our own names
    connection.exec_driver_sql(f"INSERT INTO {table} ({columns}) {fresh}")
    connection.exec_driver_sql(f"DROP TABLE {aside}")


def _plain(value: Any) -> Any:
    """PostgreSQL text cannot hold NUL; exact values stand in the chunk's details, where it is escaped."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value
