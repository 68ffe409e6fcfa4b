"""Records as JSON arrays and back, at the speed of field order: for the cache, which must never unpickle.

Takes any frozen record of this package, gives bytes; reading needs the record's type and trusts nothing but the declared fields. Knows no
file and no versions: whoever stores the bytes keys them by everything they depend on.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import orjson

T = TypeVar("T")
Convert = Callable[[Any], Any]


class CodecError(Exception):
    """The bytes do not hold what their type says."""


def encode(record: object) -> bytes:
    """Return a record as bytes."""
    plan: Any = type(record)
    return orjson.dumps(_writer(plan)(record))


def decode(kind: type[T], data: bytes) -> T:
    """Return the record of type `kind` that `encode` wrote.

    Raises:
        CodecError: the bytes hold something else.
    """
    try:
        plan: Any = kind
        record: T | None = _reader(plan)(orjson.loads(data))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise CodecError(f"not a stored {kind.__name__}: {type(error).__name__}") from None
    if record is None:
        raise CodecError(f"not a stored {kind.__name__}: null")
    return record


def _same(value: Any) -> Any:
    return value


def frozen(value: Any) -> Any:
    """Turn lists into tuples, all the way down: the form of expressions."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@lru_cache(maxsize=256)
def _writer(kind: Any) -> Convert:
    """Return the function that turns a value of `kind` into JSON-able data."""
    plain = _plain(kind)
    if _is_record(plain):
        hints = get_type_hints(plain)
        parts = [(name, _writer(hints[name])) for name in _names(plain)]
        return lambda record: [write(getattr(record, name)) for name, write in parts] if record is not None else None
    if get_origin(plain) is tuple:
        return _tuple_writer(get_args(plain))
    if get_origin(plain) is frozenset:
        return sorted
    if isinstance(plain, type) and issubclass(plain, Enum):
        return lambda value: value.value
    return _same


def _tuple_writer(arguments: tuple[Any, ...]) -> Convert:
    if len(arguments) == 2 and arguments[1] is Ellipsis:  # noqa: PLR2004  # tuple[X, ...]
        write = _writer(arguments[0])
        return (
            _same
            if write is _same
            else lambda values: [write(value) for value in values] if values is not None else None
        )
    writers = [_writer(argument) for argument in arguments]
    if all(write is _same for write in writers):
        return _same
    return lambda values: (
        [write(value) for write, value in zip(writers, values, strict=True)] if values is not None else None
    )


@lru_cache(maxsize=256)
def _reader(kind: Any) -> Convert:
    """Return the function that turns JSON data into a value of `kind`."""
    plain = _plain(kind)
    if _is_record(plain):
        hints = get_type_hints(plain)
        readers = [_reader(hints[name]) for name in _names(plain)]
        make: Convert = plain
        if all(read is _same for read in readers):
            return lambda row: make(*row) if row is not None else None
        return lambda row: (
            make(*[read(value) for read, value in zip(readers, row, strict=True)]) if row is not None else None
        )
    if get_origin(plain) is tuple:
        return _tuple_reader(get_args(plain))
    if get_origin(plain) is frozenset:
        return frozenset
    if isinstance(plain, type) and issubclass(plain, Enum):
        return plain
    return _same


def _tuple_reader(arguments: tuple[Any, ...]) -> Convert:
    if len(arguments) == 2 and arguments[1] is Ellipsis:  # noqa: PLR2004  # tuple[X, ...]
        if arguments[0] is object:
            return frozen
        read = _reader(arguments[0])
        if read is _same:
            return lambda values: tuple(values) if values is not None else None
        return lambda values: tuple([read(value) for value in values]) if values is not None else None
    readers = [_reader(argument) for argument in arguments]
    return lambda values: (
        tuple([read(value) for read, value in zip(readers, values, strict=True)]) if values is not None else None
    )


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else tuple(kind._fields)


def _plain(kind: Any) -> Any:
    """Return the type behind `X | None`; a union of more than that is taken as plain JSON."""
    if get_origin(kind) in (Union, types.UnionType):
        some = [argument for argument in get_args(kind) if argument is not type(None)]
        return some[0] if len(some) == 1 else Any
    return Any if get_origin(kind) is Mapping else kind
