"""What the graph may know of time: which paths the snapshot holds and once held, when each last changed, and what it was before.

A port: `analyzer` fills it from git. Without it nothing is told of age, and only what was read counts as there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Pair = tuple[str, str]
"""(path, document): the path as it stood when the document last changed."""


def _nothing(pairs: Sequence[Pair]) -> Mapping[Pair, str]:
    del pairs
    return {}


@dataclass(frozen=True, slots=True)
class Past:
    """`paths` are all of the snapshot, read or not; `removed` those of earlier commits that are gone.

    `back` says how many commits ago a path last changed (absent: before everything that was read). `before` answers, for each pair whose
    path changed after the document, with the text the path then had; pairs without an answer are left out. `complete`: `removed` misses nothing.
    """

    paths: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    back: Mapping[str, int] = field(default_factory=dict)
    before: Callable[[Sequence[Pair]], Mapping[Pair, str]] = _nothing
    complete: bool = False

    def later(self, path: str, document: str) -> bool:
        """Tell whether `path` changed in a commit after the last one that changed `document`."""
        mine = self.back.get(path)
        if mine is None:
            return False
        theirs = self.back.get(document)
        return theirs is None or mine < theirs
