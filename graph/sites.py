"""Which files use which names: a pass that looks for a handful of calls reads the files that hold one, not all references of a snapshot.

Takes the files, reads every reference once, gives files and sites in the order of the text; knows no framework.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chunkers.symbol import Reference
from graph.definition import FileView


class Sites:
    """The references of a snapshot by the name they use."""

    def __init__(self, views: Iterable[FileView]) -> None:
        users: dict[str, list[str]] = {}
        for view in views:
            for name in {reference.name for reference in view.facts.references}:
                known = users.get(name)
                if known is None:
                    users[name] = [view.path]
                else:
                    known.append(view.path)
        self._users = users
        self._speaking: dict[frozenset[str], frozenset[str]] = {}

    def names(self, prefix: str) -> frozenset[str]:
        """Return the names in use that begin with `prefix`."""
        return frozenset(name for name in self._users if name.startswith(prefix))

    def speaking(self, names: frozenset[str]) -> frozenset[str]:
        """Return the paths of the files that use one of `names`."""
        found = self._speaking.get(names)
        if found is None:
            found = self._speaking[names] = frozenset(path for name in names for path in self._users.get(name, ()))
        return found

    def within(self, view: FileView, names: frozenset[str]) -> Sequence[Reference]:
        """Return the references of a file that use one of `names`, in order."""
        if view.path not in self.speaking(names):
            return ()
        return [reference for reference in view.facts.references if reference.name in names]
