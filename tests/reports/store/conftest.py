from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reports.store import Store, open_store
from tests.reports.store import postgres

Opener = Callable[[], Store]
_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    why = postgres.missing()
    if why:
        pytest.skip(why)
    yield from postgres.serve()


@pytest.fixture
def database(server: str) -> str:
    """The URL of a fresh schema of the server: as good as a database of its own, and made in a millisecond."""
    import psycopg  # noqa: PLC0415  # only where there is a server

    name = f"t{next(_NUMBERS)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{server}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be opened, once per kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "repochunk.db")
    return str(request.getfixturevalue("database"))


@pytest.fixture
def store(target: str) -> Iterator[Store]:
    opened = open_store(target)
    yield opened
    opened.close()
