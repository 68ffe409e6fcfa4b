"""Objects by id, many at once: headers, whole trees, and the contents of blobs.

Takes ids, gives types, sizes and bytes; a missing or broken object is an answer of its own, never a fetch, and content is checked against its id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from analyzer.errors import LimitError
from analyzer.git.process import GitProcess
from analyzer.git.room import CleanRoom

MISSING, CORRUPT = "object_missing", "object_corrupt"
_RESTARTS = 200
_FEW = 64
_LARGEST = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Found:
    """One object. `fault` is "object_missing" or "object_corrupt" when it could not be read; `data` is None then or when only asked for its size."""

    oid: str
    kind: str = ""
    size: int | None = None
    data: bytes | None = None
    fault: str | None = None


def headers(room: CleanRoom, ids: Sequence[str]) -> Iterator[Found]:
    """Yield type and size of each id, in order."""
    return _stream(room, ids, contents=False)


def contents(room: CleanRoom, ids: Sequence[str]) -> Iterator[Found]:
    """Yield each object with its bytes, in order; the caller leaves out what is too large to hold."""
    return _stream(room, ids, contents=True)


def _stream(room: CleanRoom, ids: Sequence[str], *, contents: bool) -> Iterator[Found]:
    """Read through one process; git gives up at a broken object, so start again behind it."""
    at = 0
    for _attempt in range(_RESTARTS):
        if at >= len(ids):
            return
        with room.start("cat-file", "--batch" if contents else "--batch-check", "--buffer") as process:
            process.feed(_joined(ids[at:]))
            for found in _answers(process, ids, at, room.layout.object_format, contents):
                yield found
                at += 1
        if at < len(ids):
            yield Found(ids[at], fault=CORRUPT)
            at += 1
    if at < len(ids):
        raise LimitError(f"more than {_RESTARTS} broken objects")


def _joined(ids: Sequence[str]) -> Iterator[bytes]:
    for start in range(0, len(ids), 1000):
        yield "".join(f"{oid}\n" for oid in ids[start : start + 1000]).encode()


def _answers(process: GitProcess, ids: Sequence[str], at: int, form: str, contents: bool) -> Iterator[Found]:
    for oid in ids[at:]:
        found = _answer(process, oid, form, contents)
        if found is None:
            return
        yield found


def _answer(process: GitProcess, oid: str, form: str, contents: bool) -> Found | None:
    """Read one answer; None when the process died in it."""
    _oid, _blank, rest = process.line().partition(b" ")
    if rest == b"missing":
        return Found(oid, fault=MISSING)
    word, _blank, number = rest.partition(b" ")
    if not number.isdigit():
        return None
    kind, size = word.decode(), int(number)
    if not contents:
        return Found(oid, kind, size)
    if size > _LARGEST:
        raise LimitError(f"object {oid} holds {size} bytes")
    data = process.exactly(size + 1)
    if len(data) <= size:
        return None
    data = data[:-1]
    return Found(oid, kind, size, data) if digest(kind, data, form) == oid else Found(oid, kind, size, fault=CORRUPT)


def digest(kind: str, data: bytes, form: str) -> str:
    """Return the id git gives `data` as an object of `kind`."""
    hasher = hashlib.new(form, usedforsecurity=False)
    hasher.update(f"{kind} {len(data)}\0".encode())
    hasher.update(data)
    return hasher.hexdigest()


Listing = tuple[tuple[str, bytes, str], ...]
"""The entries of one tree: (mode, name, id). An empty id stands for the rest of a tree that is cut off."""


class TreeReader:
    """Trees by id, each read and parsed once, one exchange per level of directories. Use as a context manager."""

    def __init__(self, room: CleanRoom) -> None:
        """Start nothing yet."""
        self._room = room
        self._process: GitProcess | None = None
        self._known: dict[str, Listing | str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop()

    def load(self, ids: Iterable[str]) -> None:
        """Read the trees of `ids`, those known already left out."""
        wanted = [oid for oid in dict.fromkeys(ids) if oid not in self._known]
        many = contents(self._room, wanted) if len(wanted) > _FEW else map(self._one, wanted)
        for found in many:
            self._known[found.oid] = found.fault or (parse_tree(found) if found.kind == "tree" else CORRUPT)

    def listing(self, oid: str) -> Listing | str:
        """Return the entries of a loaded tree, or the fault that hides them."""
        return self._known[oid]

    def width(self, oid: str) -> int:
        """Return how many entries a loaded tree has; a tree that cannot be read stands for one."""
        listing = self._known[oid]
        return 1 if isinstance(listing, str) else len(listing)

    def _one(self, oid: str) -> Found:
        if self._process is None:
            self._process = self._room.start("cat-file", "--batch")
        self._process.send(f"{oid}\n".encode())
        found = _answer(self._process, oid, self._room.layout.object_format, contents=True)
        if found is None:
            self._stop()
            return Found(oid, fault=CORRUPT)
        return found

    def _stop(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None


def parse_tree(found: Found) -> Listing:
    """Return the entries of a raw tree; modes without leading zeros."""
    data, width = found.data or b"", len(found.oid) // 2
    entries: list[tuple[str, bytes, str]] = []
    at = 0
    while at < len(data):
        blank = data.find(b" ", at)
        end = data.find(b"\0", blank)
        if blank < 0 or end < 0 or end + 1 + width > len(data):
            entries.append(("", data[at : at + 64], ""))
            break
        entries.append(
            (data[at:blank].decode("latin-1").lstrip("0"), data[blank + 1 : end], data[end + 1 : end + 1 + width].hex())
        )
        at = end + 1 + width
    return tuple(entries)
