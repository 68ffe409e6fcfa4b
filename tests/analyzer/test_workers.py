"""Workers: whatever a file does to the process that reads it, every job gets its answer, in order, and the run goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing import forkserver
from pathlib import Path

import pytest

from analyzer import files, workers
from analyzer.cache import open_cache
from analyzer.confinement import KEPT_ENVIRONMENT
from analyzer.snapshot import open_snapshot
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import SourceFile
from reports.record import Quarantined
from tests.analyzer.poison import crashing_read, work
from tests.repos import repository_of

POLICY = ChunkingPolicy(limits=Limits(hard_seconds=0.5, worker_memory_bytes=2 * 1024**3))
REASONS = {
    "segfault": f"crash (exit -{signal.SIGSEGV.value})",
    "abort": f"crash (exit -{signal.SIGABRT.value})",
    "kill": f"crash (exit -{signal.SIGKILL.value})",
    "leave": "crash (exit 0)",
    "spin": "deadline",
    "sleep": "deadline",
    "memory": "memory",
    "raise": "error (ValueError)",
    "forge": "answer (UnpicklingError)",
}


def job(path: str, size: int = 10) -> workers.Job:
    return workers.Job(SourceFile(path, path.encode(), "100644", "0" * 40, size, b"x" * size), ())


def test_every_poison_costs_its_own_file_only() -> None:
    paths = [f"good/{at}" for at in range(150)]
    for at, kind in enumerate(REASONS):
        paths.insert(7 + 17 * at, f"{kind}/{at}")
    log = workers.WorkerLog()
    answers = list(workers.run(map(job, paths), work, POLICY, 2, log))
    assert answers == [f"{path}: {10 if path.startswith('good/') else 'safe'}" for path in paths]
    assert {path.partition("/")[0]: reason for path, reason in log.quarantined.items()} == REASONS
    assert log.restarts >= len(REASONS)


def test_a_file_that_kills_even_the_safe_reading_is_read_without_its_bytes() -> None:
    log = workers.WorkerLog()
    answers = list(workers.run(map(job, ["good/1", "always-segfault/1", "good/2"]), work, POLICY, 1, log))
    assert answers == ["good/1: 10", "always-segfault/1: safe", "good/2: 10"]
    assert log.quarantined == {"always-segfault/1": REASONS["segfault"]}


@pytest.mark.parametrize(("kind", "factor"), [("spin", 1), ("sleep", 3)])
def test_a_hang_ends_soon_after_the_hard_limit(kind: str, factor: int) -> None:
    policy = replace(POLICY, limits=replace(POLICY.limits, hard_seconds=1.0))
    times = []
    for _answer in workers.run(map(job, ["good/1", f"{kind}/1", "good/2"]), work, policy, 1, workers.WorkerLog()):
        times.append(time.monotonic())  # noqa: PERF401  # the moment counts
    assert factor * 0.9 < times[1] - times[0] < factor * 1.0 + 2 + 3  # the last three seconds are for a busy machine


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_worker_knows_and_may_do_nothing_it_does_not_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEPLOY_PASSWORD", "of the operator")
    forkserver._forkserver._stop()  # the next one starts with the environment of now
    (facts,) = workers.run([job("facts/1")], work, POLICY, 1, workers.WorkerLog())
    assert isinstance(facts, dict)
    unseen = {"LINES", "COLUMNS"}  # set by readline below Python when a debugger is near
    names = {pair.partition("=")[0] for pair in facts["environment"].split("\0") if pair}
    assert names <= set(KEPT_ENVIRONMENT) | unseen
    assert os.environ["DEPLOY_PASSWORD"] == "of the operator"
    limits = {line[:26].strip(): line[26:47].strip() for line in facts["limits"].splitlines()}
    assert limits["Max core file size"] == limits["Max file size"] == limits["Max processes"] == "0"
    assert limits["Max open files"] == "128"
    assert limits["Max cpu time"] == "3600"
    assert limits["Max address space"] == str(POLICY.limits.worker_memory_bytes)
    status = dict(line.split(":", 1) for line in facts["status"].splitlines() if ":" in line)
    assert status["NoNewPrivs"].strip() == "1"
    assert facts["directory"] == "/"
    assert facts["writes"]
    assert facts["connects"]


def test_workers_are_renewed_without_a_trace_in_the_answers() -> None:
    log = workers.WorkerLog()
    answers = list(workers.run((job("pid/1", workers.BATCH_BYTES) for _ in range(230)), work, POLICY, 1, log))
    assert len(answers) == 230
    assert len(set(answers)) == 2
    assert log == workers.WorkerLog()


def test_a_killed_fork_server_is_started_again() -> None:
    log = workers.WorkerLog()
    answers = []
    for at, answer in enumerate(workers.run((job(f"good/{at}", 100_000) for at in range(30)), work, POLICY, 2, log)):
        answers.append(answer)
        if at == 3:
            os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
    assert answers == [f"good/{at}: 100000" for at in range(30)]
    assert log.quarantined == {}


def test_jobs_are_read_a_few_batches_ahead_only() -> None:
    read = 0

    def jobs() -> Iterator[workers.Job]:
        nonlocal read
        for at in range(5000):
            read += 1
            yield job(f"good/{at}")

    for at, _answer in enumerate(workers.run(jobs(), work, POLICY, 1, workers.WorkerLog())):
        assert read <= at + 1 + 4 * workers.BATCH_FILES
        if at == 400:
            break
    read = 0
    large = (job(f"good/{at}", 20 * 1024**2) for at in range(12))
    seen = 0

    def counted() -> Iterator[workers.Job]:
        nonlocal seen
        for one in large:
            seen += 1
            yield one

    for at, _answer in enumerate(workers.run(counted(), work, POLICY, 4, workers.WorkerLog())):
        assert (seen - at) * 20 * 1024**2 <= workers.WINDOW_BYTES + 2 * 20 * 1024**2


def test_a_quarantined_file_is_known_by_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "read_job", crashing_read)
    source = "class Shelf:\n    def put(self):\n        return 1\n"
    repository = repository_of(tmp_path / "repository", {"bad.py": source, "good.py": source})
    seen = []
    for _run in range(2):
        with open_snapshot(repository.path) as snapshot:
            cache = open_cache(tmp_path / "cache", "context")
            assert cache is not None
            intake = files.read_files(snapshot, snapshot.entries, POLICY, 1, cache, lambda *_: None)
            seen.append((intake.restarts, cache.hits))
            cache.close()
        assert intake.quarantined == [Quarantined("bad.py", "python", REASONS["abort"])]
        assert {draft.title for draft in intake.results[0].drafts} >= {"Shelf", "Shelf.put"}
    assert seen == [(2, 0), (0, 2)]


def test_a_plain_script_may_analyze_at_its_top_level(tmp_path: Path) -> None:
    repository = repository_of(tmp_path / "r", {"a.py": "def one():\n    return 1\n"})
    script = tmp_path / "script.py"
    script.write_text(
        f"from analyzer import analyze\nprint('once')\nprint(len(analyze({str(repository.path)!r}).chunks))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["once", "2"]
