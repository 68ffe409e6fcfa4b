"""Definitions that share a name or a line on purpose: overload signatures, accessors, record components.

Takes the symbols of a file, gives the role of each such qualified name; true duplicates have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from chunkers.symbol import Symbol

_ORDINAL = re.compile(r"~\d+$")
_ACCESSORS = {"setter": "set", "deleter": "delete"}


def shared_names(symbols: Iterable[Symbol]) -> dict[str, str]:
    """Return the role ("overload", "implementation", "extension", "set", "delete") by qualified name."""
    roles: dict[str, str] = {}
    overloaded: set[str] = set()
    for symbol in symbols:
        role = _role(symbol) if symbol.tags or symbol.decorators else None
        if role is None and not overloaded:
            continue
        plain = _ORDINAL.sub("", symbol.qualified)
        if role == "overload":
            overloaded.add(plain)
            roles[symbol.qualified] = role
        elif role is not None:
            roles[symbol.qualified] = role
        elif plain in overloaded:
            roles[symbol.qualified] = "implementation"
            overloaded.discard(plain)
    return roles


def components_of(record: Symbol) -> tuple[Symbol, ...]:
    """Return the components of a record as fields: nobody writes their accessors, so calls of these lead to the header."""
    return tuple(
        Symbol(
            "field",
            one.name,
            f"{record.qualified}.{one.name}",
            record.span,
            record.declaration_line,
            record.qualified,
            record.language,
            type=one.type,
            decorators=one.decorators,
            tags=("record_component", "synthetic"),
        )
        for one in record.parameters
    )


def _role(symbol: Symbol) -> str | None:
    if "overload" in symbol.tags:
        return "overload"
    if "extension" in symbol.tags and _ORDINAL.search(symbol.qualified):
        return "extension"
    for decorator in symbol.decorators:
        last = decorator.name.rpartition(".")[2]
        if last == "overload":
            return "overload"
        if last in _ACCESSORS and decorator.name.rpartition(".")[0] == symbol.name:
            return _ACCESSORS[last]
    return None
