from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from reports.errors import OutputError
from reports.store import Store, open_store
from reports.store.fetch import chunks_of, snapshots
from reports.store.load import load
from reports.store.maintain import digest_rows
from tests.reports.store.runs import at_commit, keep, rewritten

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of an undisturbed store with two commits."""
    opened = open_store(tmp_path_factory.mktemp("calm") / "repochunk.db")
    for number in range(2):
        keep(opened, at_commit(number))
    found = digest_rows(opened)
    opened.close()
    return found


def test_a_stopped_run_goes_on_where_it_was(store: Store, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(store, at_commit(0))
    written = 0

    def stop_at_fourth(connection: Any, table: Any, rows: Any) -> None:
        nonlocal written
        written += table.name == "chunk_instances"
        load(connection, table, rows)
        if written == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr("reports.store.batch.load", stop_at_fourth)
    with pytest.raises(KeyboardInterrupt):
        keep(store, at_commit(1), batch_chunks=1)
    monkeypatch.undo()
    assert [row.done for row in snapshots(store)] == [False, True]
    done = keep(store, at_commit(1), batch_chunks=1)
    assert done.resumed == 3
    assert done.files + done.resumed == len(at_commit(1).files)
    assert digest_rows(store) == expected


WRITER = """
import sys
from reports.store import open_store
from tests.reports.store.runs import at_commit, keep
store = open_store(sys.argv[1])
runs = [at_commit(0), at_commit(1)]
print("ready", flush=True)
for run in runs:
    keep(store, run, batch_chunks=1)
print("done", flush=True)
"""


def test_killed_at_any_moment_nothing_is_lost_or_doubled(target: str, expected: str) -> None:
    open_store(target).close()
    for attempt in range(3):
        with subprocess.Popen([sys.executable, "-c", WRITER, target], stdout=subprocess.PIPE, cwd=ROOT) as writer:
            assert writer.stdout
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(0.02 + 0.05 * attempt)
            writer.send_signal(signal.SIGKILL)
        store = open_store(target)
        for row in snapshots(store):
            if row.done:
                number = int(row.commit_sha[0])
                assert tuple(chunks_of(store, row)) == at_commit(number).chunks
        store.close()
    store = open_store(target)
    for number in range(2):
        keep(store, at_commit(number), batch_chunks=1)
    assert digest_rows(store) == expected
    store.close()
    if "://" not in target:
        with closing(sqlite3.connect(target)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_full_disk_keeps_what_was_committed(tmp_path: Path, expected: str) -> None:
    path = tmp_path / "repochunk.db"
    opened = open_store(path)
    keep(opened, at_commit(0))

    def limit(connection: Any, _: Any) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages + 1}")

    opened.close()  # the next connection is a new one
    event.listen(opened.engine, "connect", limit)
    with pytest.raises(OutputError, match="full"):
        keep(opened, at_commit(1, rewritten("Orders.create", "x = 1\n" * 20_000)), batch_chunks=1)
    event.remove(opened.engine, "connect", limit)
    opened.close()
    assert [row.done for row in snapshots(opened)] == [False, True]
    keep(opened, at_commit(0))
    keep(opened, at_commit(1), batch_chunks=1)
    opened.close()
    again = open_store(path)
    assert [row.done for row in snapshots(again)] == [True, True]
    again.close()


def test_a_second_writer_is_told_that_the_store_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.store.connect._BUSY_MS", 50)
    one = open_store(tmp_path / "repochunk.db")
    two = open_store(tmp_path / "repochunk.db")
    with one.write(), pytest.raises(OutputError, match="locked"):
        keep(two, at_commit(0))
    keep(two, at_commit(0))
    one.close()
    two.close()


def test_a_connection_lost_between_copy_and_commit_leaves_nothing_half(
    database: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(database)
    keep(store, at_commit(0))
    cuts = 0

    def cut(connection: Any, table: Any, rows: Any) -> None:
        nonlocal cuts
        load(connection, table, rows)
        if table.name == "chunk_instances" and cuts == 0:
            cuts += 1
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            other = open_store(database)
            with other.read() as session:
                session.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
            other.close()

    monkeypatch.setattr("reports.store.batch.load", cut)
    with pytest.raises(OutputError, match="could not be written"):
        keep(store, at_commit(1), batch_chunks=1)
    assert cuts == 1
    monkeypatch.undo()
    keep(store, at_commit(1), batch_chunks=1)
    assert digest_rows(store) == expected
    store.close()


def test_two_hosts_writing_one_repository_take_turns(database: str, expected: str) -> None:
    open_store(database).close()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            store = open_store(database)
            for number in range(2):
                keep(store, at_commit(number), batch_chunks=2)
            store.close()
        except BaseException as error:  # noqa: BLE001 - told to the test's own thread
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures
    store = open_store(database)
    assert digest_rows(store) == expected
    store.close()
