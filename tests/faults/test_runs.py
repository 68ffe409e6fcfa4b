"""Faults of the world around a run: signals, kills, full disks, no files, no memory, two runs at once. Exit codes, and nothing torn."""

from __future__ import annotations

import fcntl
import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import Cli
from tests.faults.firing_range import Range, alive, two_commits

KILLS = 20
STOPS = 3


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Range:
    home = tmp_path_factory.mktemp("range")
    place = Range(two_commits(home / "repository"), home)
    place.measure()
    assert place.finish(place.repository.commits[-1]) == []
    return place


def settled(place: Range) -> list[str]:
    """Return what is still alive of the runs of `place`, a few seconds after they ended."""
    for _attempt in range(100):
        if not alive(place.home):
            return []
        time.sleep(0.1)
    return alive(place.home)


def test_killed_runs_leave_the_previous_generation_whole(place: Range) -> None:
    pick = random.Random(4)
    commits = place.repository.commits[-2:]
    for shot in range(KILLS):
        if shot % 5 == 0:
            place.forget()
        place.kill_once(commits[shot % 2], pick.uniform(0.2, 1.1 * place.wall))
        assert place.inspect() == []
    assert settled(place) == []
    assert place.finish(commits[0]) == []
    assert place.inspect() == []


@pytest.mark.parametrize(
    ("number", "code", "word"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
def test_stopped_runs_say_so_and_leave_nothing_behind(place: Range, number: int, code: int, word: str) -> None:
    commit = place.repository.commits[-1]
    stopped, litter = 0, set((place.home / "tmp").iterdir())
    for shot in range(STOPS):
        if shot % 2 == 0:
            place.forget()
        process = place.command(commit, place.out)
        try:
            process.wait(timeout=(0.4 + 0.6 * shot / STOPS) * place.wall)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        complaint = process.communicate()[1]
        assert process.returncode in (0, code, -number), complaint  # the last: before Python was up
        if process.returncode == code:
            stopped += 1
            assert complaint.startswith(f"repochunk: {word}; ")
            assert complaint.count("\n") == 1
        assert place.inspect() == []
        assert [entry.name for entry in place.out.iterdir() if entry.name.startswith((".writing-", ".old-"))] == []
    assert stopped > 0
    assert settled(place) == []
    assert set((place.home / "tmp").iterdir()) <= litter
    assert place.finish(commit) == []


@pytest.mark.parametrize(
    ("limits", "codes", "words"),
    [
        ({resource.RLIMIT_FSIZE: 60_000}, {2}, ("too large",)),
        ({resource.RLIMIT_NOFILE: 9}, {2}, ("open files",)),
    ],
    ids=["disk full", "no files left"],
)
def test_a_run_without_means_is_one_clear_line(
    place: Range, limits: dict[int, int], codes: set[int], words: tuple[str, ...]
) -> None:
    place.forget()
    process = place.command(place.repository.commits[-2], place.out, limits=limits)
    complaint = process.communicate(timeout=120)[1]
    assert process.returncode in codes, complaint
    assert complaint.startswith("repochunk: error: ")
    assert complaint.count("\n") == 1
    assert any(word in complaint.lower() for word in words), complaint
    assert place.inspect() == []
    assert settled(place) == []


def test_a_run_without_memory_is_one_clear_line(place: Range) -> None:
    for megabytes in range(
        260, 100, -20
    ):  # what a run needs differs between systems: take the first that is too little
        place.forget()
        process = place.command(
            place.repository.commits[-2], place.out, limits={resource.RLIMIT_AS: megabytes * 1024**2}
        )
        complaint = process.communicate(timeout=120)[1]
        if process.returncode:
            break
    assert process.returncode in {2, 4}, complaint
    assert complaint.startswith("repochunk: error: ")
    assert complaint.count("\n") == 1
    assert "memory" in complaint.lower()
    assert place.inspect() == []
    assert settled(place) == []


def test_outputs_that_cannot_be_written_are_one_clear_line(place: Range, tmp_path: Path, cli: Cli) -> None:
    (tmp_path / "file").write_text("x")
    for out in (tmp_path / "file" / "out", Path("/proc/repochunk-out")):
        done = cli("analyze", place.repository.path, "--out", out)
        assert done.returncode == 2
        assert str(out.name) in done.stderr or str(out.parent) in done.stderr
        assert done.stderr.count("\n") == 1


@contextmanager
def held(path: Path) -> Iterator[None]:
    handle = os.open(path / ".lock", os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    yield
    os.close(handle)


def test_a_second_run_on_one_directory_is_refused(place: Range, cli: Cli) -> None:
    with held(place.out):
        done = cli("analyze", place.repository.path, "--out", place.out)
    assert done.returncode == 5
    assert "another" in done.stderr
    assert "--out" in done.stderr
    assert done.stderr.count("\n") == 1
    assert place.inspect() == []


def test_outputs_do_not_depend_on_cache_mask_directory_or_locale(place: Range, tmp_path: Path, cli: Cli) -> None:
    commit = place.repository.commits[-1]
    repository = ("analyze", place.repository.path, "--commit", commit, "--quiet")
    old = os.umask(0o077)
    try:
        runs = [
            ("cold", (), {"LC_ALL": "C", "TZ": "Asia/Tokyo"}),
            ("warm", (), {"PYTHONHASHSEED": "7"}),
            ("none", ("--no-cache", "--jobs", "3"), {"LANG": "tr_TR.UTF-8"}),
        ]
        for name, options, extra in runs:
            environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), **extra}
            done = cli(*repository, "--out", tmp_path / name, *options, cwd=tmp_path, env=environment)
            assert done.returncode in (0, 1), done.stderr
    finally:
        os.umask(old)
    for name, *_rest in runs:
        assert place.unlike(tmp_path / name, commit) == "", name
