"""Faults of the world at many points: full disk, read-only disk, signals, two runs at once, a database connection lost between COPY and COMMIT.

usage: python benchmarks/fault_points.py [--points 50] [--seed 1] [--only NAME,...] [--result FILE.md]
Each fault strikes at `--points` different moments. After each one a reader must find a whole generation of one run and a sound store; at the end of each
fault an undisturbed run must give the digests of a run that was never disturbed. The full disk is a small file system of its own and
needs root on Linux; without it a limit on file sizes stands in for it. Exit code 1 when anything was torn, mixed, lost or doubled.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy import text  # noqa: E402  # found only behind the path above

from reports.directory import locked, prepare  # noqa: E402  # found only behind the path above
from reports.errors import LockedOutputError, OutputError  # noqa: E402  # found only behind the path above
from reports.generation import write_generation  # noqa: E402  # found only behind the path above
from reports.quality import judge  # noqa: E402  # found only behind the path above
from reports.reading import open_generation  # noqa: E402  # found only behind the path above
from reports.record import RunRecord  # noqa: E402  # found only behind the path above
from reports.store import load as store_load  # noqa: E402  # found only behind the path above
from reports.store import open_store  # noqa: E402  # found only behind the path above
from reports.store.fetch import chunks_of, snapshots  # noqa: E402  # found only behind the path above
from reports.store.maintain import digest_rows  # noqa: E402  # found only behind the path above
from reports.store.schema import TABLES  # noqa: E402  # found only behind the path above
from tests.faults.firing_range import Range, two_commits  # noqa: E402  # found only behind the path above
from tests.reports.store import postgres  # noqa: E402  # found only behind the path above
from tests.reports.store.runs import at_commit, keep, rewritten  # noqa: E402  # found only behind the path above

RUNS = [at_commit(n, rewritten("Orders.create", f"def create(self):\n    return {n}\n" * 40)) for n in range(4)]
DISK = "12m"
NOBODY = 65534
TOLD = 41
"""Exit code of a child that met the fault and told it as an error of ours."""


@dataclass
class Place:
    """Where children write: an output directory with a store, and what an undisturbed store holds."""

    home: Path
    expected: str

    @property
    def out(self) -> Path:
        """The output directory."""
        return self.home / "out"

    def begin(self) -> None:
        """Start anew with one commit."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.write(0)

    def write(self, number: int, wait: float = 0.0) -> None:
        """Publish run `number` and keep it in the store, as an analysis does: under the lock, the files first."""
        out, run = self.out, RUNS[number % len(RUNS)]
        prepare(out)
        with locked(out, wait_seconds=wait):
            write_generation(
                out,
                run.header.commit_sha[:12],
                run,
                judge(run),
                check=lambda _: None,
                formats=("default", "jsonl"),
                lock=False,
            )
            store = open_store(out / "repochunk.db")
            try:
                keep(store, run, batch_chunks=1)
            finally:
                store.close()

    def wrong(self) -> Iterator[str]:
        """Yield what a reader finds wrong right now."""
        yield from self.wrong_in_files()
        if (self.out / "repochunk.db").exists():
            yield from self._wrong_in_store()

    def wrong_in_files(self) -> Iterator[str]:
        """Yield what is wrong with the current generation."""
        current = self.out / "current"
        if current.exists():
            try:
                generation = open_generation(self.out)
                for row in generation.manifest.files:
                    generation.read(row.name)
                mine = next(run for run in RUNS if run.header.commit_sha == generation.manifest.commit_sha)
                if generation.chunks().chunks != mine.chunks:
                    yield "mixed"
            except Exception as error:  # noqa: BLE001  # anything unreadable is a torn set
                yield f"torn: {type(error).__name__}"
        elif os.path.lexists(current):
            yield "current leads nowhere"

    def _wrong_in_store(self) -> Iterator[str]:
        path = self.out / "repochunk.db"
        try:
            with closing(sqlite3.connect(path)) as connection:
                if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    yield "store damaged"
            if path.stat().st_size == 0:
                return
            store = open_store(path)
        except (sqlite3.Error, OutputError, OSError) as error:
            if "schema" not in str(error):
                yield f"store unreadable: {error}"
            return
        for row in snapshots(store):
            if row.done and tuple(chunks_of(store, row)) != RUNS[int(row.commit_sha[0])].chunks:
                yield "store: a done snapshot is not what was written"
        store.close()

    def finish(self) -> Iterator[str]:
        """Write all runs undisturbed; yield what differs from a place that was never disturbed."""
        for number in range(len(RUNS)):
            self.write(number)
        store = open_store(self.out / "repochunk.db")
        if digest_rows(store) != self.expected:
            yield "store differs from an undisturbed one"
        store.close()
        yield from self.wrong()
        yield from (
            f"litter {p.name}" for p in (self.out).iterdir() if p.name.startswith((".writing-", ".old-", ".current-"))
        )


def child(work: Callable[[], None]) -> int:
    """Run `work` in a fork; return how it ended."""
    pid = os.fork()
    if pid == 0:
        code = 70
        try:
            work()
            code = 0
        except (OutputError, LockedOutputError, OSError) as error:
            code = 5 if isinstance(error, LockedOutputError) else TOLD
        finally:
            os._exit(code)
    return pid


def ended(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@contextmanager
def disk(place: Path, size: str) -> Iterator[bool]:
    """Mount a small file system at `place`; False where that is not allowed."""
    place.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)], capture_output=True)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", str(place)], check=True)


def full_disk(home: Path, points: int, _chance: random.Random, expected: str) -> Counter[str]:
    """Leave a little more room each time; write; look, while the disk is full and when it no longer is."""
    found: Counter[str] = Counter()
    with disk(home / "disk", DISK) as own:
        place = Place(home / "disk" if own else home, expected)
        found["on a file system of its own" if own else "by a limit on file sizes"] = 1
        for point in range(points):
            place.begin()
            if own:
                ballast = place.home / "ballast"
                ballast.write_bytes(b"\0" * max(0, shutil.disk_usage(place.home).free - 4096 * (1 + point * 4)))
                code = ended(child(lambda: place.write(1)))
                found.update(f"! {wrong}" for wrong in place.wrong_in_files())
                ballast.unlink()
            else:
                code = ended(child(lambda n=point: _limited(place, 4096 * (1 + n * 3))))  # type: ignore[misc]
            found["told" if code == TOLD else "written" if code == 0 else f"! ended with {code}"] += 1
            found.update(f"! {wrong}" for wrong in place.wrong())
            found.update(f"! {wrong}" for wrong in place.finish())
    return found


def _limited(place: Place, size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    place.write(1)


def read_only(home: Path, points: int, chance: random.Random, expected: str) -> Counter[str]:
    """Take the right to write away from the output directory and the store while a run writes; root writes as nobody."""
    found: Counter[str] = Counter()
    place = Place(home, expected)
    for _point in range(points):
        place.begin()
        if os.getuid() == 0:
            for path in (*home.parents[:-2], home):
                path.chmod(path.stat().st_mode | 0o055)
            for path in (place.out, *place.out.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        pid = child(lambda: _as_nobody(place))
        time.sleep(chance.uniform(0, 0.6))
        rights = {path: path.stat().st_mode & 0o777 for path in (place.out, place.out / "repochunk.db")}
        for path in rights:
            path.chmod(0o555)
        code = ended(pid)
        for path, mode in rights.items():
            path.chmod(mode)
        found["told" if code == TOLD else "written" if code == 0 else f"! ended with {code}"] += 1
        found.update(f"! {wrong}" for wrong in place.wrong())
        found.update(f"! {wrong}" for wrong in place.finish())
    return found


def _as_nobody(place: Place) -> None:
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    for number in (1, 2, 3):
        place.write(number)


def two_at_once(home: Path, points: int, chance: random.Random, expected: str) -> Counter[str]:
    """Start two writers of one directory at about the same time; one may be refused, nothing may mix."""
    found: Counter[str] = Counter()
    place = Place(home, expected)
    for point in range(points):
        one = child(lambda n=point % 4: place.write(n))  # type: ignore[misc]
        time.sleep(chance.uniform(0, 0.3))
        two = child(lambda n=point % 4: place.write(n))  # type: ignore[misc]
        codes = sorted((ended(one), ended(two)))
        found[
            "one refused"
            if codes == [0, 5]
            else "both written, one after the other"
            if codes == [0, 0]
            else f"! ended with {codes}"
        ] += 1
        found.update(f"! {wrong}" for wrong in place.wrong())
    found.update(f"! {wrong}" for wrong in place.finish())
    return found


def lost_connection(home: Path, points: int, _chance: random.Random, expected: str) -> Counter[str]:
    """Cut the connection to PostgreSQL after the n-th COPY of a save, before its COMMIT."""
    del home
    if why := postgres.missing():
        return Counter({f"skipped: {why}": 1})
    found: Counter[str] = Counter()
    server = postgres.serve()
    url, copy = next(server), store_load._copy  # noqa: SLF001  # where every COPY goes through
    for point in range(points):
        run: RunRecord = RUNS[point % len(RUNS)]
        copies = 0

        def cut(connection: Any, table: Any, names: Any, rows: Any, point: int = point) -> None:
            nonlocal copies
            copy(connection, table, names, rows)
            copies += 1
            if copies == 1 + point:
                number = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
                other = open_store(url)
                with other.read() as session:
                    session.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": number})
                other.close()

        store = open_store(url)
        store_load._copy = cut  # noqa: SLF001  # where every COPY goes through
        try:
            keep(store, run, batch_chunks=1)
            found["written: fewer copies than the point"] += 1
        except OutputError:
            found["cut and told"] += 1
        finally:
            store_load._copy = copy  # noqa: SLF001  # same
        for row in snapshots(store):
            if row.done and tuple(chunks_of(store, row)) != RUNS[int(row.commit_sha[0])].chunks:
                found["! a done snapshot is not what was written"] += 1
        keep(store, run, batch_chunks=1)
        if point % len(RUNS) == len(RUNS) - 1:
            found["rounds"] += 1
            found["! store differs from an undisturbed one"] += digest_rows(store) != expected
            with store.write() as connection:
                for name in ("chunk_search", *(table.name for table in TABLES)):
                    connection.exec_driver_sql(f"DELETE FROM {name}")
        store.close()
    server.close()
    return found


def signals(home: Path, points: int, chance: random.Random, _expected: str) -> Counter[str]:
    """Interrupt and terminate whole runs of the command line; the exit code says so and `current` stays whole."""
    found: Counter[str] = Counter()
    place = Range(two_commits(home / "repository"), home)
    place.measure()
    commits = place.repository.commits[-2:]
    for point in range(points):
        number, code = ((signal.SIGINT, 130), (signal.SIGTERM, 143))[point % 2]
        if chance.random() < 0.7:
            place.forget()
            shutil.rmtree(place.out, ignore_errors=True)
        process = place.command(commits[chance.randrange(2)], place.out)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=chance.uniform(0.05, 1.0) * place.wall)
        if process.poll() is None:
            process.send_signal(number)
        complaint = process.communicate()[1]
        known = {0: "ended before", 1: "ended before", code: f"exit {code}", -number: "before Python was up"}
        found[known.get(process.returncode, f"! {number.name} ended with {process.returncode}: {complaint[:200]}")] += 1
        found.update(f"! {wrong}" for wrong in place.inspect())
    for commit in commits:
        found.update(f"! {wrong}" for wrong in place.finish(commit))
    return found


FAULTS: dict[str, Callable[[Path, int, random.Random, str], Counter[str]]] = {
    "disk full": full_disk,
    "output directory turns read-only": read_only,
    "two runs at once": two_at_once,
    "connection lost between COPY and COMMIT": lost_connection,
    "SIGINT and SIGTERM": signals,
}


def main() -> int:
    """Strike and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    rows, bad = [], False
    with tempfile.TemporaryDirectory() as scratch:
        calm = open_store(Path(scratch) / "calm.db")
        for run in RUNS:
            keep(calm, run)
        expected = digest_rows(calm)
        calm.close()
        for number, (name, fault) in enumerate(FAULTS.items()):
            if arguments.only and name not in arguments.only.split(","):
                continue
            home = Path(scratch) / f"fault-{number}"
            home.mkdir()
            found = +fault(home, arguments.points, random.Random(arguments.seed + number), expected)
            failures = {key: count for key, count in found.items() if key.startswith("!")}
            bad = bad or bool(failures)
            rest = ", ".join(f"{key} {count}" for key, count in sorted(found.items()) if not key.startswith("!"))
            rows.append(f"| {name} | {arguments.points} | {rest} | {failures or 'none'} |")
            print(rows[-1], file=sys.stderr, flush=True)
    head = f"# Faults at many points\n\n`python benchmarks/fault_points.py --points {arguments.points} --seed {arguments.seed}`\n\n| fault | points | what happened | torn, mixed, lost, doubled, unlike, litter |\n|---|---|---|---|\n"
    page = head + "\n".join(rows) + "\n"
    if arguments.result:
        arguments.result.write_text(page)
    print(page)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
