"""What a format needs that refines another chunker's cut: the cut of the next-best owner, and the unit around a range. No `CHUNKER` here.

A refining chunker leaves the units it gets as they are and adds its own as their children.
"""

from __future__ import annotations

from chunkers import registry
from chunkers.chunker import ChunkingInput, owner_of
from chunkers.symbol import FileFacts
from chunkers.unit import Cut, Unit

_LAST_RESORT = 1


def claimed_by_next(given: ChunkingInput, strength: int) -> Cut:
    """Return the cut of the chunker with the strongest claim below `strength`; none of the last resort's windows."""
    claims = [(chunker.supports(given), chunker) for chunker in registry.candidates(given)]
    owner = owner_of([chunker for claim, chunker in claims if claim < strength], given)
    if owner.supports(given) > _LAST_RESORT:
        return owner.chunk(given)
    return Cut((), FileFacts(given.path, given.classification.language, given.classification.category.value))


class Nest:
    """Finds the smallest unit around ranges that come in source order: one sweep over the units, whatever their number."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        """Look for parents among `units`."""
        self._units = units
        self._order = sorted(range(len(units)), key=lambda index: (units[index].start, -units[index].end, index))
        self._next = 0
        self._open: list[int] = []

    def floor(self, index: int | None) -> int:
        """Return where a unit starts, 0 for none."""
        return 0 if index is None else self._units[index].start

    def around(self, start: int, end: int) -> int | None:
        """Return the index of the innermost unit that covers the range."""
        units = self._units
        while self._next < len(self._order) and units[self._order[self._next]].start <= start:
            index = self._order[self._next]
            while self._open and units[self._open[-1]].end <= units[index].start:
                self._open.pop()
            self._open.append(index)
            self._next += 1
        return next(
            (index for index in reversed(self._open) if units[index].end >= end and units[index].end > start), None
        )
