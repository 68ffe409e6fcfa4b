"""Kill -9 at random moments of a run, again and again: is the previous generation always whole, and is the next run's output the same?

usage: python benchmarks/kill_runs.py [--kills 1000] [--seed 1] [--every 10] [--result FILE.md]
Two commits of a small repository take turns in one output directory, with the SQLite store and the cache. After each kill the current generation
is read against the digests of its manifest and the store is checked; after every few kills a run goes to its end and its files are compared with
those of an undisturbed run. Exit code 1 when anything was torn, lost or different.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.repos import Repository, build  # noqa: E402

PRODUCT = Path(sys.executable).with_name("repochunk")
FORGETFUL = 0.4
UNLIKE = {
    "run.json",
    "chunk-diff.yaml",
}  # outside the manifest: wall clock, and what the store happens to know of the first parent


@dataclass
class Range:
    """The place where kills happen: a repository, an output directory, a cache, and what undisturbed runs gave."""

    repository: Repository
    home: Path
    wanted: dict[str, dict[str, str]] = field(default_factory=dict)
    wall: float = 0.0

    @property
    def out(self) -> Path:
        """The output directory under fire."""
        return self.home / "out"

    def command(self, commit: str, out: Path) -> subprocess.Popen[bytes]:
        """Start a run."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.home / "cache"), "TMPDIR": str(self.home / "tmp")}
        command = [
            str(PRODUCT),
            "analyze",
            str(self.repository.path),
            "--commit",
            commit,
            "--out",
            str(out),
            "--jobs",
            "1",
            "--quiet",
        ]
        return subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )

    def measure(self) -> None:
        """Run each commit once, undisturbed and from an empty cache."""
        (self.home / "tmp").mkdir()
        for commit in self.repository.commits[-2:]:
            self.forget()
            start = time.perf_counter()
            process = self.command(commit, self.home / f"calm-{commit[:12]}")
            process.communicate()
            assert process.returncode in (0, 1), process.returncode
            self.wall = max(self.wall, time.perf_counter() - start)
            self.wanted[commit[:12]] = digests(self.home / f"calm-{commit[:12]}" / "current")

    def forget(self) -> None:
        """Empty the cache."""
        shutil.rmtree(self.home / "cache", ignore_errors=True)

    def kill_once(self, commit: str, after: float) -> bool:
        """Start a run and kill it after so many seconds; tell whether it was still running. Only the main process is killed."""
        process = self.command(commit, self.out)
        try:
            process.wait(timeout=after)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            return True
        process.communicate()
        return False

    def finish(self, commit: str) -> list[str]:
        """Run to the end; return what is wrong with the outputs."""
        process = self.command(commit, self.out)
        complaint = process.communicate()[1].decode()
        if process.returncode not in (0, 1):
            return [f"next run ended with {process.returncode}: {complaint[:200]}"]
        unlike = self._unlike(digests(self.out / "current"), commit)
        wrong = [f"next run's files differ: {unlike}"] if unlike else []
        litter = [
            entry.name for entry in self.out.iterdir() if entry.name.startswith((".writing-", ".old-", ".current-"))
        ]
        return wrong + [f"litter {name}" for name in litter]

    def inspect(self) -> list[str]:
        """Return what is wrong with what a reader finds right now."""
        current = self.out / "current"
        if not current.exists():
            return [] if not os.path.lexists(current) else ["current leads nowhere"]
        manifest = json.loads((current / "manifest.json").read_bytes())
        found = digests(current)
        wrong = [f"torn {row['name']}" for row in manifest["files"] if found.get(row["name"]) != row["sha256"]]
        if found != self.wanted[manifest["commitSha"][:12]]:
            wrong.append(
                f"readable, but not what an undisturbed run gives: {self._unlike(found, manifest['commitSha'])}"
            )
        store = self.out / "repochunk.db"
        if store.exists():
            with closing(sqlite3.connect(store)) as connection:
                answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
                if answer != "ok":
                    wrong.append(f"store: {answer}")
        return wrong

    def _unlike(self, found: dict[str, str], commit: str) -> str:
        """Return the names of the files that are not what an undisturbed run of `commit` gives."""
        wanted = self.wanted[commit[:12]]
        return ", ".join(sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)))


def digests(generation: Path) -> dict[str, str]:
    """Return a digest of every file of a generation that must not change from run to run."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(generation.iterdir())
        if path.name not in UNLIKE
    }


def shoot(place: Range, kills: int, seed: int, every: int) -> Counter[str]:
    """Kill `kills` runs; return counts of what was seen. Keys that begin with "!" are failures."""
    seen: Counter[str] = Counter()
    pick = random.Random(seed)
    commits = place.repository.commits[-2:]
    while seen["killed"] < kills:
        commit = commits[seen["tries"] % 2]
        seen["tries"] += 1
        if pick.random() < FORGETFUL:
            seen["runs without a cache"] += 1
            place.forget()
        seen[
            "killed" if place.kill_once(commit, pick.uniform(0.0, 1.15 * place.wall)) else "ended before the kill"
        ] += 1
        seen.update(f"! {wrong}" for wrong in place.inspect())
        if seen["tries"] % every == 0:
            seen["next runs"] += 1
            seen.update(f"! {wrong}" for wrong in place.finish(commits[pick.randrange(2)]))
            print(dict(seen), file=sys.stderr, flush=True)
    return seen


def main() -> int:
    """Kill and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--result", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = build("book-shelf", Path(scratch) / "repository")
        repository.write({"docs/notes.md": "# Notes\n\nBooks come back on Fridays.\n"})
        repository.commit("Add notes", "2026-04-02T12:00:00Z")
        place = Range(repository, Path(scratch))
        place.measure()
        start = time.perf_counter()
        seen = shoot(place, arguments.kills, arguments.seed, arguments.every)
        rooms = len(list((place.home / "tmp").iterdir()))
    failures = {key: count for key, count in seen.items() if key.startswith("!")}
    text = (
        f"# Kill -9 during runs\n\n`python benchmarks/kill_runs.py --kills {arguments.kills} --seed {arguments.seed}`; "
        f"{time.perf_counter() - start:.0f} s; an undisturbed run takes {place.wall:.1f} s here.\n\n"
        + "".join(f"* {key}: {count}\n" for key, count in sorted(seen.items()))
        + f"* failures: {failures or 'none'}\n* private directories left in TMPDIR by killed runs: {rooms}\n"
    )
    if arguments.result:
        arguments.result.write_text(text)
    print(text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
