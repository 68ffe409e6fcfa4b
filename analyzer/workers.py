"""The workers: files in, results out, whatever a native parser does.

Takes a stream of jobs and the work to do on each, gives one answer each, in order. A file that ends its process is tried once more alone; one
that does so again, or does not end, is quarantined and worked on without native parsing. Knows git, graphs and reports not at all.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from analyzer.crew import Crew, Event, Order
from analyzer.errors import RepochunkError
from analyzer.reading import Attributes
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

BATCH_BYTES = 256 * 1024
BATCH_FILES = 64
WINDOW_BYTES = 64 * 1024 * 1024
_IN_BATCH, _ALONE, _UNPARSED, _UNREAD = range(4)


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
    """Do `work` on every job in at most `workers` processes, a few batches ahead of the consumer."""
    limits = policy.limits
    crew = Crew(workers, limits.hard_seconds, limits.worker_memory_bytes)
    try:
        yield from _Run(crew, work, policy, log).answers(_batches(jobs), 2 * workers + 1)
    finally:
        log.restarts += crew.restarts
        crew.dismiss()


def cores() -> int:
    """Return the number of processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@dataclass(slots=True)
class _Run:
    """One pass over all jobs: orders that wait for a process, and answers that wait for their turn."""

    crew: Crew
    work: Work[Any]
    policy: ChunkingPolicy
    log: WorkerLog
    waiting: deque[Order] = field(default_factory=deque)
    done: dict[int, Any] = field(default_factory=dict)

    def answers(self, batches: Iterator[list[Job]], ahead: int) -> Iterator[Any]:
        """Yield the answers in order; at most `ahead` batches and `WINDOW_BYTES` (or one batch) are read before their turn."""
        flight: deque[tuple[int, int]] = deque()  # (place behind a batch, its bytes)
        given = turn = held = 0
        while True:
            while turn in self.done:
                yield self.done.pop(turn)
                turn += 1
            while flight and flight[0][0] <= turn:
                held -= flight.popleft()[1]
            while len(flight) < ahead and held < WINDOW_BYTES and (batch := next(batches, None)):
                self.waiting.append(self._order(batch, given, 0))
                given += len(batch)
                flight.append((given, sum(map(_weight, batch))))
                held += flight[-1][1]
            if not flight:
                return
            while self.waiting and self.crew.take(self.waiting[0]):
                self.waiting.popleft()
            for event in self.crew.events():
                self._note(event)

    def _note(self, event: Event) -> None:
        """Keep an answer, or see to it that the file that gave none is worked on in a safer way and those behind it are not lost."""
        order, at = event.order, event.at
        place, stage = order.tag
        if event.failure is None:
            self.done[place + at] = event.answer
            return
        blamed = 0 if event.failure == "start" else 1
        if at + blamed < len(order.items):
            self.waiting.appendleft(self._order(order.items[at + blamed :], place + at + blamed, stage))
        if blamed:
            self.waiting.appendleft(self._again(order.items[at], place + at, stage, event.failure))

    def _again(self, job: Job, place: int, stage: int, reason: str) -> Order:
        """Return the next order for a job that failed: alone (a deadline would only take as long again), unparsed, without its bytes.

        Raises:
            RepochunkError: there is no safer way left; a bug of ours.
        """
        if stage == _IN_BATCH and reason != "deadline":
            return self._order([job], place, _ALONE)
        if stage <= _ALONE:
            self.log.quarantined[job.source.path] = reason
            return self._order([job], place, _UNPARSED)
        if stage == _UNPARSED:
            return self._order([replace(job, source=replace(job.source, data=None))], place, _UNREAD)
        raise RepochunkError(f"a worker ended on a file without its bytes ({reason})")

    def _order(self, jobs: Sequence[Job], place: int, stage: int) -> Order:
        """`place` is that of the first job among all answers."""
        policy = self.policy if stage <= _ALONE else _unparsed(self.policy)
        return Order(self.work, tuple(jobs), policy, (place, stage))


def _unparsed(policy: ChunkingPolicy) -> ChunkingPolicy:
    """A soft limit of zero means that no native parser is started at all."""
    return replace(policy, limits=replace(policy.limits, soft_seconds=0.0))


def _weight(job: Job) -> int:
    return len(job.source.data or b"")


def _batches(jobs: Iterable[Job]) -> Iterator[list[Job]]:
    batch: list[Job] = []
    size = 0
    for job in jobs:
        batch.append(job)
        size += _weight(job)
        if size >= BATCH_BYTES or len(batch) >= BATCH_FILES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
