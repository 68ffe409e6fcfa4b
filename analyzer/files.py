"""All files of a snapshot through the per-file road: known results from the cache, the rest through the workers.

Takes selected entries, gives a result or a skip for each; the counts always add up. Knows nothing of graphs and reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from analyzer import workers
from analyzer.attributes import tree_attributes
from analyzer.cache import ResultCache
from analyzer.file_road import read_entry
from analyzer.snapshot import Snapshot, TreeEntry
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy
from reports.record import Entry, Quarantined

Progress = Callable[[str, int, int], None]
"""Called with (stage, done, total); total 0 when it is not known."""


@dataclass(slots=True)
class Intake:
    """What reading gave: results sorted by path bytes, and what was skipped on the way."""

    results: list[FileResult] = field(default_factory=list)
    skipped: list[Entry] = field(default_factory=list)
    quarantined: list[Quarantined] = field(default_factory=list)
    restarts: int = 0


def read_files(
    snapshot: Snapshot,
    entries: Sequence[TreeEntry],
    policy: ChunkingPolicy,
    count: int,
    cache: ResultCache | None,
    tell: Progress,
) -> Intake:
    """Read `entries` with `count` workers; what the cache knows is neither read nor parsed."""
    attributes = tree_attributes(snapshot)
    intake = Intake()
    unread: list[TreeEntry] = []
    for entry in entries:
        known = cache.get(entry, attributes(entry.path)) if cache else None
        if known is None:
            unread.append(entry)
        else:
            intake.results.append(known)
    by_path = {entry.path: entry for entry in unread}
    log = workers.WorkerLog()

    def jobs() -> Iterator[workers.Job]:
        for answer in snapshot.read(unread):
            if isinstance(answer, Entry):
                intake.skipped.append(answer)
            else:
                yield workers.Job(answer, attributes(answer.path))

    with closing(jobs()) as stream:  # an interrupted run must end git and its feeding thread, not leave them to the garbage collector
        for fresh in workers.run(stream, read_job, policy, count, log) if unread else ():
            reason = log.quarantined.get(fresh.path)
            result = replace(fresh, reason=f"{QUARANTINED}{reason}") if reason else fresh
            intake.results.append(result)
            if cache is not None:
                cache.put(by_path[result.path], attributes(result.path), result)
            tell("files", len(intake.results), len(entries))
    intake.results.sort(key=lambda result: result.path.encode())
    intake.skipped.sort(key=lambda entry: entry.path.encode())
    intake.quarantined = [
        _quarantined(result) for result in intake.results if (result.reason or "").startswith(QUARANTINED)
    ]
    intake.restarts = log.restarts
    return intake


QUARANTINED = "quarantined: "


def _quarantined(result: FileResult) -> Quarantined:
    return Quarantined(
        result.path, result.classification.language or "text", str(result.reason).removeprefix(QUARANTINED)
    )


def read_job(job: workers.Job, policy: ChunkingPolicy) -> FileResult:
    """Read one file: the work of an analysis, named to the workers."""
    return read_entry(job.source, job.attributes, policy)
