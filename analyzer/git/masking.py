"""Secrets in file names: masked in the text of a path, before anything is keyed or reported by it; the bytes in git stay what they are.

Takes tree entries, gives entries whose `path` holds no provider-format secret. Two paths that differ only in their secret get ordinals, in order
of their bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.git.tree import TreeEntry
from chunkers.redaction import find_secret, mask
from reports.record import PolicyNote

_ADVICE = "a file name holds a secret; it is masked here, rotate the secret and rename the file"


def masked(entries: Sequence[TreeEntry]) -> tuple[tuple[TreeEntry, ...], tuple[PolicyNote, ...]]:
    """Return the entries with clean paths, and one note for each path that was masked."""
    if find_secret("\n".join(entry.path for entry in entries)) is None:
        return tuple(entries), ()
    taken = {entry.path for entry in entries}
    clean: list[TreeEntry] = []
    notes: list[PolicyNote] = []
    for entry in entries:
        path = mask(entry.path)
        if path == entry.path:
            clean.append(entry)
            continue
        number, name = 1, path
        while name in taken:
            number += 1
            name = f"{path}~{number}"
        taken.add(name)
        clean.append(replace(entry, path=name))
        notes.append(PolicyNote("snapshot.secret_in_path", _ADVICE, name))
    return tuple(sorted(clean, key=lambda entry: entry.path_bytes)), tuple(notes)
