"""Names that some file systems would take for one: they differ in case or in Unicode normal form only.

Takes entries, gives notes. Both files are kept and read; a checkout elsewhere may hold only one of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from analyzer.git.tree import TreeEntry
from reports.record import PolicyNote

_SHOWN = 50


def collisions(entries: Iterable[TreeEntry]) -> tuple[PolicyNote, ...]:
    """Return one note for each path that collides with an earlier one, at most fifty, then how many more."""
    first: dict[str, str] = {}
    notes: list[PolicyNote] = []
    for entry in entries:
        if entry.reason is not None:
            continue
        key = entry.path.lower() if entry.path.isascii() else unicodedata.normalize("NFC", entry.path.casefold())
        other = first.setdefault(key, entry.path)
        if other != entry.path:
            notes.append(
                PolicyNote(
                    "snapshot.colliding_names", f"differs from '{other}' only in case or normal form", entry.path
                )
            )
    if len(notes) > _SHOWN:
        more = PolicyNote("snapshot.colliding_names", f"{len(notes) - _SHOWN} more colliding names")
        notes = [*notes[:_SHOWN], more]
    return tuple(notes)
