"""A run whose answer is there already: found without git, workers or records, by what the question depends on and what was written for it.

Takes a question, gives the verdict and summary of the generation that stands; `current` leads to it afterwards. Never answers for a work tree.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.errors import RepochunkError
from analyzer.git.files import read_file
from analyzer.git.layout import find_layout
from analyzer.git.origin import repository_id
from analyzer.git.revision import look_up
from analyzer.installation import installation
from chunkers.identity import snapshot_id
from reports.directory import MARKER, locked, prepare
from reports.standing import standing
from reports.stored import holds
from reports.swap import point, sync_directory

STORE = "repochunk.db"


@dataclass(frozen=True, slots=True)
class Question:
    """What a run is asked, as far as it decides the outputs. `store` is a URL, "" for the file in `out`, None for none; `base` a revision."""

    repo: Path
    out: Path
    commit: str = "HEAD"
    base: str | None = None
    policy_file: Path | None = None
    repository_id: str | None = None
    paths: tuple[str, ...] = ()
    formats: frozenset[str] = frozenset({"default"})
    store: str | None = ""
    worktree: bool = False
    trust_layout: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """All that the answer depends on, in one digest; the object the revision stands for, and whether that may be a tag."""

    digest: str
    oid: str
    tag: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The answer that is there: the generation, its verdict and the summary that was told."""

    place: Path
    verdict: str
    summary: tuple[str, ...]


def key_of(question: Question) -> Key | None:
    """Return the key of a question, None when it cannot be told cheaply: a work tree, a suffix, an abbreviated id, refs in tables.

    Raises:
        RepochunkError: the question cannot be served.
    """
    if question.worktree:
        return None
    layout = find_layout(question.repo, trust_layout=question.trust_layout)
    found = look_up(layout, question.commit)
    base = look_up(layout, question.base) if question.base else None
    if found is None or (question.base and base is None):
        return None
    policy = question.policy_file.read_bytes() if question.policy_file else b""
    shallow = read_file(layout.common_dir, "shallow") or b""
    parts: list[object] = [
        installation(),
        *(layout.root, layout.common_dir, os.path.realpath(question.out)),
        *(found, base, repository_id(layout), question.repository_id),
        *(sorted(question.formats), question.paths, question.store, question.trust_layout),
        *(hashlib.sha256(data).hexdigest() for data in (policy, shallow)),
    ]
    digest = hashlib.sha256("\0".join(map(repr, parts)).encode("utf-8", "surrogatepass")).hexdigest()
    return Key(digest, found.commit, found.how.startswith("refs/tags/"))


def answered(question: Question, key: Key) -> Standing | None:
    """Return the answer that stands, with `current` leading to it; None when the run has to be made.

    Raises:
        LockedOutputError: another run is writing.
    """
    out = Path(os.path.abspath(question.out))  # noqa: PTH100  # resolve() would follow the link that prepare() refuses
    if not (out / MARKER).is_file():
        return None
    prepare(out)
    with locked(out):
        found = standing(out, key.digest, key.oid)
        if found is None or not _is_kept(question, out, found[1]):
            return None
        place, run = found
        if os.readlink(out / "current") != place.name:  # noqa: PTH115  # the name is wanted
            if not point(out / "current", place.name):
                return None
            sync_directory(out)
    return Standing(place, str(run["verdict"]), tuple(map(str, run["summary"])))


def _is_kept(question: Question, out: Path, run: dict[str, Any]) -> bool:
    """Tell whether the store holds the run, and nothing that a new run would compare it with."""
    rows: Sequence[str] | None = run.get("stored")
    if rows is None:
        return question.store is None or bool(question.paths)
    tenant, repository, _snapshot, made = rows
    parent = run.get("parent")
    before = (tenant, repository, snapshot_id(parent), made) if parent and not run.get("comparedTo") else None
    if question.store:
        return _kept_elsewhere(question.store, tuple(rows), before)
    return holds(out / STORE, *rows) and not (before and holds(out / STORE, *before))


def _kept_elsewhere(url: str, rows: tuple[str, ...], before: tuple[str, ...] | None) -> bool:
    from reports.store.connect import open_store  # noqa: PLC0415  # SQLAlchemy, for databases elsewhere only
    from reports.store.fetch import snapshots  # noqa: PLC0415  # same

    store = open_store(url)
    try:
        known = {
            (r.tenant_id, r.repository_id, r.snapshot_id, r.run_digest) for r in snapshots(store, *rows[:2]) if r.done
        }
    finally:
        store.close()
    return rows in known and before not in known


def key_or_none(question: Question) -> Key | None:
    """Return the key; None also when the question cannot be served, which the run will say better."""
    try:
        return key_of(question)
    except (RepochunkError, OSError):
        return None
