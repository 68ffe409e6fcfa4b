"""One commit: its tree, parents and time, read from the raw object.

Takes a full id; gives a record. Author lines and messages are not kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from analyzer.errors import RequestError
from analyzer.git.objects import contents
from analyzer.git.room import CleanRoom

_COMMITTER = re.compile(rb"^committer [^\n]*? (-?\d{1,12}) [+-]\d{4,}$", re.MULTILINE)
_LATEST = 253402300799  # 9999-12-31, the last second ISO 8601 can spell with four digits


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit. `time` is the committer's, ISO 8601 in UTC; the epoch when the object holds no usable one."""

    oid: str
    tree: str
    parents: tuple[str, ...]
    time: str


def read_commit(room: CleanRoom, oid: str) -> Commit:
    """Return the commit `oid`.

    Raises:
        RequestError: the object is missing, broken or no commit.
    """
    found = next(contents(room, [oid]))
    if found.data is None or found.kind != "commit":
        raise RequestError(f"commit {oid} cannot be read ({found.fault or found.kind})")
    head = found.data.split(b"\n\n", 1)[0]
    lines = head.split(b"\n")
    if not lines[0].startswith(b"tree "):
        raise RequestError(f"commit {oid} names no tree")
    parents = tuple(line[7:].decode("latin-1") for line in lines if line.startswith(b"parent "))
    moment = _COMMITTER.search(head)
    return Commit(oid, lines[0][5:].decode("latin-1").strip(), parents, iso_time(int(moment[1]) if moment else 0))


def iso_time(seconds: int) -> str:
    """Return seconds since the epoch as "2024-05-01T12:00:00Z", held between the years 1970 and 9999."""
    return datetime.fromtimestamp(min(max(seconds, 0), _LATEST), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
