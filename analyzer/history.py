"""When each file last changed, how often, and what it was before; along the first parents of a commit. And what changed between two commits.

Takes an open snapshot, streams `rev-list` into `diff-tree` once, in the clean room. Reads no authors and no messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.errors import LimitError, RequestError
from analyzer.git.commit import iso_time
from analyzer.git.paths import text_of_path
from analyzer.git.revision import resolve
from analyzer.git.room import CleanRoom
from analyzer.snapshot import Snapshot

MAX_CHANGES = 5_000_000
"""So many changed paths are read at most; a history with more is cut off and says so."""

_RAW = ("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The last commit that changed a path, its time (ISO 8601 UTC), and how many of the commits read changed it."""

    commit: str
    time: str
    changes: int


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a path: how many commits back it was made (0 = the snapshot's own commit), and the blob it replaced, None for none."""

    back: int
    before: str | None


@dataclass(frozen=True, slots=True)
class History:
    """The past of a snapshot's files, by path. `complete` is false when the reading stopped before the first commit; `reason` says why.

    `changes` holds every change read of a file of the snapshot, newest first; `removed` the paths that were there once and are not in it.
    """

    files: Mapping[str, FileHistory]
    commits: int
    complete: bool
    reason: str | None = None
    changes: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PathChange:
    """One path that differs between two commits. `status` is A, M, D or T; blobs and modes are None on the side that has none."""

    path: str
    path_bytes: bytes
    status: str
    old_blob: str | None
    new_blob: str | None
    old_mode: str | None
    new_mode: str | None


@dataclass(frozen=True, slots=True)
class _Step:
    """A commit of the first-parent line: its id, its first parent, its committer's time in seconds."""

    commit: str
    parent: str | None
    seconds: int


def read_history(snapshot: Snapshot, max_commits: int) -> History:
    """Return the history of the files of `snapshot` over at most `max_commits` commits of its first-parent line, newest first.

    A shallow boundary counts as unread: what stands there may be older. A file that no commit read has changed has no entry.
    """
    steps = _first_parents(snapshot, max_commits + 1)
    boundary = snapshot.room.shallow_ids
    reason = (
        "max_commits" if len(steps) > max_commits else "shallow" if steps and steps[-1].commit in boundary else None
    )
    steps = [step for step in steps[:max_commits] if step.commit not in boundary]
    tally = _Tally({entry.path_bytes: [] for entry in snapshot.entries})
    reason = _count(snapshot.room, steps, tally) or reason
    known = {text_of_path(path): tuple(found) for path, found in tally.changes.items() if found}
    files = {
        path: FileHistory(steps[found[0].back].commit, iso_time(steps[found[0].back].seconds), len(found))
        for path, found in known.items()
    }
    removed = frozenset(text_of_path(path) for path in tally.removed)
    return History(files, len(steps), reason is None, reason, known, removed)


def changed_paths(snapshot: Snapshot, old: str, new: str | None = None) -> tuple[PathChange, ...]:
    """Return what differs from revision `old` to `new` (default: the snapshot's commit), sorted by path bytes; renames are a D and an A.

    Raises:
        RequestError: a revision is unknown, or a tree cannot be read.
    """
    before = resolve(snapshot.room, old).commit
    after = resolve(snapshot.room, new).commit if new else snapshot.commit
    with snapshot.room.start(*_RAW, before, after) as process:
        changes = tuple(_change(meta, path) for meta, path in _pairs(process.records()) if path is not None)
        if process.finish() != 0:
            raise RequestError(f"the trees of {before} and {after} cannot be compared ({process.complaint})")
    return tuple(sorted(changes, key=lambda change: change.path_bytes))


def _first_parents(snapshot: Snapshot, count: int) -> list[_Step]:
    arguments = ("rev-list", "--first-parent", "--parents", "--timestamp", f"--max-count={count}", "--end-of-options")
    found: list[_Step] = []
    with snapshot.room.start(*arguments, snapshot.commit) as process:
        while line := process.line():
            seconds, commit, *parents = line.decode("latin-1").split()
            found.append(_Step(commit, parents[0] if parents else None, int(seconds)))
    return found


@dataclass(slots=True)
class _Tally:
    """What is known so far of each path of the snapshot, and which paths were removed from it."""

    changes: dict[bytes, list[Change]]
    removed: set[bytes] = field(default_factory=set)
    read: int = 0

    def add(self, path: bytes, meta: bytes, back: int) -> None:
        self.read += 1
        known = self.changes.get(path)
        if known is None:
            if meta.endswith(b"D"):
                self.removed.add(path)
            return
        before = meta.split(b" ")[2].decode("latin-1")
        known.append(Change(back, before if before.strip("0") else None))


def _count(room: CleanRoom, steps: Sequence[_Step], tally: _Tally) -> str | None:
    """Count every change of `steps`; return why it stopped early, None when it did not."""
    back = {step.commit.encode(): at for at, step in enumerate(steps)}
    now = 0
    with room.start(*_RAW, "--root", "--stdin") as process:
        process.feed(
            f"{step.commit} {step.parent}\n".encode() if step.parent else f"{step.commit}\n".encode() for step in steps
        )
        try:
            for meta, path in _pairs(process.records()):
                if path is None:
                    now = back[meta]
                    continue
                tally.add(path, meta, now)
                if tally.read > MAX_CHANGES:
                    return "max_changes"
            return None if process.finish() == 0 else "object_missing"
        except LimitError:
            return "deadline"


def _pairs(records: Iterator[bytes]) -> Iterator[tuple[bytes, bytes | None]]:
    """Yield (":modes ids status", path) for each change and (commit id, None) for each commit."""
    for record in records:
        if record.startswith(b":"):
            yield record, next(records, b"")
        else:
            yield record.strip(b"\n"), None


def _change(meta: bytes, path: bytes) -> PathChange:
    old_mode, new_mode, old_blob, new_blob, status = meta[1:].decode("latin-1").split(" ")
    return PathChange(
        path=text_of_path(path),
        path_bytes=path,
        status=status[:1],
        old_blob=None if status[:1] == "A" else old_blob,
        new_blob=None if status[:1] == "D" else new_blob,
        old_mode=None if status[:1] == "A" else old_mode,
        new_mode=None if status[:1] == "D" else new_mode,
    )
