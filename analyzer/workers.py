"""The worker pool: files in, results out, whatever a native parser does.

Takes a stream of jobs and the work to do on each, gives one answer each, in order. A batch that crashes or hangs is run again file by file; a
file that fails again is quarantined and worked on without native parsing. Knows git, graphs and reports not at all.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from pebble import ProcessExpired, ProcessPool

from analyzer.file_road import Attributes
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import SourceFile

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

BATCH_BYTES = 256 * 1024
BATCH_FILES = 64
_KEPT_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "TZ", "PYTHONHASHSEED")
_GRACE = 2.0


@dataclass(frozen=True, slots=True)
class Job:
    """One file to work on, what the tree's attribute files say of it, and what else the work needs (`claims` of `verify`)."""

    source: SourceFile
    attributes: Attributes
    claims: tuple[Any, ...] = ()


class Work(Protocol[T_co]):
    """A module-level function: it is named, not sent, to the workers."""

    def __call__(self, job: Job, policy: ChunkingPolicy) -> T_co:
        """Work on one file; never raise for what it holds."""


@dataclass(slots=True)
class WorkerLog:
    """What happened to the workers of one run: restarts, and by path why no native parser may see a file again."""

    restarts: int = 0
    quarantined: dict[str, str] = field(default_factory=dict)


def run(jobs: Iterable[Job], work: Work[T], policy: ChunkingPolicy, workers: int, log: WorkerLog) -> Iterator[T]:
    """Do `work` on every job in `workers` processes, at most a few batches ahead of the consumer."""
    with _pool(policy.limits, workers) as pool:
        yield from _Crew(pool, work, policy, log).drain(jobs, 2 * workers + 1)


def cores() -> int:
    """Return the number of processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class _Crew:
    """A pool and the work it does."""

    pool: ProcessPool
    work: Work[Any]
    policy: ChunkingPolicy
    log: WorkerLog

    def drain(self, jobs: Iterable[Job], ahead: int) -> Iterator[Any]:
        waiting: deque[tuple[list[Job], Any]] = deque()
        for batch in _batches(jobs):
            waiting.append((batch, self._submit(batch, self.policy)))
            while len(waiting) > ahead:
                yield from self._collect(*waiting.popleft())
        while waiting:
            yield from self._collect(*waiting.popleft())

    def _collect(self, batch: list[Job], future: Any) -> Iterator[Any]:
        try:
            answers = future.result()
        except (ProcessExpired, FutureTimeoutError, MemoryError):
            self.log.restarts += 1
            answers = (self._alone(job) for job in batch)
        yield from answers

    def _alone(self, job: Job) -> Any:
        """Work on one file by itself, once more after a crash; then without native parsing."""
        reason = "crash"
        for _attempt in range(2):
            try:
                return self._submit([job], self.policy).result()[0]
            except FutureTimeoutError:
                reason = "deadline"
                break  # it would only take as long again
            except MemoryError:
                reason = "memory"
            except ProcessExpired as error:
                reason = f"crash (exit {error.exitcode})"
        self.log.restarts += 1
        self.log.quarantined[job.source.path] = reason
        try:
            return self._submit([job], _unparsed(self.policy)).result()[0]
        except (ProcessExpired, FutureTimeoutError, MemoryError):
            return self._submit([replace(job, source=replace(job.source, data=None))], self.policy).result()[0]

    def _submit(self, batch: list[Job], policy: ChunkingPolicy) -> Any:
        slack = _GRACE if len(batch) == 1 else policy.limits.hard_seconds
        return self.pool.schedule(_work_on, args=(self.work, batch, policy), timeout=policy.limits.hard_seconds + slack)


def _work_on(work: Work[Any], batch: list[Job], policy: ChunkingPolicy) -> list[Any]:
    answers = [work(job, policy) for job in batch]
    gc.collect(0)
    return answers


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


@contextmanager
def _pool(limits: Limits, workers: int) -> Iterator[ProcessPool]:
    """Open the pool; on the way out stop every worker, also when the consumer was interrupted."""
    with _safe_path():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["analyzer.warm"])
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
    gc.freeze()
    gc.disable()  # records hold no cycles; one young collection a batch catches what libraries leave
    for name in [name for name in os.environ if name not in _KEPT_ENVIRONMENT]:
        del os.environ[name]
    if sys.platform.startswith("linux"):
        import resource  # noqa: PLC0415  # exists on POSIX only

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (limits.worker_memory_bytes, limits.worker_memory_bytes))
