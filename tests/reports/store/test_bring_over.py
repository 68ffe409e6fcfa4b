"""A store that the first schema made is brought over whole: chunks, flat tables, histories, search; and it goes on from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, select, text

from reports.diff import Side, diff
from reports.store import Query, Store, open_store, search
from reports.store import schema as s
from reports.store.connect import _begin_sqlite, _prepare_sqlite
from reports.store.fetch import chunks_of, history, side_of, snapshots
from reports.store.maintain import digest_rows, info
from reports.tables import defined_nodes, link_rows, span_rows
from reports.view import RunView
from tests.reports.store.former import fill
from tests.reports.store.runs import at_commit, keep, logical_of, rewritten

RUNS = (
    at_commit(0),
    at_commit(1, rewritten("Orders.create", "def create(self):\n    return zebra\n")),
    at_commit(2),
)


@pytest.fixture
def brought(target: str) -> Store:
    """A store of three commits, written by the first schema and opened by this one."""
    sqlite = "://" not in target
    engine = create_engine(f"sqlite:///{target}" if sqlite else target.replace("postgresql", "postgresql+psycopg", 1))
    if sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    fill(engine, RUNS)
    engine.dispose()
    return open_store(target)


def test_nothing_is_lost(brought: Store) -> None:
    found = snapshots(brought)
    assert [row.snapshot_id for row in found] == [run.header.snapshot_id for run in reversed(RUNS)]
    for row, run in zip(reversed(found), RUNS, strict=True):
        assert tuple(chunks_of(brought, row)) == run.chunks
    logical = logical_of(RUNS[0], "Orders.create")
    versions = history(brought, logical)
    assert [(v.first_commit[0], v.last_commit[0], v.is_latest) for v in versions] == [
        ("0", "2", True),
        ("1", "1", False),
    ]
    assert search(brought, Query("zebra", "acme/shop", snapshot_id=RUNS[1].header.snapshot_id))
    assert not search(brought, Query("zebra", "acme/shop"))
    assert info(brought).rows["states"] == len(RUNS[0].chunks) + 1
    brought.close()


def test_it_holds_what_a_new_store_of_the_same_runs_holds(brought: Store, tmp_path: Path) -> None:
    fresh = open_store(tmp_path / "fresh.db")
    for run in RUNS:
        keep(fresh, run, moves=())
    for store in (fresh, brought):
        with store.write() as connection:
            connection.execute(text("UPDATE runs SET info = ''"))
            connection.execute(text("UPDATE chunk_versions SET supersedes_chunk_id = NULL"))  # the helper writes none
    assert digest_rows(brought) == digest_rows(fresh)
    later = at_commit(3, rewritten("Orders.create", "def create(self):\n    return zebra\n"))
    for store in (fresh, brought):
        keep(store, later)
        assert search(store, Query("zebra", "acme/shop"))
    assert digest_rows(brought) == digest_rows(fresh)
    for store in (fresh, brought):
        store.close()


def test_views_spell_the_rows_of_the_json_files(store: Store) -> None:
    for run in RUNS:
        keep(store, run)
    view = RunView(RUNS[1])
    mine = {chunk.chunk_id for chunk in RUNS[1].chunks}
    with store.read() as connection:
        spans = {tuple(row)[1:] for row in connection.execute(select(s.SPANS)) if row.chunk_id in mine}
        links = {
            (*row[1:5], round(float(row[5]), 4)) for row in connection.execute(select(s.LINKS)) if row.chunk_id in mine
        }
    told = [cells for chunk in RUNS[1].chunks for cells in span_rows(chunk)]
    assert spans == {(chunk, own, *rest) for own, chunk, *rest in told}
    assert links == {(chunk, own, *rest) for own, chunk, *rest in link_rows(view)}
    assert len({own for own, *_ in told}) == len(told)


def test_a_stored_side_of_a_store_brought_over(brought: Store) -> None:
    old, new = RUNS[0], RUNS[1]
    row = next(row for row in snapshots(brought) if row.commit_sha == old.header.commit_sha)
    other = Side(new.header.commit_sha, new.header.snapshot_id, "r", new.chunks, defined_nodes(RunView(new)))
    whole = Side(old.header.commit_sha, old.header.snapshot_id, "r", old.chunks, defined_nodes(RunView(old)))
    assert diff(side_of(brought, row), other) == diff(whole, other)
    brought.close()
