"""Kill writers at random moments and look at what they leave: generations, SQLite, PostgreSQL.

Usage: python benchmarks/reports_kill.py KILLS [SEED]. Forks one writer per kill; prints torn, mixed, lost and doubled counts (all must be 0).
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from reports.generation import write_generation
from reports.quality import judge
from reports.reading import open_generation
from reports.store import Store, open_store
from reports.store.fetch import chunks_of, snapshots
from reports.store.index import clear
from reports.store.maintain import digest_rows
from reports.store.schema import TABLES
from tests.reports.healthy import healthy
from tests.reports.store import postgres
from tests.reports.store.runs import at_commit, keep, rewritten

REACH = 0.15
"""Seconds within which writers of a store are killed: what four runs take."""
RUNS = [at_commit(n, rewritten("Orders.create", f"def create(self):\n    return {n}\n")) for n in range(4)]


def killed(work: Callable[[], None], seconds: float) -> bool:
    """Run `work` in a fork and kill it after some time; True when it was still at work."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def generations(kills: int, chance: random.Random) -> Counter[str]:
    """Kill writers of generations; the current one must be whole and of one run."""
    found: Counter[str] = Counter()
    home = Path(tempfile.mkdtemp())
    out = home / "out"
    write_generation(out, "start", RUNS[0], judge(RUNS[0]), check=lambda _: None)

    def work() -> None:
        for run in RUNS * 50:
            write_generation(
                out, run.header.commit_sha[:12], run, judge(run), check=lambda _: None, formats=("default", "jsonl")
            )

    for _ in range(kills):
        found["killed at work"] += killed(work, chance.uniform(0, 0.15))
        generation = open_generation(out)
        try:
            files = {row.name: generation.read(row.name) for row in generation.manifest.files}
            mine = next(run for run in RUNS if run.header.commit_sha == generation.manifest.commit_sha)
            found["mixed"] += generation.chunks().chunks != mine.chunks or len(files) < 6
        except Exception:  # noqa: BLE001 - anything unreadable is a torn set
            found["torn"] += 1
    write_generation(out, "end", RUNS[0], judge(RUNS[0]), check=lambda _: None)
    found["litter"] = len([p for p in out.iterdir() if p.name.startswith((".writing-", ".old-", ".current-"))])
    shutil.rmtree(home)
    return found


def emptied(store: Store) -> None:
    """Delete every row, for the next round."""
    with store.write() as connection:
        clear(connection)
        for table in TABLES:
            connection.exec_driver_sql(f"DELETE FROM {table.name}")


def stores(target: str, kills: int, chance: random.Random, expected: str) -> Counter[str]:
    """Kill writers of a store until the kills are used up, finishing it each time it was hit."""
    found: Counter[str] = Counter()

    def work() -> None:
        store = open_store(target)
        for run in RUNS:
            keep(store, run, batch_chunks=1)

    for _ in range(kills):
        found["killed at work"] += killed(work, chance.uniform(0, REACH))
        store = open_store(target)
        for row in snapshots(store):
            if row.done:
                found["torn"] += tuple(chunks_of(store, row)) != RUNS[int(row.commit_sha[0])].chunks
        if chance.random() < 0.3:
            for run in RUNS:
                keep(store, run, batch_chunks=1)
            found["rounds"] += 1
            found["not as undisturbed"] += digest_rows(store) != expected
            emptied(store)
        store.close()
    if "://" not in target:
        with closing(sqlite3.connect(target)) as connection:
            found["damaged"] = connection.execute("PRAGMA integrity_check").fetchone() != ("ok",)
    return found


def main() -> None:
    kills = int(sys.argv[1])
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    healthy()
    home = Path(tempfile.mkdtemp())
    calm = open_store(home / "calm.db")
    for run in RUNS:
        keep(calm, run)
    expected = digest_rows(calm)
    calm.close()
    print("generations", dict(sorted(generations(kills, chance).items())))
    print("sqlite     ", dict(sorted(stores(str(home / "a.db"), kills, chance, expected).items())))
    why = postgres.missing()
    if why:
        print("postgresql  skipped:", why)
    else:
        server = postgres.serve()
        print("postgresql ", dict(sorted(stores(next(server), kills, chance, expected).items())))
        server.close()
    shutil.rmtree(home)


if __name__ == "__main__":
    main()
