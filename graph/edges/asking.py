"""The questions that the references of one file put to their engine, each asked once.

A type is named by the scopes that declare types, so most scopes of a file give one answer; a name that nothing inside the file binds means the same
in all of it, and a chain of members means what its first name does. What depends on the place (a local bound twice, a block that ends, the types of
arguments) is asked each time.
"""

from __future__ import annotations

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.resolve.engine import Engine
from graph.resolve.values import Answer, Place, Value

_TYPES = frozenset({"type", "throw", "annotation"})
_CALLS = frozenset({"call", "jsx"})
_LINKS = frozenset({"attr", "call", "index", "await"})
_FIXED = frozenset({"self", "super", "new", "cast"})
_Named = dict[str, Answer]
_Held = dict[Expr, tuple[Value | None, _Named]]
"""What receivers hold, and what the names called on them reach."""


class _Scope:
    """What was asked from one scope; types are shared by all scopes that see the same ones."""

    __slots__ = ("held", "made", "types")

    def __init__(self, types: _Named, made: _Named) -> None:
        self.types = types
        self.made = made
        self.held: _Held = {}


class Asking:
    """Asks for one file; `generic` tells, by the identity of a call, which generic type beyond the repository it is made on an instance of."""

    def __init__(self, engine: Engine, view: FileView) -> None:
        self.generic: dict[int, Value] = {}
        self._engine = engine
        self._view = view
        self._inside = _inside(view) if engine.outward else frozenset()
        self._scopes: dict[str, _Scope] = {}
        self._anchored: dict[str, tuple[_Named, _Named]] = {}
        self._everywhere: _Held = {}
        self._values: _Named = {}
        self._calls: _Named = {}
        self._typed = _TYPES - {"annotation"} if engine.decorates else _TYPES

    def used(self, reference: Reference) -> Answer:
        """Return what a type use or a callable passed as value names."""
        name = reference.name
        if reference.receiver is not None:
            return self._engine.used(reference, self._view)
        if reference.kind in self._typed:
            table = (self._scopes.get(reference.scope) or self._scope(reference.scope)).types
        elif self._settled(name):
            table = self._values
        else:
            return self._engine.used(reference, self._view)
        known = table.get(name)
        if known is None:
            known = table[name] = self._engine.used(reference, self._view)
        return known

    def called(self, reference: Reference) -> Answer:
        """Return what a call or instantiation site reaches."""
        receiver, kind, name, engine = reference.receiver, reference.kind, reference.name, self._engine
        if receiver and kind in _CALLS and engine.by_holder:
            return self._on(receiver, reference)
        if receiver is None and kind == "new":
            table = (self._scopes.get(reference.scope) or self._scope(reference.scope)).made
        elif receiver is None and kind in _CALLS and not engine.overloads and self._settled(name):
            table = self._calls
        else:
            return engine.answer(reference, self._view)
        known = table.get(name)
        if known is None:
            known = table[name] = engine.answer(reference, self._view)
        return known

    def _held(self, receiver: Expr, reference: Reference) -> tuple[Value | None, _Named]:
        table = self._table(receiver, reference.scope)
        held = table.get(receiver) if table is not None else None
        if held is None:
            held = (self._engine.value(receiver, self._at(reference), 1), {})
            if table is not None:
                table[receiver] = held
        elif receiver[0] == "call":  # where the chain goes on, its next link asks for this one
            self._view.known.called[receiver, reference.scope, reference.line] = held[0]
        return held

    def _on(self, receiver: Expr, reference: Reference) -> Answer:
        """Return what a call on a receiver reaches; without overloads, receiver and name say it all."""
        engine, name = self._engine, reference.name
        value, answers = self._held(receiver, reference)
        if value is not None and value.form == "external" and value.args:
            self.generic[id(reference)] = value
        if engine.overloads:
            return engine.called_on(value, receiver, name, reference.arguments, self._at(reference), 0)
        known = answers.get(name)
        if known is None:
            known = engine.called_on(value, receiver, name, reference.arguments, self._at(reference), 0)
            answers[name] = known
        return known

    def _at(self, reference: Reference) -> Place:
        return Place(self._view, reference.scope, reference.line, reference.column)

    def _table(self, receiver: Expr, scope: str) -> _Held | None:
        """Return what is known of receivers that mean the same wherever they meet in a scope or in the file; None for one that does not."""
        first = receiver
        while first and first[0] in _LINKS:
            inner = first[1]
            first = inner if isinstance(inner, tuple) else ()
        form = first[0] if first else ""
        if form == "name":
            name = first[1]
            if name in self._view.moving:
                return None
            if self._engine.outward and name not in self._inside:
                return self._everywhere
        elif form not in _FIXED:
            return None
        return (self._scopes.get(scope) or self._scope(scope)).held

    def _scope(self, scope: str) -> _Scope:
        anchor = self._view.anchor(scope) if self._engine.anchored else scope
        tables = self._anchored.get(anchor)
        if tables is None:
            tables = self._anchored[anchor] = ({}, {})
        found = self._scopes[scope] = _Scope(*tables)
        return found

    def _settled(self, name: str) -> bool:
        """Tell whether a name means the same everywhere in the file."""
        return self._engine.outward and name not in self._inside and name not in self._view.moving


def _inside(view: FileView) -> frozenset[str]:
    """Return the names that a scope below the file's own binds."""
    names = {name for scope, table in view.bindings.items() if scope for name in table}
    names.update(name for scope, table in view.imports.items() if scope for name in table)
    names.update(one.name for one in view.defs.values() if one.symbol.container)
    return frozenset(names)
