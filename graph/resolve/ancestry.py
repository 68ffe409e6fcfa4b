"""Supertypes: who inherits from whom, in lookup order, with the type arguments along the way.

Asks an engine what a supertype's text means; refuses to loop on cyclic hierarchies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from graph.definition import Definition
from graph.resolve.values import Value

if TYPE_CHECKING:
    from graph.resolve.engine import Engine

_LIMIT = 64
_DEPTH = 6


class Lineage(NamedTuple):
    """One type of a hierarchy and what its type parameters stand for, seen from the type that was asked about."""

    definition: Definition
    mapping: Mapping[str, Value | None]


class Ancestry:
    """Supertypes of the definitions of one language family."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._parents: dict[int, list[Value]] = {}
        self._lines: dict[int, list[Lineage]] = {}
        self._open: dict[int, bool] = {}
        self._opened: dict[int, bool] = {}

    def parents(self, definition: Definition) -> list[Value]:
        """Return the direct supertypes in the repository, classes first as written, with their type arguments."""
        key = id(definition)
        if key not in self._parents:
            self._parents[key] = []
            found, open_ = [], False
            for _, text in definition.symbol.supers:
                value = self._engine.type_value(text, definition.view, definition.symbol.container)
                if (
                    value is not None
                    and value.form == "instance"
                    and value.target is not None
                    and value.target is not definition
                ):
                    found.append(value)
                else:
                    open_ = True
            self._parents[key], self._open[key] = found, open_
        return self._parents[key]

    def of(self, definition: Definition) -> list[Lineage]:
        """Return `definition` and all its supertypes in the repository, nearest first, each once."""
        key = id(definition)
        known = self._lines.get(key)
        if known is None:
            lines = [Lineage(definition, {})]
            seen = {key}
            at = 0
            while at < len(lines) and len(lines) < _LIMIT:
                for parent in self.parents(lines[at].definition):
                    if parent.target is not None and id(parent.target) not in seen:
                        seen.add(id(parent.target))
                        lines.append(Lineage(parent.target, self._mapping(parent, lines[at])))
                at += 1
            known = self._lines[key] = lines
        return known

    def is_open(self, definition: Definition) -> bool:
        """Tell whether some supertype of `definition` is not in the repository, so that members may come from outside."""
        known = self._opened.get(id(definition))
        if known is None:
            known = self._opened[id(definition)] = self._is_open(definition)
        return known

    def _is_open(self, definition: Definition) -> bool:
        for lineage in self.of(definition):
            self.parents(lineage.definition)
            if self._open.get(id(lineage.definition)):
                return True
        return False

    def inherits(self, definition: Definition, other: Definition) -> int:
        """Return the position of `other` among the supertypes of `definition` (0 = itself), -1 when it is none."""
        for position, lineage in enumerate(self.of(definition)):
            if lineage.definition is other:
                return position
        return -1

    def fill(self, value: Value | None, holder: Value, lineage: Lineage) -> Value | None:
        """Return `value`, declared in `lineage`, with the type arguments of `holder` put in for type variables."""
        if value is None or (value.form != "typevar" and not value.args):
            return value
        own = _named(holder)
        mapping = {name: _put(one, own) for name, one in lineage.mapping.items()} if lineage.mapping else own
        return _put(value, mapping)

    def _mapping(self, parent: Value, line: Lineage) -> Mapping[str, Value | None]:
        return {name: _put(arg, line.mapping) for name, arg in _named(parent).items()}


def _named(holder: Value) -> dict[str, Value | None]:
    if holder.target is None or not holder.args:
        return {}
    return {name: arg for (name, _), arg in zip(holder.target.symbol.type_parameters, holder.args, strict=False)}


def _put(value: Value | None, mapping: Mapping[str, Value | None], depth: int = 0) -> Value | None:
    if value is None or depth > _DEPTH:
        return value
    if value.form == "typevar":
        filled = mapping.get(value.name)
        if filled is not None and filled.form != "typevar":
            return Value(
                filled.form, filled.target, filled.name, filled.args, min(filled.trust, 0.95), "chained_return"
            )
        return filled if filled is not None else (value.args[0] if value.args and value.args[0] is not None else value)
    if not value.args:
        return value
    args = tuple(_put(arg, mapping, depth + 1) for arg in value.args)
    return Value(value.form, value.target, value.name, args, value.trust, value.rule, value.owner)
