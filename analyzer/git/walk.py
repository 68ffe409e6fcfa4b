"""A work tree walked by ourselves: every file as it lies on disk, no link followed, no filter run.

Takes a clean room and what the index tracks; gives entries with the ids their raw bytes would have. Files change while one looks: reading again
checks the id.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.errors import LimitError, UnsafeError
from analyzer.git.files import open_directory, read_file
from analyzer.git.ignores import Ignores
from analyzer.git.objects import digest
from analyzer.git.paths import MAX_PATH_BYTES, text_of_path, unsafe_reason
from analyzer.git.tree import GITLINK, LINK, TreeEntry
from chunkers.source import SourceFile
from reports.record import Entry

_IGNORE_BYTES = 1024 * 1024


@dataclass(slots=True)
class WorkTreeWalk:
    """One walk: `tracked` files are taken whatever the ignore files say; entries come sorted by path bytes."""

    root: Path
    form: str
    tracked: Mapping[bytes, tuple[str, str]]
    ignores: Ignores
    limit: int
    max_entries: int
    _folders: set[bytes] = field(default_factory=set)
    _closed: set[bytes] = field(default_factory=set)

    def entries(self) -> tuple[TreeEntry, ...]:
        """Return every file that is tracked or not ignored.

        Raises:
            LimitError: there are more than `max_entries`.
        """
        for path in self.tracked:
            above = path
            while (above := above.rpartition(b"/")[0]) and above not in self._folders:
                self._folders.add(above)
        found: list[TreeEntry] = []
        waiting = [b""]
        while waiting:
            folder = waiting.pop()
            listed = self._listed(folder)
            if listed is None:
                found.append(TreeEntry(text_of_path(folder), folder, "40000", "", None, "unreadable"))
            for path, kind in listed or ():
                if kind == stat.S_IFDIR:
                    self._directory(path, found, waiting)
                elif self._wanted(path, folder=False):
                    found.append(self._file(path, kind))
                if len(found) + len(waiting) > self.max_entries:
                    raise LimitError(f"the work tree holds more than {self.max_entries} files (limits.maxEntries)")
        return tuple(sorted(found, key=lambda entry: entry.path_bytes))

    def _listed(self, folder: bytes) -> list[tuple[bytes, int]] | None:
        """Return (path, file type) of a folder's entries, None when it cannot be opened, and note its ignore file."""
        try:
            handle = open_directory(self.root, folder)
        except OSError:
            return None
        try:
            names = sorted(os.listdir(handle), key=os.fsencode)  # noqa: PTH208  # of an open handle, not of a path
            prefix = folder + b"/" if folder else b""
            if ".gitignore" in names:
                self.ignores.add(os.fsdecode(folder), _ignore_text(self.root, prefix + b".gitignore"))
            kinds = [(os.fsencode(name), _kind(name, handle)) for name in names if folder or name != ".git"]
            return [(prefix + name, kind) for name, kind in kinds if kind]
        finally:
            os.close(handle)

    def _directory(self, path: bytes, found: list[TreeEntry], waiting: list[bytes]) -> None:
        mode, oid = self.tracked.get(path, ("", ""))
        reason = unsafe_reason(path.rpartition(b"/")[2]) or ("path_too_long" if len(path) > MAX_PATH_BYTES else None)
        if mode == GITLINK:
            found.append(TreeEntry(text_of_path(path), path, GITLINK, oid))
        elif not (path in self._folders or self._wanted(path, folder=True)):
            return
        elif reason is None and os.path.lexists(os.path.join(os.fsencode(self.root), path, b".git")):  # noqa: PTH118  # bytes
            found.append(TreeEntry(text_of_path(path), path, "40000", "", None, "nested_repository"))
        elif reason is not None:
            found.append(TreeEntry(text_of_path(path), path, "40000", "", None, reason))
        else:
            if not self._wanted(path, folder=True):
                self._closed.add(path)  # entered for what is tracked in it, and for nothing else
            waiting.append(path)

    def _wanted(self, path: bytes, *, folder: bool) -> bool:
        if path in self.tracked:
            return True
        return path.rpartition(b"/")[0] not in self._closed and not self.ignores.ignored(
            os.fsdecode(path), folder=folder
        )

    def _file(self, path: bytes, kind: int) -> TreeEntry:
        text = text_of_path(path)
        reason = unsafe_reason(path.rpartition(b"/")[2]) or ("path_too_long" if len(path) > MAX_PATH_BYTES else None)
        if reason is None and kind not in {stat.S_IFREG, stat.S_IFLNK}:
            reason = "not_a_file"
        if reason is not None:
            return TreeEntry(text, path, "100644", "", None, reason)
        found = load(self.root, path, self.limit)
        if found is None:
            return TreeEntry(text, path, "100644", "", None, "unreadable")
        mode, size, data = found
        return TreeEntry(text, path, mode, digest("blob", data, self.form) if data is not None else "", size)


def load(root: Path, path: bytes, limit: int) -> tuple[str, int, bytes | None] | None:
    """Return mode, size and bytes of the file or link at `path`; bytes are None over `limit`, all is None when it cannot be read."""
    try:
        folder = open_directory(root, path.rpartition(b"/")[0])
    except OSError:
        return None
    name = path.rpartition(b"/")[2]
    try:
        facts = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISLNK(facts.st_mode):
            target = os.readlink(name, dir_fd=folder)
            return LINK, len(target), target
        mode = "100755" if facts.st_mode & stat.S_IXUSR else "100644"
        if facts.st_size > limit:
            return mode, facts.st_size, None
        data = read_file(root, path, limit)
        return None if data is None else (mode, len(data), data)
    except (OSError, UnsafeError, LimitError):
        return None
    finally:
        os.close(folder)


def _kind(name: str, handle: int) -> int:
    try:
        return stat.S_IFMT(os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode)
    except OSError as error:
        return 0 if error.errno == errno.ENOENT else stat.S_IFSOCK


def _ignore_text(root: Path, path: bytes) -> bytes | None:
    try:
        return read_file(root, path, _IGNORE_BYTES)
    except (UnsafeError, LimitError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class WorkTreeFiles:
    """The bytes of a work tree's files, as they were when it was walked."""

    root: Path
    form: str

    def read(self, entries: Sequence[TreeEntry], limit: int) -> Iterator[SourceFile | Entry]:
        """Yield one answer for each entry; a file that has changed since the walk is an `Entry`, not another content."""
        for entry in entries:
            if entry.mode == GITLINK or entry.size is None or entry.size > limit:
                yield SourceFile(entry.path, entry.path_bytes, entry.mode, entry.blob, entry.size, None)
                continue
            found = load(self.root, entry.path_bytes, limit)
            data = found[2] if found else None
            if data is None or digest("blob", data, self.form) != entry.blob:
                yield Entry(entry.path, "changed_while_reading")
            else:
                yield SourceFile(entry.path, entry.path_bytes, entry.mode, entry.blob, entry.size, data)
