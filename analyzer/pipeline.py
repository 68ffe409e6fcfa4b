"""The whole road on one screen: a commit in, a judged record out.

Takes a repository, a revision and a policy; gives an `Analysis`. Writes nothing: see `analyzer.output`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cache import Recent, ResultCache, open_cache
from analyzer.confinement import MEMORY_IS_CAPPED
from analyzer.errors import RequestError
from analyzer.files import Progress, read_files
from analyzer.past import past_for
from analyzer.policy import COMMITTED_LIMIT, COMMITTED_NAME, digest, tightened, without_effect
from analyzer.selection import select
from analyzer.snapshot import Snapshot, open_snapshot
from analyzer.stamp import stamp_all
from analyzer.version import code_stamp, ruleset_digest, tool_version
from analyzer.workers import cores
from analyzer.worktree import open_worktree
from chunkers.chunk import Chunk, ChunkLink, FileResult
from chunkers.identity import digest as digest_of
from chunkers.identity import snapshot_id
from chunkers.parcel import without_uses
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import engines, second_engine_installed
from chunkers.source import SourceFile
from chunkers.tokens import COUNTER
from graph import link
from reports.pause import collector_paused
from reports.quality import judge
from reports.record import Header, PolicyNote, RunRecord
from reports.report import QualityReport
from reports.view import RunView

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Request:
    """What one run is asked to do. `paths` are globs that select a subset; `worktree` reads uncommitted state; `cache` is a folder or None.

    `recent` holds the results of the run before in this process; it is brought up to date.
    """

    repo: Path
    commit: str = "HEAD"
    policy: ChunkingPolicy = field(default_factory=ChunkingPolicy)
    workers: int = 0
    repository_id: str | None = None
    paths: tuple[str, ...] = ()
    worktree: bool = False
    trust_layout: bool = False
    cache: Path | None = None
    recent: Recent | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysed commit: the record that gates and writers read with the look-ups over it, and the verdict on it.

    `seconds` holds the wall time of each stage and `workers` what happened to the worker processes; neither enters any output but run.json.
    """

    record: RunRecord
    view: RunView
    report: QualityReport
    seconds: dict[str, float]
    restarts: int
    root: Path
    reuse: tuple[int, int] | None
    first_parent: str | None = None

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """All chunks, sorted by (path bytes, start line, chunk type, logical id)."""
        return self.record.chunks

    @property
    def links(self) -> tuple[ChunkLink, ...]:
        """Links from chunks to graph nodes."""
        return self.record.links

    @property
    def graph(self) -> nx.MultiDiGraph:
        """The symbol graph as a networkx view, built when asked for; refused above the policy's edge limit."""
        from graph.symbol_graph import as_networkx  # noqa: PLC0415  # networkx costs 250 ms; most runs never ask

        return as_networkx(self.record.graph, self.record.policy.limits.max_graph_edges)


def run(request: Request, progress: Progress | None = None) -> Analysis:
    """Analyze one commit with the garbage collector paused; see `walk`."""
    with collector_paused():
        return walk(request, progress)


def walk(request: Request, progress: Progress | None) -> Analysis:
    """Walk the road: snapshot -> files -> graph -> chunks -> gates.

    Raises:
        RepochunkError: the request cannot be served; its `exit_code` says which way.
    """
    clock = _Clock()
    tell = progress or (lambda _stage, _done, _total: None)
    with _opened(request) as snapshot:
        policy, notes = effective_policy(snapshot, request.policy)
        require_engines(policy)
        header = _header(snapshot, request, policy)
        chosen, left_out = select(snapshot.entries, policy.paths, request.paths)
        with _cache(request, header) as cache:
            intake = read_files(snapshot, chosen, policy, request.workers or cores(), cache, tell)
        clock.lap("files")
        tell("graph", 0, 0)
        past, told = past_for(snapshot, policy.history.max_commits, intake.results)
        clock.lap("history")
        outcomes = list(map(without_uses, intake.results))
        linked = link(_given_away(intake.results), past)
        clock.lap("graph")
    skipped = tuple(sorted([*left_out, *intake.skipped], key=lambda entry: entry.path.encode()))
    chunks = stamp_all(header, _handed_over(outcomes), linked)
    results = tuple(outcomes)
    record = RunRecord(
        header=header,
        policy=policy,
        entries=len(results) + len(skipped),
        files=results,
        skipped=skipped,
        chunks=chunks,
        links=linked.links,
        graph=linked.tables,
        graph_findings=linked.findings,
        quarantined=tuple(intake.quarantined),
        engines=engines(policy.redaction),
        notes=(*_worth_telling(snapshot, request, policy), *without_effect(policy), *notes, *told),
        stages=frozenset(
            {"snapshot", "classification", "redaction", "chunking", "graph", "composition", "stamping", "verification"}
        ),
        verification={"checked": sum(r.checked for r in results), "failed": sum(len(r.unproved) for r in results)},
    )
    clock.lap("chunks")
    tell("gates", 0, 0)
    view = RunView(record)
    report = judge(record, view)
    clock.lap("gates")
    return Analysis(
        record,
        view,
        report,
        clock.laps,
        intake.restarts,
        snapshot.root,
        (cache.hits, cache.misses) if cache else None,
        snapshot.first_parent,
    )


@dataclass(slots=True)
class _Clock:
    """Wall time per stage, for run.json and the terminal only."""

    laps: dict[str, float] = field(default_factory=dict)
    _last: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = round(now - self._last, 3)
        self._last = now


def _given_away(results: list[FileResult]) -> Iterator[FileResult]:
    """Yield results to be linked, and keep none: their uses are most of a run's memory, and nobody else asks for them."""
    results.reverse()
    while results:
        yield results.pop()


def _handed_over(results: list[FileResult]) -> Iterator[FileResult]:
    """Yield results to become chunks, and leave of each what gates and writers read: no drafts."""
    for index, result in enumerate(results):
        yield result
        results[index] = replace(result, drafts=())


def _opened(request: Request) -> Snapshot:
    """Open the commit, or the work tree on top of HEAD."""
    limits = request.policy.limits
    if not request.worktree:
        return open_snapshot(request.repo, request.commit, trust_layout=request.trust_layout, limits=limits)
    if request.commit != "HEAD":
        raise RequestError(f"--worktree reads what lies on HEAD; it cannot be combined with --commit {request.commit}")
    return open_worktree(request.repo, trust_layout=request.trust_layout, limits=limits)


def require_engines(policy: ChunkingPolicy) -> None:
    """Refuse to go on without an engine that the operator demands.

    Raises:
        RequestError: it is not installed.
    """
    if policy.redaction.kingfisher == "required" and not second_engine_installed():
        raise RequestError(
            "redaction.kingfisher is 'required', and the engine is not installed: pip install 'repochunk[secrets]'"
        )


def effective_policy(snapshot: Snapshot, asked: ChunkingPolicy) -> tuple[ChunkingPolicy, tuple[PolicyNote, ...]]:
    """Return the operator's policy with what the commit's own may tighten."""
    own = [entry for entry in snapshot.entries if entry.path == COMMITTED_NAME and (entry.size or 0) <= COMMITTED_LIMIT]
    for source in snapshot.read(own):
        if isinstance(source, SourceFile) and source.data is not None and source.mode.startswith("100"):
            return tightened(asked, source.data.decode("utf-8", "replace"))
    return asked, ()


@contextmanager
def _cache(request: Request, header: Header) -> Iterator[ResultCache | None]:
    """Open the cache for what a result depends on besides its file; close it only after a whole reading."""
    context = digest_of(
        header.tenant_id, header.policy_digest, header.ruleset_digest, header.tool_version, code_stamp()
    )
    cache = open_cache(request.cache, context, request.recent)
    yield cache
    if cache is not None:
        cache.close()


def _worth_telling(snapshot: Snapshot, request: Request, policy: ChunkingPolicy) -> tuple[PolicyNote, ...]:
    """Return the snapshot's notes; how it would have named the repository matters only when nobody named it."""
    named = request.repository_id or policy.repository_id
    notes = tuple(note for note in snapshot.notes if not (named and note.rule == "snapshot.repository_id"))
    return (
        notes
        if MEMORY_IS_CAPPED
        else (*notes, PolicyNote("workers.memory", "this platform cannot cap the memory of workers"))
    )


def _header(snapshot: Snapshot, request: Request, policy: ChunkingPolicy) -> Header:
    return Header(
        repository_id=request.repository_id or policy.repository_id or snapshot.repository_id,
        snapshot_id=snapshot_id(snapshot.state or snapshot.commit),
        commit_sha=snapshot.commit,
        commit_time=snapshot.commit_time,
        tenant_id=policy.tenant_id,
        tool_version=tool_version(),
        policy_digest=digest(policy),
        ruleset_digest=ruleset_digest(engines(policy.redaction)),
        token_counter=COUNTER,
        dirty=snapshot.dirty,
    )
