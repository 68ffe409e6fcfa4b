"""Records as plain data: camelCase keys in the order of their fields, lists, maps and scalars.

Takes frozen dataclasses, gives what pydantic dumps of the same records by alias, without loading it: a run validates nothing it made itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from chunkers.span import camel


def plain(value: Any) -> Any:
    """Return a record, or anything made of records, as JSON-able data."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} is no record")
    kind: Any = type(value)
    return {key: plain(getattr(value, name)) for name, key in _keys(kind)}


@lru_cache(maxsize=128)
def _keys(kind: Any) -> tuple[tuple[str, str], ...]:
    return tuple((item.name, camel(item.name)) for item in fields(kind))
