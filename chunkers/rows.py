"""Sequences of records that are made when they are asked for: as equal as a tuple of them, in a half or a fifth of the memory.

Take columns, or bytes and the way to open them; know no record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import TypeVar, overload

R_co = TypeVar("R_co", covariant=True)


class Lazy(Sequence[R_co]):
    """A sequence whose items are made by its `__iter__`."""

    __slots__ = ()

    @overload
    def __getitem__(self, index: int) -> R_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[R_co]: ...
    def __getitem__(self, index: int | slice) -> R_co | Sequence[R_co]:
        """Make all, and return one record, or those of a stretch."""
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        """Tell whether `other` is a sequence of equal records."""
        return tuple(self) == tuple(other) if isinstance(other, (Lazy, tuple)) else NotImplemented

    def __hash__(self) -> int:
        """Return the hash of a tuple of the same records."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Show the records."""
        return repr(tuple(self))


class Rows(Lazy[R_co]):
    """Named tuples by column, each made when it is asked for. A pass makes them anew: keep what is needed twice."""

    __slots__ = ("_columns", "_kind")

    def __init__(self, kind: type[R_co], columns: Sequence[Sequence[object]]) -> None:
        """`columns` are as many as `kind` has fields, and as long as each other."""
        self._kind = kind
        self._columns = columns

    def __len__(self) -> int:
        """Return the number of records."""
        return len(self._columns[0])

    def __iter__(self) -> Iterator[R_co]:
        """Make one record after the other."""
        return map(tuple.__new__, repeat(self._kind), zip(*self._columns, strict=True))  # type: ignore[arg-type]  # a named tuple


class Packed(Lazy[R_co]):
    """Records as bytes until somebody asks for one, and records from then on."""

    __slots__ = ("_count", "_data", "_opened", "_records")

    def __init__(self, data: bytes, count: int, opened: Callable[[bytes], Sequence[R_co]]) -> None:
        """`opened` makes `count` records from `data`."""
        self._data: bytes | None = data
        self._count = count
        self._opened = opened
        self._records: Sequence[R_co] = ()

    @property
    def data(self) -> bytes | None:
        """The bytes, None once they are open."""
        return self._data

    def __len__(self) -> int:
        """Return the number of records."""
        return self._count

    def __iter__(self) -> Iterator[R_co]:
        """Go through the records, which are there from now on."""
        if self._data is not None:
            self._records, self._data = self._opened(self._data), None
        return iter(self._records)


def may_hold(records: Sequence[object], stands: Callable[[bytes], bool]) -> bool:
    """Tell whether some record may hold what `stands` looks for in bytes, without opening any. Texts stand there in UTF-8, one behind the other."""
    data = records.data if isinstance(records, Packed) else None
    return data is None or stands(data)
