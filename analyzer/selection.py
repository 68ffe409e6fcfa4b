"""Which entries of a snapshot a run reads: the policy's include and exclude globs, and `--path`.

Takes entries and gitignore-style globs, gives the selected entries and, for each of the others, the reason it was left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.snapshot import TreeEntry
from chunkers.globs import Globs
from chunkers.policy import Paths
from reports.record import Entry


def select(entries: Sequence[TreeEntry], paths: Paths, globs: Sequence[str]) -> tuple[list[TreeEntry], list[Entry]]:
    """Split readable `entries` into those to read and those the policy or the command line leaves out.

    A `--path` subset is a snapshot of its own: what it leaves out is no entry of it and is not reported.
    """
    wanted, include, exclude = Globs(globs), Globs(paths.include), Globs(paths.exclude)
    chosen: list[TreeEntry] = []
    left: list[Entry] = []
    for entry in entries:
        if globs and not wanted.matches(entry.path):
            continue
        if entry.reason is not None:
            left.append(Entry(entry.path, entry.reason))
        elif exclude.matches(entry.path):
            left.append(Entry(entry.path, "policy: paths.exclude"))
        elif paths.include and not include.matches(entry.path):
            left.append(Entry(entry.path, "policy: not in paths.include"))
        else:
            chosen.append(entry)
    return chosen, left
