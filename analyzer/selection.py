"""Which entries of a snapshot a run reads: the policy's include and exclude globs, and `--path`.

Takes entries and gitignore-style globs, gives the selected entries and, for each of the others, the reason it was left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from pathspec import GitIgnoreSpec

from analyzer.snapshot import TreeEntry
from chunkers.policy import Paths
from reports.record import Entry


def select(entries: Sequence[TreeEntry], paths: Paths, globs: Sequence[str]) -> tuple[list[TreeEntry], list[Entry]]:
    """Split readable `entries` into those to read and those the policy or the command line leaves out.

    A `--path` subset is a snapshot of its own: what it leaves out is no entry of it and is not reported.
    """
    wanted = GitIgnoreSpec.from_lines(globs) if globs else None
    include = GitIgnoreSpec.from_lines(paths.include) if paths.include else None
    exclude = GitIgnoreSpec.from_lines(paths.exclude) if paths.exclude else None
    chosen: list[TreeEntry] = []
    left: list[Entry] = []
    for entry in entries:
        if wanted is not None and not wanted.match_file(entry.path):
            continue
        if entry.reason is not None:
            left.append(Entry(entry.path, entry.reason))
        elif exclude is not None and exclude.match_file(entry.path):
            left.append(Entry(entry.path, "policy: paths.exclude"))
        elif include is not None and not include.match_file(entry.path):
            left.append(Entry(entry.path, "policy: not in paths.include"))
        else:
            chosen.append(entry)
    return chosen, left
