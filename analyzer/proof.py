"""Promise 1: the text at `path:span@commit`, redacted, equals the chunk's content. Re-reads every cited span from git.

Takes chunks that were written and the snapshot they name; gives the chunks that do not prove. Chunks nothing and parses nothing for itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import orjson

from analyzer import workers
from analyzer.attributes import tree_attributes
from analyzer.classify import classify
from analyzer.errors import RequestError
from analyzer.pipeline import effective_policy
from analyzer.policy import digest
from analyzer.snapshot import Snapshot, open_snapshot
from analyzer.worktree import open_worktree
from chunkers.assemble.geometry import text_of
from chunkers.chunk import Chunk, Segment
from chunkers.identity import snapshot_id
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, StrongValues, redact_file
from chunkers.source import CleanText, SourceFile
from reports.documents import ChunksFile
from reports.reading import open_generation

Claim = tuple[str, tuple[Segment, ...], str]
"""Chunk id, segments, the text they are said to hold."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A chunk whose citation does not hold."""

    chunk_id: str
    path: str
    line: int | None
    problem: str


@dataclass(frozen=True, slots=True)
class Check:
    """One file looked at again: the claims that do not hold, and in memory only its strong values."""

    path: str
    mismatches: tuple[Mismatch, ...]
    strong: StrongValues


def verify(
    snapshot: Snapshot, chunks: Sequence[Chunk], policy: ChunkingPolicy, count: int
) -> tuple[int, tuple[Mismatch, ...]]:
    """Check every chunk with a citation; return how many were checked, and the mismatches by path.

    A file that does not match at first is looked at once more with the strong values of all the others masked, as the run did.
    """
    claims: dict[str, list[Claim]] = {}
    cited = [c for c in chunks if c.source.path is not None and c.content.raw is not None]
    for chunk in cited:
        claims.setdefault(str(chunk.source.path), []).append((chunk.chunk_id, chunk.segments, str(chunk.content.raw)))
    composed = [c for c in chunks if c.composition is not None]
    for path, claim in named_sources(composed):
        claims.setdefault(path, []).append(claim)
    wanted = {path for path, listed in claims.items() if listed}
    checks = _checked(snapshot, claims, wanted, policy, count, StrongValues())
    strong = StrongValues(value for check in checks.values() for value in check.strong)
    doubtful = {path for path, check in checks.items() if check.mismatches}
    if len(strong) and doubtful:
        checks.update(_checked(snapshot, claims, doubtful, policy, count, strong))
    found = [mismatch for check in checks.values() for mismatch in check.mismatches]
    found += [
        Mismatch(claim[0], path, None, "the commit has no such file")
        for path in wanted - set(checks)
        for claim in claims[path]
    ]
    return len(cited) + len(composed), tuple(sorted(set(found), key=lambda m: (m.path, m.line or 0, m.chunk_id)))


def _checked(
    snapshot: Snapshot,
    claims: Mapping[str, Sequence[Claim]],
    paths: Collection[str],
    policy: ChunkingPolicy,
    count: int,
    known: StrongValues,
) -> dict[str, Check]:
    attributes = tree_attributes(snapshot)
    entries = [entry for entry in snapshot.entries if entry.path in paths]
    jobs = (
        workers.Job(source, attributes(source.path), (known, *claims[source.path]))
        for source in snapshot.read(entries)
        if isinstance(source, SourceFile)
    )
    with closing(jobs):
        return {check.path: check for check in workers.run(jobs, check_file, policy, count, workers.WorkerLog())}


def check_file(job: workers.Job, policy: ChunkingPolicy) -> Check:
    """Re-read one file and compare every claim: the work of `verify`, named to the workers."""
    path, (known, *claims) = job.source.path, job.claims
    if job.source.data is None:
        return Check(
            path,
            tuple(Mismatch(claim[0], path, None, "the file cannot be read again") for claim in claims),
            StrongValues(),
        )
    redacted = redact_file(job.source.data, path, classify(job.source, policy, job.attributes), policy.redaction, known)
    clean = redacted.clean
    if isinstance(clean, Blocked):
        problem = f"the file has no content: {clean.reason}"
        return Check(path, tuple(Mismatch(claim[0], path, None, problem) for claim in claims), StrongValues())
    problems = ((claim, _problem(clean, claim)) for claim in claims)
    mismatches = tuple(
        Mismatch(claim[0], path, claim[1][0].start_line if claim[1] else None, problem)
        for claim, problem in problems
        if problem
    )
    return Check(path, mismatches, redacted.strong)


def _problem(clean: CleanText, claim: Claim) -> str | None:
    """Say what is wrong with a claim: (chunk id, segments, text), or for a composed chunk (chunk id, cited lines, a name among them)."""
    _, segments, text = claim
    if segments and segments[-1].end_line > len(clean.lines):
        return "cites lines behind the end of the file"
    cited = text_of(clean, segments)
    if segments and not segments[0].own and len(segments) == 1 and text.startswith(NAME):
        return (
            None
            if text.removeprefix(NAME) in cited
            else f"the cited lines do not hold the name '{text.removeprefix(NAME)}'"
        )
    return None if cited == text else "the cited lines hold another text"


NAME = "name:"


def named_sources(chunks: Sequence[Chunk]) -> Iterator[tuple[str, Claim]]:
    """Yield (path, claim) for every file span a composed chunk cites: the name its line gives must stand in the cited lines."""
    for chunk in chunks:
        lines = (chunk.content.raw or "").split("\n")
        for source in chunk.composition.sources if chunk.composition else ():
            if not source.file_span:
                continue
            path, _, span = source.file_span.rpartition(":")
            first, _, last = span.partition("-")
            segment = Segment(int(first), int(last or first), own=False)
            line = next((line for line in lines if source.file_span in line), "")
            named = line.partition(source.file_span)[0].rstrip()
            words = [] if named.endswith(_NAMELESS) else _WORD.findall(named)
            if words and path.endswith(_COMPONENTS) and words[-1] in path.rsplit("/", 1)[-1]:
                words = []
            yield path, (chunk.chunk_id, (segment,), NAME + words[-1] if words else NAME)


_WORD = re.compile(r"\w+")
_COMPONENTS = (".vue", ".svelte", ".astro")  # a component is named by its file, not by a line of it
_NAMELESS = "(inline)"  # a handler written in place has lines but no name


def verify_directory(
    directory: Path, repo: Path | None, policy: ChunkingPolicy, count: int
) -> tuple[int, tuple[Mismatch, ...]]:
    """Check every citation of a written generation.

    `repo` None takes the repository that run.json names.

    Raises:
        RequestError: the repository is not known, or the generation was made with another policy.
    """
    generation = open_generation(directory)
    written = generation.chunks()
    place = repo or analyzed_repository(generation.path)
    with _opened(place, written, policy) as snapshot:
        effective = effective_policy(snapshot, policy)[0]
        if digest(effective) != written.policy_digest:
            raise RequestError(
                f"{directory}: made with another policy (digest {written.policy_digest}); give it with --policy"
            )
        return verify(snapshot, written.chunks, effective, count or workers.cores())


def _opened(place: Path, written: ChunksFile, policy: ChunkingPolicy) -> Snapshot:
    """Open what was analyzed: the commit, or the work tree while it is still the same."""
    if not written.dirty:
        return open_snapshot(place, written.commit_sha, limits=policy.limits)
    snapshot = open_worktree(place, limits=policy.limits)
    if snapshot_id(snapshot.state or snapshot.commit) != written.snapshot_id:
        snapshot.close()
        raise RequestError(f"{place}: the work tree is not the one that was analyzed; analyze it again")
    return snapshot


def analyzed_repository(generation: Path) -> Path:
    """Return the repository that a generation's run.json names.

    Raises:
        RequestError: it names none, or it is gone.
    """
    try:
        named = orjson.loads((generation / "run.json").read_bytes()).get("repository")
    except (OSError, ValueError):
        named = None
    if not isinstance(named, str) or not Path(named).exists():
        raise RequestError(f"{generation}: run.json names no repository that is still there; give it with --repo")
    return Path(named)
