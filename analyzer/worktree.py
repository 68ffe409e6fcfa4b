"""A work tree as a snapshot: what lies on disk, committed or not, marked dirty and named by a digest of all that was read.

Takes a path, gives a `Snapshot` on top of HEAD. Bytes are taken as they lie: no filter, no line-end conversion, no LFS.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from analyzer.errors import RequestError
from analyzer.git.collisions import collisions
from analyzer.git.files import read_file
from analyzer.git.ignores import Ignores
from analyzer.git.index import tracked
from analyzer.git.layout import Layout
from analyzer.git.masking import masked
from analyzer.git.walk import WorkTreeFiles, WorkTreeWalk
from analyzer.snapshot import Snapshot, TreeEntry, open_snapshot
from chunkers.policy import Limits
from reports.record import PolicyNote

_RAW_NOTE = PolicyNote(
    "snapshot.work_tree", "files are read as they lie on disk; git filters, line-end rules and LFS are not applied"
)


def open_worktree(repo: Path | str, *, trust_layout: bool = False, limits: Limits | None = None) -> Snapshot:
    """Open the files on disk of the repository that holds `repo`, on top of its HEAD.

    Raises:
        RequestError: the repository is bare or has no commit yet, or its index is broken.
        UnsafeError: the layout leads elsewhere.
        LimitError: there are too many files.
    """
    base = open_snapshot(repo, "HEAD", trust_layout=trust_layout, limits=limits)
    try:
        layout, room = base.room.layout, base.room
        root = _root(layout)
        ignores = Ignores(read_file(layout.common_dir, "info/exclude"))
        walk = WorkTreeWalk(
            root=root,
            form=base.object_format,
            tracked=tracked(room),
            ignores=ignores,
            limit=base.limits.max_read_bytes,
            max_entries=base.limits.max_entries,
        )
        entries, masked_notes = masked(walk.entries())
        kept = tuple(note for note in base.notes if note.rule != "snapshot.colliding_names")
        return replace(
            base,
            requested="work tree",
            entries=entries,
            notes=(*kept, *masked_notes, *collisions(entries), _RAW_NOTE),
            source=WorkTreeFiles(root, base.object_format),
            dirty=True,
            state=state_of(base.commit, entries),
        )
    except BaseException:
        base.close()
        raise


def _root(layout: Layout) -> Path:
    if layout.work_tree is None:
        raise RequestError(f"{layout.root} is a bare repository and has no work tree")
    return layout.work_tree


def state_of(commit: str, entries: Sequence[TreeEntry]) -> str:
    """Return the digest that names a work tree: 64 hex digits over the base commit and path, mode, id, size and verdict of every entry."""
    hasher = hashlib.sha256(commit.encode())
    for entry in entries:
        facts = (entry.mode, entry.blob, str(entry.size), entry.reason or "")
        hasher.update(entry.path_bytes + b"\0" + "\0".join(facts).encode() + b"\n")
    return hasher.hexdigest()
