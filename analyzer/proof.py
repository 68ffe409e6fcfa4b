"""Promise 1: the text at `path:span@commit`, redacted, equals the chunk's content. Re-reads every cited span from git.

Takes chunks that were written and the snapshot they name; gives the chunks that do not prove. Chunks nothing and parses nothing for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from chunkers.assemble.geometry import text_of
from chunkers.chunk import Chunk, Segment
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import Blocked, redact
from chunkers.source import SourceFile
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


def verify(
    snapshot: Snapshot, chunks: Sequence[Chunk], policy: ChunkingPolicy, count: int
) -> tuple[int, tuple[Mismatch, ...]]:
    """Check every chunk with a citation; return how many were checked, and the mismatches by path."""
    claims: dict[str, list[Claim]] = {}
    cited = [c for c in chunks if c.source.path is not None and c.content.raw is not None]
    for chunk in cited:
        claims.setdefault(str(chunk.source.path), []).append((chunk.chunk_id, chunk.segments, str(chunk.content.raw)))
    entries = [entry for entry in snapshot.entries if entry.path in claims]
    attributes = tree_attributes(snapshot)
    jobs = (
        workers.Job(source, attributes(source.path), tuple(claims[source.path]))
        for source in snapshot.read(entries)
        if isinstance(source, SourceFile)
    )
    found = [
        mismatch for answer in workers.run(jobs, check_file, policy, count, workers.WorkerLog()) for mismatch in answer
    ]
    missing = sorted(set(claims) - {entry.path for entry in entries})
    found += [
        Mismatch(claim[0], path, None, "the commit has no such file") for path in missing for claim in claims[path]
    ]
    composed = [c for c in chunks if c.composition is not None]
    found += _composed(composed, snapshot)
    return len(cited) + len(composed), tuple(sorted(found, key=lambda m: (m.path, m.line or 0, m.chunk_id)))


def check_file(job: workers.Job, policy: ChunkingPolicy) -> list[Mismatch]:
    """Re-read one file and compare every claim: the work of `verify`, named to the workers."""
    path = job.source.path
    if job.source.data is None:
        return [Mismatch(claim[0], path, None, "the file cannot be read again") for claim in job.claims]
    clean = redact(job.source.data, path, classify(job.source, policy, job.attributes), policy.redaction)
    if isinstance(clean, Blocked):
        return [Mismatch(claim[0], path, None, f"the file has no content: {clean.reason}") for claim in job.claims]
    found: list[Mismatch] = []
    for chunk_id, segments, raw in job.claims:
        if segments and segments[-1].end_line > len(clean.lines):
            found.append(Mismatch(chunk_id, path, segments[0].start_line, "cites lines behind the end of the file"))
        elif text_of(clean, segments) != raw:
            found.append(
                Mismatch(
                    chunk_id, path, segments[0].start_line if segments else None, "the cited lines hold another text"
                )
            )
    return found


def _composed(chunks: Sequence[Chunk], snapshot: Snapshot) -> list[Mismatch]:
    """Check that every file a composed chunk cites is in the commit and long enough."""
    known: Mapping[str, object] = {entry.path: entry for entry in snapshot.entries}
    found: list[Mismatch] = []
    for chunk in chunks:
        for source in chunk.composition.sources if chunk.composition else ():
            cited = (
                source.file_span.rsplit(":", 1)[0]
                if source.file_span
                else (source.schema_pointer or "").split("#", 1)[0]
            )
            if cited and cited not in known:
                found.append(Mismatch(chunk.chunk_id, cited, None, "the commit has no such file"))
    return found


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
    place = repo or _analyzed_repository(generation.path)
    with open_snapshot(place, written.commit_sha, limits=policy.limits) as snapshot:
        effective = effective_policy(snapshot, policy)[0]
        if digest(effective) != written.policy_digest:
            raise RequestError(
                f"{directory}: made with another policy (digest {written.policy_digest}); give it with --policy"
            )
        return verify(snapshot, written.chunks, effective, count or workers.cores())


def _analyzed_repository(generation: Path) -> Path:
    try:
        named = orjson.loads((generation / "run.json").read_bytes()).get("repository")
    except (OSError, ValueError):
        named = None
    if not isinstance(named, str) or not Path(named).exists():
        raise RequestError(f"{generation}: run.json names no repository that is still there; give it with --repo")
    return Path(named)
