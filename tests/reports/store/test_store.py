from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from sqlalchemy import inspect, select

from reports.diff import Side, diff
from reports.errors import OutputError, UnsafeOutputError
from reports.generation import write_generation
from reports.quality import judge
from reports.record import Quarantined
from reports.store import Query, Store, open_store, search
from reports.store import schema as s
from reports.store.encode import fingerprints
from reports.store.fetch import chunk_by_id, chunks_of, history, side_of, snapshots
from reports.store.maintain import digest_rows, export_jsonl, info, prune, reindex, vacuum
from reports.store.migrations import Migration
from reports.store.upgrade import all_migrations, upgrade
from reports.stored import is_stored
from reports.tables import defined_nodes
from reports.view import RunView
from tests.reports.store.runs import at_commit, keep, logical_of, renamed, rewritten

SEED_COLUMNS = {
    "chunks": "chunk_id logical_chunk_id tenant_id repository_id snapshot_id commit_sha source_type path chunk_type role title language"
    " content_hash token_estimate visibility_scope stale_risk created_at",
    "chunk_spans": "id chunk_id span_type start_line start_column end_line end_column",
    "chunk_graph_links": "id chunk_id graph_node_id link_type confidence",
    "chunk_sources": "id chunk_id source_ref_type source_ref_id usage_type",
}


@pytest.mark.seed("P41")
def test_tables_have_the_columns_of_the_seed_and_a_tenant_in_every_key(store: Store) -> None:
    found = inspect(store.engine)
    for name, columns in SEED_COLUMNS.items():
        assert set(columns.split()) <= {c["name"] for c in found.get_columns(name)}, name
    owned = {
        table.name
        for table in s.TABLES
        if {"tenant_id", "repository_no"} & {c["name"] for c in found.get_columns(table.name)}
    }
    numbers = {next(iter(table.primary_key)).name for table in s.TABLES if table.name in owned}
    for table in s.TABLES:
        keys = found.get_pk_constraint(table.name)["constrained_columns"]
        assert table.name in owned or keys[0] in numbers, table.name
    assert all("tenant_id" in {c["name"] for c in found.get_columns(view.name)} for view in s.VIEWS)


def test_the_declared_tables_are_the_migrated_ones(store: Store) -> None:
    found = inspect(store.engine)
    for view in s.VIEWS:
        assert [c["name"] for c in found.get_columns(view.name)] == [c.name for c in view.columns], view.name
    for table in (*s.TABLES, s.VERSION):
        assert [c["name"] for c in found.get_columns(table.name)] == [c.name for c in table.columns], table.name
        assert set(found.get_pk_constraint(table.name)["constrained_columns"]) == {c.name for c in table.primary_key}, (
            table.name
        )


def test_chunks_come_back_as_they_were(store: Store) -> None:
    run = at_commit(0)
    done = keep(store, run)
    assert (done.files, done.chunks) == (len(run.files), len(run.chunks))
    row = snapshots(store)[0]
    assert row.done
    assert tuple(chunks_of(store, row)) == run.chunks
    assert chunk_by_id(store, run.chunks[3].chunk_id) == run.chunks[3]
    assert chunk_by_id(store, "chunk_unknown") is None


def test_odd_text_survives_both_databases(store: Store) -> None:
    raw = "nul \0 and tab\t and \u2028 and emoji \U0001f600\r\n\\.\n\\N\n"
    run = at_commit(0, rewritten("Orders.create", raw))
    run = replace(
        run,
        chunks=tuple(
            replace(c, attributes={"x": "a\0b"}, signature="sig\0\\n") if c.title == "Orders.create" else c
            for c in run.chunks
        ),
    )
    keep(store, run)
    assert tuple(chunks_of(store, snapshots(store)[0])) == run.chunks


def test_rows_of_the_flat_tables_follow_from_the_chunks(store: Store) -> None:
    run = replace(at_commit(0), quarantined=(Quarantined("src/orders.py", "python", "timeout"),))
    keep(store, run, info={"seconds": 1.5})
    route = next(c for c in run.chunks if c.chunk_type == "route_chunk")
    method = next(c for c in run.chunks if c.title == "Orders.create")
    with store.read() as connection:
        sources = connection.execute(select(s.SOURCES).where(s.SOURCES.c.chunk_id == route.chunk_id)).all()
        assert sorted((r.source_ref_type, r.source_ref_id, r.usage_type) for r in sources) == [
            ("file_span", "src/orders.py:4-9", "evidence"),
            ("file_span", "tests/test_orders.py:1-4", "evidence"),
        ]
        own = connection.execute(select(s.SOURCES).where(s.SOURCES.c.chunk_id == method.chunk_id)).one()
        assert (own.source_ref_id, own.usage_type) == ("src/orders.py:4-9", "content")
        links = connection.execute(select(s.LINKS).where(s.LINKS.c.chunk_id == method.chunk_id)).all()
        assert sorted(r.graph_node_id for r in links) == list(method.linked_nodes)
        assert connection.execute(select(s.QUARANTINE.c.reason)).scalars().all() == ["timeout"]
        stored = connection.execute(select(s.RUNS)).one()
        assert (stored.verdict, orjson.loads(stored.info)) == (judge(run).verdict, {"seconds": 1.5})
        files = {r.path: (r.outcome, r.content_hash) for r in connection.execute(select(s.FILES))}
        assert files == {f.path: (f.outcome.value, f.content_hash) for f in run.files}


def test_saving_again_changes_nothing_and_content_is_stored_once(store: Store) -> None:
    keep(store, at_commit(0))
    before = digest_rows(store)
    assert keep(store, at_commit(0)).already
    assert digest_rows(store) == before
    one = info(store).rows
    keep(store, at_commit(1))
    two = info(store).rows
    assert two["chunks"] == 2 * one["chunks"]
    stored_once = ("content", "states", "spans of states", "links of states", "lifecycle")
    assert [two[name] for name in stored_once] == [one[name] for name in stored_once]


def test_another_policy_replaces_the_snapshot(store: Store, tmp_path: Path) -> None:
    keep(store, at_commit(0, rewritten("Orders.create", "old analysis\n"), policy_digest="sha256:old"))
    keep(store, at_commit(0))
    assert tuple(chunks_of(store, snapshots(store)[0])) == at_commit(0).chunks
    assert len(snapshots(store)) == 1
    assert info(store).rows["runs"] == 1


def test_sqlite_and_postgresql_hold_the_same_rows(database: str, tmp_path: Path) -> None:
    digests = []
    for target in (tmp_path / "a.db", database):
        opened = open_store(target)
        for number, change in enumerate(
            (None, rewritten("Orders.create", "def create(self):\n    return 1\n"), renamed("pad", "vendor/new.js"))
        ):
            keep(opened, at_commit(number, change), batch_chunks=3)
        digests.append(digest_rows(opened))
        opened.close()
    assert digests[0] == digests[1]


@pytest.mark.seed("P38")
def test_versions_know_the_latest_what_they_replaced_and_since_when(store: Store) -> None:
    first, second, third = (
        at_commit(0),
        at_commit(1, rewritten("Orders.create", "def create(self):\n    return 1\n")),
        at_commit(2),
    )
    for run in (first, second, third):
        keep(store, run)
    logical = logical_of(first, "Orders.create")
    versions = history(store, logical)
    assert [(v.first_commit[0], v.last_commit[0], v.is_latest) for v in versions] == [
        ("0", "2", True),
        ("1", "1", False),
    ]
    replaced = next(c.chunk_id for c in first.chunks if c.logical_chunk_id == logical)
    assert [v.supersedes_chunk_id for v in versions] == [None, replaced]
    other = history(store, logical_of(first, "Purpose"))
    assert [(v.first_commit[0], v.last_commit[0], v.is_latest) for v in other] == [("0", "2", True)]


def test_an_older_commit_analysed_later_is_not_the_latest(store: Store) -> None:
    newer = at_commit(2, rewritten("Orders.create", "def create(self):\n    return 2\n"))
    keep(store, newer)
    keep(store, at_commit(1))
    versions = history(store, logical_of(newer, "Orders.create"))
    assert [(v.first_commit[0], v.is_latest) for v in versions] == [("1", False), ("2", True)]
    assert [row.snapshot_id for row in snapshots(store)] == [newer.header.snapshot_id, "snap_" + "1" * 12]


def test_a_work_tree_is_stored_but_never_the_latest(store: Store) -> None:
    keep(store, at_commit(0))
    change = rewritten("Orders.create", "def create(self):\n    return zebra\n")
    keep(store, at_commit(1, change, dirty=True, commit_sha="0" * 40))
    assert [row.dirty for row in snapshots(store)] == [True, False]
    versions = history(store, logical_of(at_commit(0), "Orders.create"))
    assert [v.is_latest for v in versions] == [True, False]
    assert search(store, Query("zebra", "acme/shop")) == []
    assert search(store, Query("zebra", "acme/shop", snapshot_id=at_commit(1).header.snapshot_id))


def test_a_subset_of_a_commit_never_takes_the_place_of_the_whole(store: Store) -> None:
    whole = at_commit(0)
    path = "src/orders.py"
    part = replace(
        whole,
        files=tuple(f for f in whole.files if f.path == path),
        chunks=tuple(c for c in whole.chunks if c.source.path == path),
    )
    keep(store, part)
    assert info(store).rows["files"] == 1
    keep(store, whole)
    assert tuple(chunks_of(store, snapshots(store)[0])) == whole.chunks
    assert keep(store, part).already
    assert tuple(chunks_of(store, snapshots(store)[0])) == whole.chunks


def test_lineage_follows_a_move_twice(store: Store) -> None:
    runs = [at_commit(0), at_commit(1, renamed("pad", "lib/pad.js")), at_commit(2, renamed("pad", "src/pad.js"))]
    keep(store, runs[0])
    for before, after in ((runs[0], runs[1]), (runs[1], runs[2])):
        keep(store, after, moves=[(logical_of(before, "pad"), logical_of(after, "pad"))])
    versions = history(store, logical_of(runs[2], "pad"))
    assert [(v.path, v.is_latest) for v in versions] == [
        ("vendor/pad.js", False),
        ("lib/pad.js", False),
        ("src/pad.js", True),
    ]
    assert len({v.lineage_id for v in versions}) == 1
    assert versions[2].supersedes_chunk_id == next(c.chunk_id for c in runs[1].chunks if c.title == "pad")


def test_tenants_do_not_see_each_other(store: Store) -> None:
    keep(store, at_commit(0))
    other = at_commit(0, tenant_id="other")
    keep(store, other)
    assert {row.tenant_id for row in snapshots(store)} == {"default", "other"}
    hits = search(store, Query("create order validator", "acme/shop", tenant_id="other"))
    assert hits
    assert {h.chunk_id for h in hits} <= {c.chunk_id for c in other.chunks}
    assert chunk_by_id(store, hits[0].chunk_id) is None
    assert chunk_by_id(store, hits[0].chunk_id, tenant_id="other") is not None


@pytest.mark.seed("P39")
def test_two_stored_snapshots_give_the_diff_of_their_runs(store: Store) -> None:
    old, new = at_commit(0), at_commit(1, rewritten("Orders.create", "def create(self):\n    return 1\n"))
    for run in (old, new):
        keep(store, run)
    rows = {row.commit_sha: row for row in snapshots(store)}
    before, after = (side_of(store, rows[run.header.commit_sha]) for run in (old, new))
    assert (before.chunks, after.chunks) == (old.chunks, new.chunks)
    assert (before.defines, after.defines) == (defined_nodes(RunView(old)), defined_nodes(RunView(new)))
    found = diff(before, after)
    assert [e.title for e in found.changed] == ["Orders.create"]
    assert [e.title for e in found.refresh.tests] == ["test_create_rejects"]


def test_prune_keeps_the_newest_and_histories(store: Store) -> None:
    for number in range(3):
        keep(store, at_commit(number, rewritten("Orders.create", f"def create(self):\n    return zebra{number}\n")))
    gone = prune(store, keep=1)
    assert [row.snapshot_id for row in gone] == ["snap_" + "1" * 12, "snap_" + "0" * 12]
    rows = info(store).rows
    fresh = len(at_commit(2).chunks)
    assert (rows["snapshots"], rows["chunks"], rows["states"]) == (1, fresh, fresh)
    assert rows["content"] == len({c.content.raw for c in at_commit(2).chunks if c.content.raw})
    assert len(history(store, logical_of(at_commit(0), "Orders.create"))) == 3
    assert search(store, Query("zebra2", "acme/shop"))
    assert not search(store, Query("zebra1", "acme/shop"))
    assert prune(store, keep=1) == []
    keep(store, at_commit(3, rewritten("Orders.create", "def create(self):\n    return zebra1\n")))
    assert search(store, Query("zebra1", "acme/shop"))


def test_vacuum_and_reindex_change_no_row(store: Store) -> None:
    keep(store, at_commit(0))
    before, hits = digest_rows(store), search(store, Query("order", "acme/shop"))
    vacuum(store)
    assert reindex(store) == info(store).rows["lifecycle"]
    assert digest_rows(store) == before
    assert [h.chunk_id for h in search(store, Query("order", "acme/shop"))] == [h.chunk_id for h in hits]


def test_export_is_chunks_jsonl(store: Store, tmp_path: Path) -> None:
    run = at_commit(0)
    keep(store, run)
    folder = write_generation(tmp_path / "out", "g", run, judge(run), check=lambda _: None, formats=("jsonl",))
    exported = b"".join(export_jsonl(store, snapshots(store)[0], clearance="restricted"))
    assert [orjson.loads(x) for x in exported.splitlines()] == [
        orjson.loads(x) for x in (folder / "chunks.jsonl").read_bytes().splitlines()
    ]
    private = b"".join(export_jsonl(store, snapshots(store)[0]))
    assert b".env.production" not in private
    assert len(private.splitlines()) == len(exported.splitlines()) - 1


def test_peeking_finds_the_finished_snapshot_only(tmp_path: Path) -> None:
    run, path = at_commit(0), tmp_path / "repochunk.db"
    assert not is_stored(path, run.header)
    opened = open_store(path)
    assert not is_stored(path, run.header)
    keep(opened, run)
    opened.close()
    assert is_stored(path, run.header)
    assert not is_stored(path, replace(run.header, policy_digest="sha256:other"))
    assert not is_stored(path, at_commit(1).header)
    (tmp_path / "link.db").symlink_to(path)
    assert not is_stored(tmp_path / "link.db", run.header)
    path.write_bytes(b"not a database at all, but long enough to be read as one")
    assert not is_stored(path, run.header)


def test_reports_do_not_import_the_database_library() -> None:
    modules = "reports.generation, reports.quality, reports.reading, reports.diff, reports.schemas, reports.stored"
    code = f"import sys, {modules}; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[3], check=False).returncode == 0


def test_clients_reach_chunks_by_index_whatever_view_they_join(tmp_path: Path) -> None:
    store = open_store(tmp_path / "repochunk.db")
    keep(store, at_commit(0))
    join = "SELECT * FROM chunks c JOIN chunk_spans s ON s.chunk_id = c.chunk_id WHERE c.snapshot_id = 'x'"
    with store.read() as connection:
        for asked in (join, "SELECT * FROM chunk_graph_links WHERE chunk_id = 'x'"):
            plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}")]
            assert any("instances_by_chunk (chunk_id=?)" in step for step in plan), plan
    store.close()


def test_a_link_in_place_of_the_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("keep")
    (tmp_path / "store.db").symlink_to(tmp_path / "victim")
    with pytest.raises(UnsafeOutputError, match="not a plain file"):
        open_store(tmp_path / "store.db")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnsafeOutputError, match="not a plain file"):
        open_store(tmp_path / "folder")
    (tmp_path / "other.db-wal").symlink_to(tmp_path / "victim")
    with pytest.raises(UnsafeOutputError, match=r"other\.db-wal is not a plain file"):
        open_store(tmp_path / "other.db")
    assert (tmp_path / "victim").read_text() == "keep"


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_bytes(b"these are my notes, and no database at all\n" * 50)
    with pytest.raises(OutputError, match=r"notes\.db cannot be opened"):
        open_store(tmp_path / "notes.db")
    assert (tmp_path / "notes.db").read_bytes().startswith(b"these are my notes")


def test_bad_targets_say_what_to_write_and_hide_passwords(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="is no store"):
        open_store("mysql+pymysql://u@h/d")
    with pytest.raises(OutputError, match="cannot be read"):
        open_store("post gres://x@y:z:1/d")
    password = "pass" + "w0rd"
    with pytest.raises(OutputError, match="cannot be opened") as caught:
        open_store(f"postgresql://u:{password}@/d?host={tmp_path}")
    assert password not in str(caught.value)
    with pytest.raises(OutputError, match="cannot be opened"):
        open_store(tmp_path / "no" / "such" / "folder.db")


LATER = Migration(3, "later", ("CREATE TABLE later (x INTEGER)",))


def test_migrations_go_forward_once_and_keep_a_copy(store: Store, target: str) -> None:
    keep(store, at_commit(0))
    before = digest_rows(store)
    steps = (*all_migrations(), LATER)
    assert upgrade(store.engine, steps) == 3
    assert upgrade(store.engine, steps) == 3
    assert inspect(store.engine).has_table("later")
    assert digest_rows(store) == before
    if store.dialect == "sqlite":
        copy = open_store(Path(f"{target}.before-3"))
        assert digest_rows(copy) == before
        assert not inspect(copy.engine).has_table("later")
        copy.close()
    with pytest.raises(OutputError, match="schema version 3, this tool knows 2"):
        open_store(target)


def test_a_step_that_changed_since_it_ran_is_refused(store: Store) -> None:
    first = all_migrations()[0]
    with pytest.raises(OutputError, match="step 1 of the store's schema"):
        upgrade(
            store.engine,
            (replace(first, statements=(*first.statements, "CREATE TABLE extra (x INTEGER)")), *all_migrations()[1:]),
        )


def test_a_step_that_fails_leaves_nothing(store: Store) -> None:
    broken = Migration(3, "broken", ("CREATE TABLE half (x INTEGER)", "CREATE NONSENSE"))
    with pytest.raises(Exception, match="NONSENSE"):
        upgrade(store.engine, (*all_migrations(), broken))
    assert not inspect(store.engine).has_table("half")
    assert upgrade(store.engine, (*all_migrations(), LATER)) == 3


@pytest.mark.parametrize("known", [False, True])
def test_a_side_that_loads_only_what_differs_gives_the_same_diff(store: Store, known: bool) -> None:
    old = at_commit(0)
    keep(store, old)
    row = snapshots(store)[0]
    changes = [rewritten("Orders.create", "def create(self):\n    return 9\n"), renamed("pad", "src/other.py"), None]
    for change in changes:
        new = at_commit(1, change)
        other = Side(new.header.commit_sha, new.header.snapshot_id, "r", new.chunks, defined_nodes(RunView(new)))
        whole = Side(old.header.commit_sha, old.header.snapshot_id, "r", old.chunks, defined_nodes(RunView(old)))
        stored = side_of(store, row, fingerprints(RunView(new)) if known else None)
        assert diff(stored, other) == diff(whole, other)
        assert len(stored.chunks) + len(stored.same) == len(old.chunks)
        assert bool(stored.same) == known
