"""The worker pool: files in, results out, whatever a native parser does.

Takes a stream of files with their tree attributes, gives one `FileResult` each, in no particular order. A batch that crashes or hangs is run
again file by file; a file that fails twice is quarantined and read without native parsing. Knows git, chunks and reports not at all.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from pebble import ProcessExpired, ProcessPool

from analyzer.file_road import Attributes, read_entry
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import SourceFile
from reports.record import Quarantined

BATCH_BYTES = 256 * 1024
BATCH_FILES = 64
_KEPT_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONHASHSEED")
_GRACE = 2.0


@dataclass(frozen=True, slots=True)
class Job:
    """One file to read, with what the tree's attribute files say of it."""

    source: SourceFile
    attributes: Attributes


@dataclass(slots=True)
class WorkerLog:
    """What happened to the workers of one run: restarts, and the files that no native parser may see again."""

    restarts: int = 0
    quarantined: list[Quarantined] = field(default_factory=list)


def run(jobs: Iterable[Job], policy: ChunkingPolicy, workers: int, log: WorkerLog) -> Iterator[FileResult]:
    """Read every job in `workers` processes, at most a few batches ahead of the consumer."""
    with _pool(policy.limits, workers) as pool:
        yield from _drain(pool, jobs, policy, workers, log)


def cores() -> int:
    """Return the number of processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _drain(pool: ProcessPool, jobs: Iterable[Job], policy: ChunkingPolicy, workers: int, log: WorkerLog) -> Iterator[FileResult]:
    waiting: deque[tuple[list[Job], Any]] = deque()
    for batch in _batches(jobs):
        waiting.append((batch, _submit(pool, batch, policy)))
        while len(waiting) > 2 * workers + 1:
            yield from _collect(pool, *waiting.popleft(), policy, log)
    while waiting:
        yield from _collect(pool, *waiting.popleft(), policy, log)


def _collect(pool: ProcessPool, batch: list[Job], future: Any, policy: ChunkingPolicy, log: WorkerLog) -> Iterator[FileResult]:
    try:
        yield from future.result()
    except (ProcessExpired, FutureTimeoutError, MemoryError):
        log.restarts += 1
        for job in batch:
            yield _alone(pool, job, policy, log)


def _alone(pool: ProcessPool, job: Job, policy: ChunkingPolicy, log: WorkerLog) -> FileResult:
    """Run one file by itself, once more after a crash; then without native parsing."""
    reason = "crash"
    for _attempt in range(2):
        try:
            return _only(_submit(pool, [job], policy).result())
        except FutureTimeoutError:
            reason = "deadline"
            log.restarts += 1
            break  # it would only take as long again
        except MemoryError:
            reason = "memory"
            log.restarts += 1
        except ProcessExpired as error:
            reason = f"crash (exit {error.exitcode})"
            log.restarts += 1
    try:
        result = _only(_submit(pool, [job], _unparsed(policy)).result())
    except (ProcessExpired, FutureTimeoutError, MemoryError):
        log.restarts += 1
        result = _only(_submit(pool, [Job(replace(job.source, data=None), job.attributes)], policy).result())
    grammar = result.classification.language or "text"
    log.quarantined.append(Quarantined(job.source.path, grammar, reason))
    return replace(result, reason=f"quarantined: {reason}")


def _only(results: list[FileResult]) -> FileResult:
    return results[0]


def _unparsed(policy: ChunkingPolicy) -> ChunkingPolicy:
    """A soft limit of zero means that no native parser is started at all."""
    return replace(policy, limits=replace(policy.limits, soft_seconds=0.0))


def _batches(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    batch: list[Job] = []
    size = 0
    for job in jobs:
        batch.append(job)
        size += len(job.source.data or b"")
        if size >= BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _submit(pool: ProcessPool, batch: list[Job], policy: ChunkingPolicy) -> Any:
    slack = _GRACE if len(batch) == 1 else policy.limits.hard_seconds
    return pool.schedule(_read_batch, args=(batch, policy), timeout=policy.limits.hard_seconds + slack)


def _read_batch(batch: list[Job], policy: ChunkingPolicy) -> list[FileResult]:
    return [read_entry(job.source, job.attributes, policy) for job in batch]


@contextmanager
def _pool(limits: Limits, workers: int) -> Iterator[ProcessPool]:
    """Open the pool; on the way out stop every worker, also when the consumer was interrupted."""
    with _safe_path():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["analyzer.file_road", "chunkers.registry"])
        pool = ProcessPool(max_workers=workers, max_tasks=200, initializer=_start, initargs=(limits,), context=context)
        try:
            yield pool
        except BaseException:
            pool.stop()
            raise
        else:
            pool.close()
        finally:
            pool.join()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep the current directory off the import path of the fork server: it may be a repository with a `graph/` folder of its own."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def _start(limits: Limits) -> None:
    """Prepare a worker: no secrets in its environment, no core files, a cap on its memory, Ctrl-C left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in [name for name in os.environ if name not in _KEPT_ENVIRONMENT]:
        del os.environ[name]
    if sys.platform.startswith("linux"):
        import resource  # noqa: PLC0415  # exists on POSIX only

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limits.worker_memory_bytes, limits.worker_memory_bytes))
