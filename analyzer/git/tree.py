"""Every entry of a commit's tree, walked without recursion and accounted for, the unsafe and unreadable ones with their reason.

Takes a tree id, gives entries sorted by path bytes. Stops a tree that unfolds into more entries than the limit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from analyzer.errors import LimitError
from analyzer.git.objects import Listing, TreeReader, headers
from analyzer.git.paths import MAX_DEPTH, MAX_PATH_BYTES, text_of_path, unsafe_reason
from analyzer.git.room import CleanRoom

TREE, LINK, GITLINK = "40000", "120000", "160000"
_MODES = {"100644": "100644", "100755": "100755", "100664": "100644", LINK: LINK, GITLINK: GITLINK}


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One entry of the commit. `reason` says why it will not be read: unsafe path, missing object ...; None when it can be."""

    path: str
    path_bytes: bytes
    mode: str
    blob: str
    size: int | None = None
    reason: str | None = None


def list_tree(room: CleanRoom, tree: str, max_entries: int) -> tuple[TreeEntry, ...]:
    """Return all entries below `tree`, sizes filled in.

    Raises:
        LimitError: there are more than `max_entries`.
    """
    found: list[TreeEntry] = []
    with TreeReader(room) as reader:
        level: list[tuple[bytes, str]] = [(b"", tree)]
        for depth in range(MAX_DEPTH + 1):
            if not level:
                break
            reader.load(oid for _prefix, oid in level)
            if len(found) + sum(reader.width(oid) for _prefix, oid in level) > max_entries:
                raise LimitError(f"the tree holds more than {max_entries} entries (limits.maxEntries)")
            below: list[tuple[bytes, str]] = []
            for prefix, oid in level:
                listing = reader.listing(oid)
                if isinstance(listing, str):
                    found.append(_entry(prefix[:-1], TREE, oid, listing))
                    continue
                _sort_out(prefix, listing, found, below, too_deep=depth >= MAX_DEPTH)
            level = below
    return _with_sizes(room, _without_doubles(sorted(found, key=lambda entry: entry.path_bytes)))


def _sort_out(
    prefix: bytes, listing: Listing, found: list[TreeEntry], below: list[tuple[bytes, str]], *, too_deep: bool
) -> None:
    for mode, name, oid in listing:
        path = prefix + name
        reason = unsafe_reason(name) if oid else "tree_corrupt"
        if reason is None and len(path) > MAX_PATH_BYTES:
            reason = "path_too_long"
        if reason is None and mode == TREE and too_deep:
            reason = "too_deep"
        if reason is None and mode == TREE:
            below.append((path + b"/", oid))
            continue
        known = _MODES.get(mode)
        found.append(_entry(path, known or mode, oid, reason or (None if known else "unknown_mode")))


def _entry(path: bytes, mode: str, oid: str, reason: str | None) -> TreeEntry:
    return TreeEntry(text_of_path(path), path, mode, oid, None, reason)


def _without_doubles(entries: list[TreeEntry]) -> list[TreeEntry]:
    """Keep the first of two entries of one path; the others stand as skipped."""
    kept: list[TreeEntry] = []
    seen: set[bytes] = set()
    for entry in entries:
        double = entry.reason is None and entry.path_bytes in seen
        kept.append(replace(entry, reason="duplicate_path") if double else entry)
        if entry.reason is None:
            seen.add(entry.path_bytes)
    return kept


def _with_sizes(room: CleanRoom, entries: list[TreeEntry]) -> tuple[TreeEntry, ...]:
    ids = list(dict.fromkeys(entry.blob for entry in entries if entry.reason is None and entry.mode != GITLINK))
    known = {found.oid: found for found in headers(room, ids)}
    filled: list[TreeEntry] = []
    for entry in entries:
        blob = known.get(entry.blob) if entry.reason is None else None
        if blob is None:
            filled.append(entry)
        elif blob.fault or blob.kind != "blob":
            filled.append(replace(entry, reason=blob.fault or "not_a_blob"))
        else:
            filled.append(TreeEntry(entry.path, entry.path_bytes, entry.mode, entry.blob, blob.size))
    return tuple(filled)
