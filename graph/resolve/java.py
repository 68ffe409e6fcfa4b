"""Java, Kotlin, Groovy and Scala names by declared types: packages, imports, nesting, inheritance, static imports, overloads, generics.

Follows the scoping of JLS 6.3-6.5 and the three phases of 15.12.2 as far as declared types tell; lambdas without parameter types stay unknown.
"""

from __future__ import annotations

from chunkers.symbol import Binding, Expr
from graph.definition import Definition
from graph.resolve.ancestry import Lineage
from graph.resolve.containers import JAVA_METHODS, JAVA_RESULTS
from graph.resolve.declared import DEPTH
from graph.resolve.java_calls import JavaCalls
from graph.resolve.values import BEYOND, UNKNOWN, Place, Value, external

_LOCAL = frozenset({"param", "local", "for", "with", "catch", "pattern", "unpack"})

_SAME_AGAIN = frozenset({"apply", "also", "takeIf", "takeUnless"})
"""Kotlin's scope functions that give back what they are called on."""


class JavaEngine(JavaCalls):
    """Resolution for the JVM languages."""

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes: local, field of an enclosing type, static import, type, package."""
        view = at.view
        for scope in view.scopes(at.scope):
            table = view.bindings.get(scope) if scope else None
            bound = table.get(name) if table is not None else None
            known = self._locals(bound) if bound is not None else None
            binding = self.nearest(known, at) if known else None
            if binding is not None:
                return self.binding_value(binding, view, depth) or UNKNOWN
            definition = view.defs.get(scope)
            if definition is not None and definition.is_type:
                found = self.field(Value("instance", definition, rule="self_member"), name, depth)
                if found is not None:
                    return found
        for item in view.imports.get("", {}).get(name, ()):
            if item.kind == "static":
                holder = self._qualified(item.module)
                if holder is not None:
                    return self.field(holder, item.name or "", depth)
        found = self.named_type(name, view, at.scope)
        if found is not None:
            return found
        return Value("module", None, name) if name in self._packages else None

    def _locals(self, bound: list[Binding]) -> list[Binding]:
        """Return the bindings that are no fields; the same list each time, for `nearest` keeps an index of it."""
        if len(bound) == 1:
            return bound if bound[0].how in _LOCAL else []
        known = self._chosen.get(id(bound))
        if known is None:
            known = self._chosen[id(bound)] = [one for one in bound if one.how in _LOCAL]
        return known

    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return the field, nested type or package member `holder.name`."""
        del at
        if holder is BEYOND:
            return BEYOND
        if holder.form == "module":
            dotted = f"{holder.name}.{name}"
            return self._qualified(dotted) or (Value("module", None, dotted) if dotted in self._packages else None)
        if holder.form == "type" and name == "this":
            return Value("instance", holder.target, rule="self_member")
        found = self.field(holder, name, depth)
        if found is None and holder.form == "type" and holder.target is not None:
            inner = self.nested_type(holder.target, name)
            return Value("type", inner) if inner is not None else None
        return found

    # -- generics -------------------------------------------------------------------------------------------------------------------

    def substituted(self, found: Value | None, target: Definition, owner: Value | None) -> Value | None:
        """Return `found` with the owner's type arguments filled in."""
        if owner is None or owner.target is None:
            return found if found is None or found.form != "typevar" else (found.args[0] if found.args else None)
        for lineage in self.ancestry.of(owner.target):
            if lineage.definition is target.parent:
                return self.ancestry.fill(found, owner, lineage)
        return found if found is None or found.form != "typevar" else (found.args[0] if found.args else None)

    def result(self, target: Definition, owner: Value | None, trust: float, depth: int) -> Value | None:
        """Return the value of calling `target`; a record component answers for its accessor."""
        if target.kind == "field":
            if target.parent is None or depth > DEPTH:
                return None
            holder = owner if owner is not None and owner.target is not None else Value("instance", target.parent)
            return self.field_type(target, holder, Lineage(target.parent, {}), depth)
        return super().result(target, owner, trust, depth)

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a well-known container or JDK method gives back: `list.get(0)`, `map.values()`, `String.valueOf(x)`."""
        del depth
        name = str(callee[-1])
        if at.view.language == "kotlin" and callee[0] == "attr" and name in _SAME_AGAIN:
            return owner
        if owner is not None and owner.form == "external" and owner.args:
            found = _container_result(owner, name)
            if found is not None:
                return found
        if owner is None or callee[0] != "attr":
            return None
        known = JAVA_METHODS.get(f"{owner.name.rpartition('.')[2]}.{name}")
        if known is None and at.view.language != "kotlin":  # an extension of any type may bear the name there
            known = JAVA_METHODS.get(name)
        return external(known) if known else None


def _container_result(owner: Value, name: str) -> Value | None:
    how = JAVA_RESULTS.get(name)
    if how == "same":
        return owner
    if how in {"last", "first"}:
        return owner.args[-1 if how == "last" else 0]
    if how in {"wrap_last", "wrap_first"}:
        return external("Collection", (owner.args[-1 if how == "wrap_last" else 0],))
    return external(how, owner.args) if how and how[0].isupper() else None
