"""Where runs are killed: a small repository of two commits, an output directory, a cache, and what undisturbed runs gave."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.repos import Repository, build

PRODUCT = Path(sys.executable).with_name("repochunk")
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
    shots: dict[str, int] = field(default_factory=dict)

    @property
    def out(self) -> Path:
        """The output directory under fire."""
        return self.home / "out"

    def command(
        self, commit: str, out: Path, *, limits: Mapping[int, int] | None = None, options: Sequence[str] = ()
    ) -> subprocess.Popen[str]:
        """Start a run in a session of its own, under these resource limits."""
        home = {"XDG_CACHE_HOME": str(self.home / "cache"), "TMPDIR": str(self.home / "tmp")}
        words = ["analyze", self.repository.path, "--commit", commit, "--out", out, "--jobs", "1", "--quiet", *options]
        return subprocess.Popen(
            [str(PRODUCT), *map(str, words)],
            env={**os.environ, **home},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=partial(_limit, dict(limits or {})),  # noqa: PLW1509  # tests have one thread
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
        """Empty the cache, and take away what would let the next run find its answer standing."""
        shutil.rmtree(self.home / "cache", ignore_errors=True)
        for run in self.out.glob("*/run.json"):
            run.unlink()

    def kill_once(self, commit: str, after: float) -> bool:
        """Start a run and kill it after so many seconds; tell whether it was still running. Only the main process is killed.

        Every other shot at a commit asks in other words, so that no answer stands and there is work to be killed at.
        """
        self.shots[commit] = self.shots.get(commit, 0) + 1
        process = self.command(commit, self.out, options=["--trust-layout"] if self.shots[commit] % 2 else [])
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
        complaint = process.communicate()[1]
        if process.returncode not in (0, 1):
            return [f"next run ended with {process.returncode}: {complaint[:200]}"]
        unlike = self.unlike(self.out, commit)
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
                f"readable, but not what an undisturbed run gives: {self.unlike(self.out, manifest['commitSha'])}"
            )
        store = self.out / "repochunk.db"
        if store.exists():
            with closing(sqlite3.connect(store)) as connection:
                answer = connection.execute("PRAGMA integrity_check").fetchone()[0]
                if answer != "ok":
                    wrong.append(f"store: {answer}")
        return wrong

    def unlike(self, out: Path, commit: str) -> str:
        """Return the names of the current files of `out` that are not what an undisturbed run of `commit` gives."""
        found, wanted = digests(out / "current"), self.wanted[commit[:12]]
        return ", ".join(sorted(name for name in found.keys() | wanted.keys() if found.get(name) != wanted.get(name)))


def _limit(limits: dict[int, int]) -> None:
    for kind, value in limits.items():
        resource.setrlimit(kind, (value, value))


def alive(home: Path) -> list[str]:
    """Return the command lines of living processes that know `home`: by their environment, or (workers, git) by what they were called with."""
    found = []
    mark = os.fsencode(home)
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            words = (entry / "cmdline").read_bytes()
            if words and (mark in (entry / "environ").read_bytes() or mark in words):
                found.append(words.replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue  # it ended while we looked
    return found


def digests(generation: Path) -> dict[str, str]:
    """Return a digest of every file of a generation that must not change from run to run."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(generation.iterdir())
        if path.name not in UNLIKE
    }


def two_commits(path: Path) -> Repository:
    """Build the repository: a small service, then a document more."""
    repository = build("book-shelf", path)
    repository.write({"docs/notes.md": "# Notes\n\nBooks come back on Fridays.\n"})
    repository.commit("Add notes", "2026-04-02T12:00:00Z")
    return repository
