"""All files of a snapshot through the per-file road: known results from the cache, the rest through the workers.

Takes selected entries, gives a result or a skip for each; the counts always add up. Knows nothing of graphs and reports.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from analyzer import workers
from analyzer.attributes import tree_attributes
from analyzer.cache import ResultCache, packed
from analyzer.reading import Attributes, Reading, read_job
from analyzer.snapshot import Snapshot, TreeEntry
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import StrongValues
from chunkers.redaction.holders import holders
from reports.record import Entry, Quarantined

Progress = Callable[[str, int, int], None]
"""Called with (stage, done, total); total 0 when it is not known."""


@dataclass(frozen=True, slots=True)
class Intake:
    """What reading gave: results sorted by path bytes, and what was skipped on the way."""

    results: list[FileResult]
    skipped: list[Entry]
    quarantined: list[Quarantined]
    restarts: int


QUARANTINED = "quarantined: "


def read_files(
    snapshot: Snapshot,
    entries: Sequence[TreeEntry],
    policy: ChunkingPolicy,
    count: int,
    cache: ResultCache | None,
    tell: Progress,
) -> Intake:
    """Read `entries` with `count` workers; what the cache knows is neither read nor parsed.

    Strong secret values found in one file are masked wherever else they stand in the snapshot: those files are read a second time. Only
    results that no value touches are cached, so a run after a cached one gives the same bytes as a first run.
    """
    bodies: dict[str, bytes] | None = None if cache is None else {}
    reader = _Reader(snapshot, policy, count, tell, len(entries), bodies)
    known = {
        entry.path: reading
        for entry in entries
        if cache and (reading := cache.get(entry, reader.attributes(entry.path)))
    }
    fresh = reader.read([entry for entry in entries if entry.path not in known], StrongValues())
    readings = known | fresh
    strong = StrongValues(value for reading in readings.values() for value in reading.strong)
    results = {path: reading.result for path, reading in readings.items()}
    touched = holders(results.values(), strong)
    if touched:
        again = reader.read([entry for entry in entries if entry.path in touched], strong)
        results.update({path: reading.result for path, reading in again.items()})
    if cache is not None and bodies is not None:
        for entry in entries:
            if reading := fresh.get(entry.path):
                body = bodies.pop(entry.path) if entry.path in bodies and entry.path not in touched else None
                cache.put(entry, reader.attributes(entry.path), reading, body)
    return reader.intake(results)


@dataclass(slots=True)
class _Reader:
    """Reads entries of one snapshot through the workers, and remembers what went wrong on the way.

    `bodies` collects by path what a cache may hold, made while what came is at hand; None when nobody stores it.
    """

    snapshot: Snapshot
    policy: ChunkingPolicy
    count: int
    tell: Progress
    total: int
    bodies: dict[str, bytes] | None
    attributes: Callable[[str], Attributes] = field(init=False)
    log: workers.WorkerLog = field(default_factory=workers.WorkerLog)
    skipped: dict[str, Entry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.attributes = tree_attributes(self.snapshot)

    def read(self, entries: Sequence[TreeEntry], known: StrongValues) -> dict[str, Reading]:
        """Return the readings of `entries` by path; entries whose object is broken are in `skipped` instead."""
        done: dict[str, Reading] = {}
        if not entries:
            return done
        with closing(self._jobs(entries, known)) as jobs:  # an interrupted run must end git and its feeding thread
            for reading in workers.run(jobs, read_job, self.policy, self.count, self.log):
                path = reading.result.path
                done[path] = self._kept(reading, self.log.quarantined.get(path))
                self.tell("files", self.total - len(entries) + len(done), self.total)
        return done

    def _kept(self, reading: Reading, quarantined: str | None) -> Reading:
        """Return what is kept of a reading as it came."""
        if quarantined:
            reading = Reading(replace(reading.result, reason=f"{QUARANTINED}{quarantined}"), reading.strong)
        if self.bodies is not None and not reading.strong:
            self.bodies[reading.result.path] = packed(reading)
        return Reading(reading.result, reading.strong)

    def _jobs(self, entries: Sequence[TreeEntry], known: StrongValues) -> Generator[workers.Job, None, None]:
        for answer in self.snapshot.read(entries):
            if isinstance(answer, Entry):
                self.skipped[answer.path] = answer
            else:
                yield workers.Job(answer, self.attributes(answer.path), (known,))

    def intake(self, results: Mapping[str, FileResult]) -> Intake:
        """Return everything, sorted by path bytes."""
        ordered = sorted(results.values(), key=lambda result: result.path.encode())
        bad = [result for result in ordered if (result.reason or "").startswith(QUARANTINED)]
        skipped = sorted(self.skipped.values(), key=lambda entry: entry.path.encode())
        return Intake(ordered, skipped, [_quarantined(result) for result in bad], self.log.restarts)


def _quarantined(result: FileResult) -> Quarantined:
    return Quarantined(
        result.path, result.classification.language or "text", str(result.reason).removeprefix(QUARANTINED)
    )
