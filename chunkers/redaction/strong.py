"""Secret values worth looking for in a whole snapshot. They live in memory only and show in no repr."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class StrongValues:
    """Secret values for a sweep. Iterates in sorted order; never prints them."""

    __slots__ = ("_values",)

    def __init__(self, values: Iterable[bytes] = ()) -> None:
        """Keep `values`, each once."""
        self._values = tuple(sorted(set(values)))

    def __iter__(self) -> Iterator[bytes]:
        """Iterate over the values, sorted."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._values)

    def __or__(self, other: StrongValues) -> StrongValues:
        """Return the values of both."""
        return StrongValues((*self._values, *other._values))

    def __eq__(self, other: object) -> bool:
        """Tell whether both hold the same values."""
        return isinstance(other, StrongValues) and self._values == other._values

    def __hash__(self) -> int:
        """Hash by the values; not stable between processes, so never to be stored."""
        return hash(self._values)

    def __repr__(self) -> str:
        """Tell the number only."""
        return f"StrongValues({len(self._values)})"
