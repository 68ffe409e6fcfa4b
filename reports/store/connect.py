"""Open a store by file name or database URL: connections, transactions, and the schema brought up to date.

Takes a path or URL, gives a `Store`; refuses a newer schema, a changed migration, and a file behind a symbolic link. Never shows a password.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from reports.errors import OutputError, UnsafeOutputError
from reports.store.upgrade import upgrade

_BUSY_MS = 10_000
_LOG_PAGES = 10_000
"""Pages of the write-ahead log before they are copied into the file: pages that many transactions touch are copied once."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open store."""

    engine: Engine

    @property
    def dialect(self) -> str:
        """Return "sqlite" or "postgresql"."""
        return self.engine.dialect.name

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that only reads.

        Raises:
            OutputError: the database cannot be read.
        """
        try:
            with self.engine.connect() as connection, connection.begin():
                yield connection
        except DBAPIError as error:
            raise OutputError(f"the store {self.name} could not be read ({_first_line(error)})") from error

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that takes the write lock at once; it commits at the end or not at all.

        Raises:
            OutputError: the database is full, read-only, gone, or held by another writer.
        """
        try:
            with self.engine.connect().execution_options(repochunk_write=True) as connection, connection.begin():
                yield connection
        except (DBAPIError, self.engine.dialect.loaded_dbapi.Error) as error:  # COPY goes past SQLAlchemy
            raise OutputError(
                f"the store {self.name} could not be written ({_first_line(error)}): nothing of this step was kept"
            ) from error

    @property
    def name(self) -> str:
        """Return where the store is, without its password."""
        url = self.engine.url
        return str(url.database) if self.dialect == "sqlite" else url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_store(target: str | Path) -> Store:
    """Open the store at a file path or URL (`postgresql://...`), creating or migrating it as needed.

    Raises:
        OutputError: not a store URL, no connection, a newer schema.
        UnsafeOutputError: the file is a symbolic link.
    """
    url = _url(target)
    engine = (
        create_engine(url, poolclass=QueuePool, pool_size=1)
        if url.get_backend_name() == "sqlite"
        else create_engine(url, pool_pre_ping=True)
    )
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    store = Store(engine)
    try:
        upgrade(engine)
    except DBAPIError as error:
        engine.dispose()
        raise OutputError(f"the store {store.name} cannot be opened ({_first_line(error)})") from error
    except BaseException:
        engine.dispose()
        raise
    return store


def _url(target: str | Path) -> URL:
    text = str(target)
    if isinstance(target, Path) or "://" not in text:
        path = Path(text)
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
            if file.is_symlink() or (file.exists() and not stat.S_ISREG(file.lstat().st_mode)):
                raise UnsafeOutputError(f"{file} is not a plain file: remove it or name another store")
        return URL.create("sqlite", database=str(path))
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise OutputError(
            "the store's URL cannot be read: write postgresql://user@host/database or a file name"
        ) from error
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        return _url(Path(url.database or ""))
    raise OutputError(f"{url.get_backend_name()} is no store: use a file name or postgresql://...")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    """Let us begin transactions ourselves, and set up the file: WAL, where the file system can."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "cache_size=-65536",
        f"wal_autocheckpoint={_LOG_PAGES}",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("repochunk_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _first_line(error: Exception) -> str:
    said = error.orig if isinstance(error, DBAPIError) else error
    lines = str(said).strip().splitlines()
    return lines[0] if lines else type(said).__name__
