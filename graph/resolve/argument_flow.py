"""What the call sites of a function pass for its parameters: the callables and instances that a parameter without a declared type holds.

Takes the sites that a first pass resolved, gives values by parameter. Tests do not speak for production code; a site that says nothing is no
objection, since every site that says something is one way the program goes.
"""

from __future__ import annotations

from collections import defaultdict

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.engine import Engine
from graph.resolve.values import CONFIDENCE, MOST_TARGETS, UNKNOWN, Place, Value

_MOST_SITES = 200
_FORMS = frozenset({"instance", "callable", "type"})
_CONSTRUCTORS = frozenset({"__init__", "__new__"})
Site = tuple[Reference, FileView]


class ArgumentFlow:
    """Arguments by the callable they are passed to."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._sites: defaultdict[int, list[Site]] = defaultdict(list)
        self._decorated: defaultdict[int, list[Definition]] = defaultdict(list)
        self._busy: set[tuple[int, str]] = set()

    def enter(self, target: Definition, site: Site) -> None:
        """Note a site that reaches `target`."""
        if len(self._sites[id(target)]) < _MOST_SITES:
            self._sites[id(target)].append(site)

    def enter_decorated(self, decorator: Definition, definition: Definition) -> None:
        """Note a function that is passed to `decorator` where it is defined."""
        self._decorated[id(decorator)].append(definition)

    def values(self, holder: Definition, name: str, depth: int) -> list[Value]:
        """Return the different values that `name`, a parameter of `holder`, is given; [] when none is known or there are too many."""
        key = (id(holder), name)
        names = [parameter.name.lstrip("*") for parameter in holder.symbol.parameters]
        if key in self._busy or name not in names:
            return []
        self._busy.add(key)
        position = names.index(name) - _bound(holder)
        found: dict[tuple[str, int], Value] = {}
        for expr, at in self._passed(holder, name, position):
            value = self._engine.value(expr, at, depth + 1)
            if value is not None and value is not UNKNOWN and value.form in _FORMS and value.target is not None:
                found.setdefault((value.form, id(value.target)), _flown(value))
        if position == 0:
            for one in self._decorated.get(id(holder), ()):
                if one.view.test and not holder.view.test:
                    continue
                found.setdefault(("callable", id(one)), _flown(Value("callable", one, one.name)))
        self._busy.discard(key)
        return list(found.values()) if len(found) <= MOST_TARGETS else []

    def _passed(self, holder: Definition, name: str, position: int) -> list[tuple[Expr, Place]]:
        sites = self._sites.get(id(holder), [])
        if holder.name in _CONSTRUCTORS and holder.parent is not None:
            sites = [*sites, *self._sites.get(id(holder.parent), ())]
        found = []
        for reference, view in sites:
            if view.test and not holder.view.test:
                continue
            expr = _argument(reference, name, position)
            if expr is not None:
                found.append((expr, Place(view, reference.scope, reference.line, reference.column)))
        return found


def _bound(holder: Definition) -> int:
    """Return how many parameters the receiver takes."""
    if holder.parent is None or not holder.parent.is_type:
        return 0
    return 0 if any(mark.name == "staticmethod" for mark in holder.symbol.decorators) else 1


def _argument(reference: Reference, name: str, position: int) -> Expr | None:
    plain = []
    for one in reference.arguments:
        if one.keyword == name:
            return one.value
        if one.keyword is None:
            plain.append(one.value)
    return plain[position] if 0 <= position < len(plain) else None


def _flown(value: Value) -> Value:
    trust = min(value.trust, CONFIDENCE["argument_flow"])
    return Value(value.form, value.target, value.name, value.args, trust, "argument_flow", value.owner)
