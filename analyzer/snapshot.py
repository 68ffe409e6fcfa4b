"""A commit of a repository, opened for reading: who it is, every entry of its tree, and their bytes.

The public door to git. Takes a path and a revision, gives a `Snapshot`; refuses unsafe layouts. What a file is, is decided elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from analyzer.git.collisions import collisions
from analyzer.git.commit import read_commit
from analyzer.git.layout import find_layout
from analyzer.git.masking import masked
from analyzer.git.objects import contents
from analyzer.git.origin import repository_id
from analyzer.git.revision import resolve
from analyzer.git.room import CleanRoom
from analyzer.git.tree import GITLINK, TreeEntry, list_tree
from chunkers.policy import Limits
from chunkers.source import SourceFile
from reports.record import Entry, PolicyNote

__all__ = ["FileSource", "Snapshot", "TreeEntry", "open_snapshot"]


class FileSource(Protocol):
    """Where the bytes of entries come from: the object store, or the work tree."""

    def read(self, entries: Sequence[TreeEntry], limit: int) -> Iterator[SourceFile | Entry]:
        """Yield one answer for each entry, in order; files over `limit` bytes without their data."""
        ...


@dataclass(frozen=True)
class Snapshot:
    """One commit. Use as a context manager, or call `close`; the private directory behind it also goes when the object does.

    `resolved` says how `requested` became `commit`; `entries` is the whole tree, sorted by path bytes, every entry once;
    `repository_id` is a candidate the operator may overrule; `notes` holds what a reader should know of names and origin.
    `dirty` marks a work tree read on top of `commit`; `state` is then the digest of all that was read, else None.
    """

    root: Path
    requested: str
    resolved: str
    commit: str
    commit_time: str
    first_parent: str | None
    object_format: str
    shallow: bool
    repository_id: str
    entries: tuple[TreeEntry, ...]
    notes: tuple[PolicyNote, ...]
    limits: Limits
    room: CleanRoom = field(repr=False)
    source: FileSource = field(repr=False)
    dirty: bool = False
    state: str | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove the private directory."""
        self.room.close()

    @property
    def skipped(self) -> tuple[Entry, ...]:
        """Return the entries that cannot be read, with their reasons."""
        return tuple(Entry(entry.path, entry.reason) for entry in self.entries if entry.reason)

    def read(self, entries: Iterable[TreeEntry] | None = None) -> Iterator[SourceFile | Entry]:
        """Yield the files of `entries` (default: all), in order, through one process; those with a reason against them are left out.

        Submodules and files over `limits.max_read_bytes` come with `data=None`. A file whose object turns out broken comes as an
        `Entry` with its reason instead: each readable entry asked for gives exactly one answer.
        """
        wanted = [entry for entry in (self.entries if entries is None else entries) if entry.reason is None]
        return self.source.read(wanted, self.limits.max_read_bytes)


@dataclass(frozen=True, slots=True)
class CommittedFiles:
    """Blobs from the object store."""

    room: CleanRoom

    def read(self, entries: Sequence[TreeEntry], limit: int) -> Iterator[SourceFile | Entry]:
        """Yield one answer for each entry; blobs over `limit` are never loaded."""
        blobs = contents(self.room, [entry.blob for entry in entries if _loads(entry, limit)])
        for entry in entries:
            if not _loads(entry, limit):
                yield source_file(entry, None)
                continue
            found = next(blobs)
            yield Entry(entry.path, found.fault) if found.fault else source_file(entry, found.data)


def _loads(entry: TreeEntry, limit: int) -> bool:
    return entry.mode != GITLINK and entry.size is not None and entry.size <= limit


def source_file(entry: TreeEntry, data: bytes | None) -> SourceFile:
    """Return an entry with its bytes."""
    return SourceFile(entry.path, entry.path_bytes, entry.mode, entry.blob, entry.size, data)


def open_snapshot(
    repo: Path | str, revision: str = "HEAD", *, trust_layout: bool = False, limits: Limits | None = None
) -> Snapshot:
    """Open `revision` of the repository that holds `repo`.

    Raises:
        RequestError: no repository, no such commit, or git is too old.
        UnsafeError: the repository's layout leads elsewhere; `trust_layout` is the operator's word that it may.
        LimitError: the tree is too large, or git did not answer in time.
    """
    limits = limits or Limits()
    layout = find_layout(Path(os.fspath(repo)), trust_layout=trust_layout)
    room = CleanRoom(layout)
    try:
        resolved = resolve(room, revision)
        commit = read_commit(room, resolved.commit)
        entries, masked_notes = masked(list_tree(room, commit.tree, limits.max_entries))
        name, notes = repository_id(layout)
        return Snapshot(
            root=layout.root,
            requested=revision,
            resolved=resolved.how,
            commit=commit.oid,
            commit_time=commit.time,
            first_parent=commit.parents[0] if commit.parents else None,
            object_format=layout.object_format,
            shallow=room.shallow,
            repository_id=name,
            entries=entries,
            notes=(*resolved.notes, *masked_notes, *notes, *collisions(entries)),
            limits=limits,
            room=room,
            source=CommittedFiles(room),
        )
    except BaseException:
        room.close()
        raise
