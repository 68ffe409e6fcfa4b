"""Records as columns of plain data, and back: what a file has by the thousand is then sent, kept and read at the speed of tuples.

Takes any frozen record of this package, gives texts, numbers, bytes, None, and nested tuples, lists and dicts of these; making records again trusts
nothing but their declared fields. Knows no file.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from itertools import chain, compress, repeat, starmap
from operator import attrgetter
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from chunkers.rows import Rows

T = TypeVar("T")
MISMATCH = (ValueError, TypeError, LookupError, AttributeError)
"""What making records raises when the data holds something else."""


@dataclass(slots=True)
class Opening:
    """One record on its way out of columns. `same` holds the numbers met so far: lines and columns repeat, and each is one object then."""

    same: dict[Any, Any] = field(default_factory=dict)


def columns_of(kind: Any, record: object) -> Any:
    """Return a record of type `kind` as plain data."""
    return _shape(kind).packed((record,))


def record_of(kind: type[T], data: Any) -> T:
    """Return the record of type `kind` that `columns_of` was given.

    Raises:
        ValueError, TypeError, LookupError or AttributeError: the data holds something else.
    """
    declared: Any = kind
    record: T
    (record,) = _shape(declared).opened(data, Opening())
    return record


def check(kind: Any, data: Any) -> None:
    """See that `data` is as `columns_of` returns it for a record of type `kind`, as far as numbers of records tell, without making any.

    Raises:
        ValueError, TypeError, LookupError or AttributeError: it is not.
    """
    if _shape(kind).count(data) != 1:
        raise ValueError("not one record")


class _Shape:
    """How a column of values of one type is laid out. This one as it is: texts, truths, expressions, JSON values, and tuples of these."""

    plain = True

    def packed(self, items: Sequence[Any]) -> Any:
        """Return a column as plain data."""
        return items

    def count(self, data: Any) -> int:
        """Return the length of a packed column.

        Raises:
            ValueError: columns that belong together are not of one length.
        """
        return len(data)

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        """Return the column again.

        Raises:
            ValueError: columns that belong together are not of one length.
        """
        del opening
        return data  # type: ignore[no-any-return]  # whatever it holds


class _Number(_Shape):
    """Whole numbers."""

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        return map(opening.same.setdefault, data, data)


class _Member(_Shape):
    """Members of an enumeration."""

    plain = False

    def __init__(self, kind: type[Enum]) -> None:
        self._members = {member.value: member for member in kind}

    def packed(self, items: Sequence[Any]) -> Any:
        return tuple([item.value for item in items])

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        del opening
        return map(self._members.__getitem__, data)


class _Record(_Shape):
    """Records: a column for each field, and which places hold none; None instead of both where there is no record at all."""

    plain = False

    def __init__(self, kind: Any, held: Sequence[_Shape]) -> None:
        self.kind, self.held = kind, held
        self._fields: Any = attrgetter(*[one.name for one in fields(kind)]) if is_dataclass(kind) else None

    def packed(self, items: Sequence[Any]) -> Any:
        if not items:
            return None
        there = None
        if not all(items):  # records are true
            there = bytes([item is not None for item in items])
            items = tuple(compress(items, there))
        rows = map(self._fields, items) if self._fields else items
        columns = zip(*rows, strict=True)  # none at all where there are no rows
        return there, tuple([shape.packed(column) for shape, column in zip(self.held, columns, strict=False)])

    def count(self, data: Any) -> int:
        if data is None:
            return 0
        there, columns = data
        length = 0
        if columns:
            length, *others = (shape.count(column) for shape, column in zip(self.held, columns, strict=True))
            if others.count(length) != len(others):
                raise ValueError("columns of several lengths")
        if there is not None and sum(there) != length:
            raise ValueError("more or fewer records than places")
        return length if there is None else len(there)

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        if data is None:
            return ()
        there, columns = data
        held = zip(self.held, columns, strict=True) if columns else ()
        rows = zip(*[shape.opened(column, opening) for shape, column in held], strict=True)
        made = starmap(self.kind, rows) if self._fields else map(tuple.__new__, repeat(self.kind), rows)
        return made if there is None else [next(made) if one else None for one in there]


class _Many(_Shape):
    """Tuples of records, of any length."""

    plain = False

    def __init__(self, of: _Shape) -> None:
        self.of = of

    def packed(self, items: Sequence[Any]) -> Any:
        return tuple(map(len, items)), self.of.packed(tuple(chain.from_iterable(items)))

    def count(self, data: Any) -> int:
        lengths, held = data
        if sum(lengths) != self.of.count(held):
            raise ValueError("more or fewer records than told")
        return len(lengths)

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        lengths, held = data
        found = tuple(self.of.opened(held, opening))
        if sum(lengths) != len(found):
            raise ValueError("more or fewer records than told")
        start = 0
        for length in lengths:
            yield found[start : start + length]
            start += length


class _Columns(_Shape):
    """Long sequences of named tuples, which stay columns."""

    plain = False

    def __init__(self, of: _Record) -> None:
        self._of = of

    def packed(self, items: Sequence[Any]) -> Any:
        return tuple([self._of.packed(tuple(item)) for item in items])

    def count(self, data: Any) -> int:
        return len(data)

    def opened(self, data: Any, opening: Opening) -> Iterable[Any]:
        return [self._rows(one[1], opening) if one else () for one in data]

    def _rows(self, columns: Any, opening: Opening) -> Sequence[Any]:
        found = [tuple(shape.opened(column, opening)) for shape, column in zip(self._of.held, columns, strict=True)]
        if len(set(map(len, found))) > 1:
            raise ValueError("columns of several lengths")
        return Rows(self._of.kind, found)


@cache
def _shape(kind: Any) -> _Shape:
    """Return the shape of a declared type; `X | None` has that of X, and any other union is taken as it is.

    Raises:
        TypeError: no record may hold such a type.
    """
    if get_origin(kind) in (Union, types.UnionType):
        some = [argument for argument in get_args(kind) if argument is not type(None)]
        return _shape(some[0]) if len(some) == 1 else _PLAIN
    if kind is int:
        return _Number()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Member(kind)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return _Record(kind, [_shape(hint) for hint in _hints(kind)])
    return _container(kind)


def _container(kind: Any) -> _Shape:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Sequence and isinstance(of := _shape(arguments[0]), _Record):
        if is_dataclass(of.kind):
            return _Many(of)
        return _Columns(of)
    if origin is tuple:
        held = [_PLAIN if one in (Ellipsis, object) else _shape(one) for one in arguments]
        if all(shape.plain for shape in held):
            return _PLAIN
        return _Many(held[0]) if arguments[1:] == (Ellipsis,) else _Record(tuple, held)
    if kind in (str, float, bool, Any) or origin is Mapping:
        return _PLAIN
    raise TypeError(f"a record cannot hold {kind!r}")


_PLAIN = _Shape()


def _hints(kind: Any) -> list[Any]:
    hints = get_type_hints(kind)
    return [hints[name] for name in ([one.name for one in fields(kind)] if is_dataclass(kind) else kind._fields)]
