"""Many rows into one table, fast: many rows a statement for SQLite, COPY for PostgreSQL; and many keys looked up at once.

Takes a connection inside a transaction, a table, column names and tuples. Knows nothing of what the rows mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Table

Row = tuple[Any, ...]
_PARAMETERS = 999
"""What SQLite takes in a statement, in its oldest builds."""
_AT_ONCE = 500
"""Keys asked for at once."""


def append(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert `rows`, none of which is there, with all columns."""
    if not rows:
        return
    names = ", ".join(column.name for column in table.columns)
    if connection.dialect.name == "sqlite":
        _insert(connection, f"INSERT INTO {table.name} ({names})", rows)
    else:
        _copy(connection, table.name, names, rows)


def load(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert `rows` with all columns; those whose key exists are skipped."""
    if not rows:
        return
    names = ", ".join(column.name for column in table.columns)
    if connection.dialect.name == "sqlite":
        _insert(connection, f"INSERT OR IGNORE INTO {table.name} ({names})", rows)
        return
    aside = f"load_{table.name}"  # COPY itself cannot skip rows
    source = f"SELECT {names} FROM {table.name} WITH NO DATA"  # noqa: S608  # our own names
    connection.exec_driver_sql(f"CREATE TEMP TABLE {aside} ON COMMIT DROP AS {source}")
    _copy(connection, aside, names, rows)
    fresh = f"SELECT {names} FROM {aside} ON CONFLICT DO NOTHING"  # noqa: S608  # our own names
    connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) {fresh}")
    connection.exec_driver_sql(f"DROP TABLE {aside}")


def _insert(connection: Connection, into: str, rows: Sequence[Row]) -> None:
    """Insert into SQLite: as many rows in a statement as it takes parameters, which costs two thirds of a statement for each."""
    width = len(rows[0])
    marks, at_once = f"({', '.join('?' * width)})", _PARAMETERS // width
    whole = len(rows) - len(rows) % at_once
    statement = f"{into} VALUES {', '.join([marks] * at_once)}"
    for at in range(0, whole, at_once):
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(rows[at : at + at_once])))
    if whole < len(rows):
        connection.exec_driver_sql(f"{into} VALUES {marks}", list(rows[whole:]))


def _copy(connection: Connection, table: str, names: str, rows: Sequence[Row]) -> None:
    raw: Any = connection.connection.driver_connection
    with raw.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([_plain(value) for value in row])


def _plain(value: Any) -> Any:
    """PostgreSQL text cannot hold NUL; exact values stand in the chunk's details, where it is escaped."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value


def fresh_numbers(connection: Connection, table: Table, count: int) -> Sequence[int]:
    """Return numbers for new rows of a table whose key is handed out in order: whoever writes holds the lock that makes them ours."""
    column = next(iter(table.primary_key)).name
    if connection.dialect.name == "sqlite":
        last = connection.exec_driver_sql(f"SELECT coalesce(max({column}), 0) FROM {table.name}").scalar_one()  # noqa: S608  # our own names
        return range(last + 1, last + 1 + count)
    ask = f"SELECT nextval(pg_get_serial_sequence('{table.name}', '{column}')) FROM generate_series(1, %s)"  # noqa: S608  # our own names
    return [number for (number,) in connection.exec_driver_sql(ask, (count,))]


def rows_with(connection: Connection, query: str, first: Row, keys: Iterable[Any]) -> Iterator[Any]:
    """Yield the rows of `query`, which ends in a column that must be one of `keys`; `first` are the values of its `?` before."""
    for statement, values in _narrowed(connection, query, first, list(keys)):
        yield from connection.exec_driver_sql(statement, values).all()


def change_with(connection: Connection, change: str, first: Row, keys: Iterable[Any]) -> None:
    """Run a statement that ends in a column that must be one of `keys`; `first` are the values of its `?` before."""
    for statement, values in _narrowed(connection, change, first, list(keys)):
        connection.exec_driver_sql(statement, values)


def _narrowed(connection: Connection, statement: str, first: Row, keys: list[Any]) -> Iterator[tuple[str, Row]]:
    if connection.dialect.name != "sqlite":
        if keys:
            yield f"{statement.replace('?', '%s')} = ANY(%s)", (*first, keys)
        return
    for at in range(0, len(keys), _AT_ONCE):
        part = keys[at : at + _AT_ONCE]
        yield f"{statement} IN ({', '.join('?' * len(part))})", (*first, *part)
