"""The whole road on one screen: a commit in, a judged record out.

Takes a repository, a revision and a policy; gives an `Analysis`. Writes nothing: see `analyzer.output`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import workers
from analyzer.attributes import tree_attributes
from analyzer.file_road import read_entry
from analyzer.policy import COMMITTED_LIMIT, COMMITTED_NAME, digest, tightened
from analyzer.selection import select
from analyzer.snapshot import Snapshot, open_snapshot
from analyzer.stamp import stamp_all
from analyzer.version import ruleset_digest, tool_version
from chunkers.chunk import Chunk, ChunkLink, FileResult
from chunkers.identity import snapshot_id
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile
from chunkers.tokens import COUNTER
from graph import link
from reports.quality import judge
from reports.record import Entry, Header, PolicyNote, Quarantined, RunRecord
from reports.report import QualityReport

if TYPE_CHECKING:
    import networkx

Progress = Callable[[str, int, int], None]
"""Called with (stage, done, total); total 0 when it is not known."""


@dataclass(frozen=True, slots=True)
class Request:
    """What one run is asked to do. `paths` are globs that select a subset; `worktree` reads uncommitted state."""

    repo: Path
    commit: str = "HEAD"
    policy: ChunkingPolicy = field(default_factory=ChunkingPolicy)
    workers: int = 0
    repository_id: str | None = None
    paths: tuple[str, ...] = ()
    worktree: bool = False
    trust_layout: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysed commit: the record that gates and writers read, and the verdict on it.

    `seconds` holds the wall time of each stage and `workers` what happened to the worker processes; neither enters any output but run.json.
    """

    record: RunRecord
    report: QualityReport
    seconds: dict[str, float]
    restarts: int
    root: Path

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """All chunks, sorted by (path bytes, start line, chunk type, logical id)."""
        return self.record.chunks

    @property
    def links(self) -> tuple[ChunkLink, ...]:
        """Links from chunks to graph nodes."""
        return self.record.links

    @property
    def graph(self) -> networkx.MultiDiGraph:
        """The symbol graph as a networkx view, built when asked for; refused above the policy's edge limit."""
        from graph.symbol_graph import as_networkx  # noqa: PLC0415  # networkx costs 250 ms; most runs never ask

        return as_networkx(self.record.graph, self.record.policy.limits.max_graph_edges)


def run(request: Request, progress: Progress | None = None) -> Analysis:
    """Walk the road: snapshot -> files -> graph -> chunks -> gates.

    Raises:
        RepochunkError: the request cannot be served; its `exit_code` says which way.
    """
    clock = _Clock()
    tell = progress or (lambda _stage, _done, _total: None)
    with open_snapshot(
        request.repo, request.commit, trust_layout=request.trust_layout, limits=request.policy.limits
    ) as snapshot:
        policy, notes = effective_policy(snapshot, request.policy)
        header = _header(snapshot, request, policy)
        log = workers.WorkerLog()
        results, skipped = _read(snapshot, request, policy, log, tell)
    clock.lap("files")
    tell("graph", 0, 0)
    linked = link(results)
    clock.lap("graph")
    record = RunRecord(
        header=header,
        policy=policy,
        entries=len(results) + len(skipped),
        files=results,
        skipped=skipped,
        chunks=stamp_all(header, results, linked),
        links=linked.links,
        graph=linked.tables,
        graph_findings=linked.findings,
        quarantined=_quarantined(results, log),
        notes=(*snapshot.notes, *notes),
        stages=frozenset(
            {"snapshot", "classification", "redaction", "chunking", "graph", "composition", "stamping", "verification"}
        ),
        verification={"checked": sum(r.checked for r in results), "failed": sum(len(r.unproved) for r in results)},
    )
    clock.lap("chunks")
    tell("gates", 0, 0)
    report = judge(record)
    clock.lap("gates")
    return Analysis(record, report, clock.laps, log.restarts, snapshot.root)


@dataclass(slots=True)
class _Clock:
    """Wall time per stage, for run.json and the terminal only."""

    laps: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = round(now - self._last, 3)
        self._last = now


def effective_policy(snapshot: Snapshot, asked: ChunkingPolicy) -> tuple[ChunkingPolicy, tuple[PolicyNote, ...]]:
    """Return the operator's policy with what the commit's own may tighten."""
    own = [entry for entry in snapshot.entries if entry.path == COMMITTED_NAME and (entry.size or 0) <= COMMITTED_LIMIT]
    for source in snapshot.read(own):
        if isinstance(source, SourceFile) and source.data is not None and source.mode.startswith("100"):
            return tightened(asked, source.data.decode("utf-8", "replace"))
    return asked, ()


def _header(snapshot: Snapshot, request: Request, policy: ChunkingPolicy) -> Header:
    return Header(
        repository_id=request.repository_id or policy.repository_id or snapshot.repository_id,
        snapshot_id=snapshot_id(snapshot.commit),
        commit_sha=snapshot.commit,
        commit_time=snapshot.commit_time,
        tenant_id=policy.tenant_id,
        tool_version=tool_version(),
        policy_digest=digest(policy),
        ruleset_digest=ruleset_digest(),
        token_counter=COUNTER,
        dirty=snapshot.dirty,
    )


def _quarantined(results: tuple[FileResult, ...], log: workers.WorkerLog) -> tuple[Quarantined, ...]:
    return tuple(
        Quarantined(result.path, result.classification.language or "text", log.quarantined[result.path])
        for result in results
        if result.path in log.quarantined
    )


def read_job(job: workers.Job, policy: ChunkingPolicy) -> FileResult:
    """Read one file: the work of an analysis, named to the workers."""
    return read_entry(job.source, job.attributes, policy)


def _read(
    snapshot: Snapshot, request: Request, policy: ChunkingPolicy, log: workers.WorkerLog, tell: Progress
) -> tuple[tuple[FileResult, ...], tuple[Entry, ...]]:
    """Read every entry of the snapshot through the workers; the counts always add up to the tree."""
    selected, skipped = select(snapshot.entries, policy.paths, request.paths)
    total = len(selected)
    attributes = tree_attributes(snapshot)

    def jobs() -> Iterator[workers.Job]:
        for answer in snapshot.read(selected):
            if isinstance(answer, Entry):
                skipped.append(answer)
            else:
                yield workers.Job(answer, attributes(answer.path))

    results: list[FileResult] = []
    for result in workers.run(jobs(), read_job, policy, request.workers or workers.cores(), log):
        reason = log.quarantined.get(result.path)
        results.append(replace(result, reason=f"quarantined: {reason}") if reason else result)
        tell("files", len(results), total)
    results.sort(key=lambda result: result.path.encode())
    return tuple(results), tuple(sorted(skipped, key=lambda entry: entry.path))
