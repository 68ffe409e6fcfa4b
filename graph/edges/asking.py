"""The questions that the references of one file put to their engine, each asked once.

A type is named by the scopes that declare types, so most scopes of a file give one answer; a name that nothing inside the file binds means the same
in all of it. What depends on the place (a local bound twice, a block that ends, the arguments of a call) is asked each time.
"""

from __future__ import annotations

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.resolve.engine import Engine
from graph.resolve.values import Answer, Place, Value

_TYPES = frozenset({"type", "throw", "annotation"})
_CALLS = frozenset({"call", "jsx"})
_UNASKED = Value("unasked")


class Asking:
    """Asks for one file."""

    def __init__(self, engine: Engine, view: FileView) -> None:
        self._engine = engine
        self._view = view
        self._answers: dict[tuple[str, str, str], Answer] = {}
        self._holders: dict[tuple[str, str], Value | None] = {}
        self._inside = _inside(view) if engine.outward else frozenset()
        self._moving = _moving(view)

    def used(self, reference: Reference) -> Answer:
        """Return what a type use or a callable passed as value names."""
        if reference.receiver is not None:
            return self._engine.used(reference, self._view)
        kind = reference.kind
        if kind in _TYPES and not (kind == "annotation" and self._engine.decorates):
            key = ("type", self._anchor(reference.scope), reference.name)
        elif self._settled(reference.name):
            key = ("value", "", reference.name)
        else:
            return self._engine.used(reference, self._view)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._engine.used(reference, self._view)
        return known

    def called(self, reference: Reference) -> Answer:
        """Return what a call or instantiation site reaches."""
        receiver, kind = reference.receiver, reference.kind
        if receiver is None and kind == "new":
            key = ("new", self._anchor(reference.scope), reference.name)
        elif receiver is None and kind in _CALLS and not self._engine.overloads and self._settled(reference.name):
            key = ("call", "", reference.name)
        elif receiver and receiver[0] == "name" and kind in _CALLS and self._engine.by_holder:
            at = Place(self._view, reference.scope, reference.line, reference.column)
            holder = self._holder(receiver, at)
            return self._engine.called_on(holder, receiver, reference.name, reference.arguments, at, 0)
        else:
            return self._engine.answer(reference, self._view)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = self._engine.answer(reference, self._view)
        return known

    def _anchor(self, scope: str) -> str:
        return self._view.anchor(scope) if self._engine.anchored else scope

    def _settled(self, name: str) -> bool:
        """Tell whether a name means the same everywhere in the file."""
        return self._engine.outward and name not in self._inside and name not in self._moving

    def _holder(self, receiver: Expr, at: Place) -> Value | None:
        """Return what the name in front of a call holds."""
        name = str(receiver[1])
        if name in self._moving:
            return self._engine.value(receiver, at, 1)
        key = ("" if self._engine.outward and name not in self._inside else at.scope, name)
        known = self._holders.get(key, _UNASKED)
        if known is _UNASKED:
            known = self._holders[key] = self._engine.value(receiver, at, 1)
        return known


def _inside(view: FileView) -> frozenset[str]:
    """Return the names that a scope below the file's own binds."""
    names = {name for scope, table in view.bindings.items() if scope for name in table}
    names.update(name for scope, table in view.imports.items() if scope for name in table)
    names.update(one.name for one in view.defs.values() if one.symbol.container)
    return frozenset(names)


def _moving(view: FileView) -> frozenset[str]:
    """Return the names that some scope binds more than once, or for a block only."""
    return frozenset(
        name
        for table in view.bindings.values()
        for name, bound in table.items()
        if len(bound) > 1 or bound[0].end_line is not None
    )
