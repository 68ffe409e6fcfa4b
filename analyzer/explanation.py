"""Why one file of a written generation was classified so: the commit is opened again and every rule is asked.

Takes a generation and a path, gives the deciding rules and all others that spoke. Tells verdicts only, never what a file holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from analyzer.attributes import tree_attributes
from analyzer.classify import Heard, classify, explain
from analyzer.pipeline import effective_policy
from analyzer.policy import digest
from analyzer.proof import analyzed_repository
from analyzer.snapshot import Snapshot, TreeEntry, open_snapshot
from analyzer.worktree import open_worktree
from chunkers.identity import snapshot_id
from chunkers.policy import ChunkingPolicy
from chunkers.redaction import mask
from chunkers.source import Classification, SourceFile
from chunkers.span import camel
from reports.reading import open_generation
from reports.record import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What one file was called and why.

    `decided` holds the rules that named language and category, `also_spoke` those that had an answer and were overruled, both in order of
    authority. `not_read` is why the content could not be asked, else None. `caveats` say in how far this may differ from the run.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel}
    path: str
    category: str | None
    language: str | None
    rule: str | None
    visibility: str
    also: tuple[str, ...]
    generator: dict[str, str]
    attributes: dict[str, str]
    decided: tuple[Heard, ...]
    also_spoke: tuple[Heard, ...]
    not_read: str | None
    caveats: tuple[str, ...]


def explain_path(directory: Path, path: str, repo: Path | None, policy: ChunkingPolicy) -> Explanation | None:
    """Return why `path` is what it is in the generation at `directory`, None when its commit has no such file.

    `repo` None takes the repository that run.json names; `policy` is the operator's.

    Raises:
        RequestError: the repository is not known or does not hold the commit.
    """
    generation = open_generation(directory)
    written = generation.chunks()
    place = repo or analyzed_repository(generation.path)
    opened = (
        open_worktree(place, limits=policy.limits)
        if written.dirty
        else open_snapshot(place, written.commit_sha, limits=policy.limits)
    )
    with opened as snapshot:
        entry = next((entry for entry in snapshot.entries if entry.path == path), None)
        if entry is None:
            return None
        effective = effective_policy(snapshot, policy)[0]
        caveats = []
        if digest(effective) != written.policy_digest:
            caveats.append(f"the run had another policy (digest {written.policy_digest}); give it with --policy")
        if written.dirty and snapshot_id(snapshot.state or snapshot.commit) != written.snapshot_id:
            caveats.append("the work tree has changed since it was analyzed")
        return _explained(snapshot, entry, effective, tuple(caveats))


def _explained(snapshot: Snapshot, entry: TreeEntry, policy: ChunkingPolicy, caveats: tuple[str, ...]) -> Explanation:
    source = next(iter(snapshot.read([entry])), Entry(entry.path, entry.reason or "not_read"))
    if not isinstance(source, SourceFile):
        return _unread(entry.path, source.reason, caveats)
    attributes = tree_attributes(snapshot)(entry.path)
    found = classify(source, policy, attributes)
    heard = tuple(one for one in explain(source, policy, attributes) if one.answer != "-")
    return Explanation(
        path=entry.path,
        category=found.category.value,
        language=found.language,
        rule=found.rule,
        visibility=found.visibility,
        also=found.also,
        generator=dict(found.generator),
        attributes={name: mask(value) for name, value in attributes},
        decided=tuple(one for one in heard if one.decided),
        also_spoke=tuple(one for one in heard if not one.decided),
        not_read=_why_not_read(source, found),
        caveats=caveats,
    )


def _why_not_read(source: SourceFile, found: Classification) -> str | None:
    """Say why only path and mode could be asked."""
    if source.data is not None or found.rule.startswith("mode:"):
        return None
    return "too_large" if source.size is not None else "not_read"


def _unread(path: str, reason: str, caveats: tuple[str, ...]) -> Explanation:
    """Return the explanation of an entry that is no file anyone may read: only its reason."""
    return Explanation(
        path=path,
        category=None,
        language=None,
        rule=None,
        visibility="private",
        also=(),
        generator={},
        attributes={},
        decided=(),
        also_spoke=(),
        not_read=reason,
        caveats=caveats,
    )
