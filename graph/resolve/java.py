"""Java, Kotlin, Groovy and Scala names by declared types: packages, imports, nesting, inheritance, static imports, overloads, generics.

Follows the scoping of JLS 6.3-6.5 and the three phases of 15.12.2 as far as declared types tell; lambdas without parameter types stay unknown.
"""

from __future__ import annotations

from chunkers.symbol import Argument, Binding, Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.ancestry import Lineage
from graph.resolve.containers import JAVA_METHODS, JAVA_RESULTS
from graph.resolve.declared import DEPTH
from graph.resolve.extensions import extensions, imported_functions
from graph.resolve.java_members import JavaMembers
from graph.resolve.overloads import choose, takes
from graph.resolve.values import BEYOND, CONFIDENCE, MOST_TARGETS, UNKNOWN, Answer, Place, Value, external, nothing

_LOCAL = frozenset({"param", "local", "for", "with", "catch", "pattern", "unpack"})


class JavaEngine(JavaMembers):
    """Resolution for the JVM languages."""

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes: local, field of an enclosing type, static import, type, package."""
        view = at.view
        for scope in view.scopes(at.scope):
            bound = view.bindings.get(scope) if scope else None
            known = self._local_bindings(view, scope, name) if bound and name in bound else None
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

    def _local_bindings(self, view: FileView, scope: str, name: str) -> list[Binding]:
        """Return the bindings of a name that are no fields; the same list each time, for `nearest` keeps an index of it."""
        key = (id(view), scope, name)
        if key not in self._locals:
            bound = view.bindings.get(scope, {}).get(name, ())
            self._locals[key] = [one for one in bound if one.how in _LOCAL]
        return self._locals[key]

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

    # -- calls ----------------------------------------------------------------------------------------------------------------------

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the method a call reaches."""
        name = str(callee[-1])
        if callee[0] == "name":
            return self._bare_call(name, arguments, at, depth)
        if callee[0] != "attr":
            return nothing("dynamic")
        receiver = callee[1] if isinstance(callee[1], tuple) else ()
        return self.called_on(self.value(receiver, at, depth + 1), receiver, name, arguments, at, depth)

    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return the method a call on a receiver reaches."""
        if at.view.language == "kotlin" and not (holder and holder.target and self.methods(holder.target, name)):
            outer = extensions(self.project, self.ancestry, name, holder, at.view)
            if outer.found:
                plain = [(one, Lineage(one, {})) for one in outer.found]
                return self._chosen(plain, arguments, at, outer.rule, outer.trust, depth, None)
        if holder is None or holder is UNKNOWN:
            return nothing("unknown_receiver")
        if holder.form == "typevar":
            holder = holder.args[0] if holder.args else None
            if holder is None:
                return nothing("unknown_receiver")
        if holder.form == "super" and holder.target is not None:
            found = self.super_methods(holder.target, name)
            return self._chosen(found, arguments, at, "self_member", 0.97, depth, holder.target)
        if holder.target is None:
            return nothing("external")
        rule = (
            "self_member"
            if receiver and receiver[0] == "self"
            else "static_member"
            if holder.form == "type"
            else holder.rule
        )
        return self._chosen(self.methods(holder.target, name), arguments, at, rule, holder.trust, depth, holder.target)

    def _bare_call(self, name: str, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        open_ended = False
        for scope in at.view.scopes(at.scope):
            definition = at.view.defs.get(scope)
            if definition is None or not definition.is_type:
                local = [
                    one
                    for one in (definition.members.get(name, ()) if definition else at.view.top.get(name, ()))
                    if one.is_callable
                ]
                if local:
                    return self._chosen(
                        [(one, Lineage(one, {})) for one in local], arguments, at, "same_scope", 0.98, depth, None
                    )
                continue
            found = self.methods(definition, name)
            if found:
                return self._chosen(found, arguments, at, "self_member", 0.97, depth, definition)
            open_ended = open_ended or self.ancestry.is_open(definition)
        imported = self._static_import(name, at.view) or [
            (one, Lineage(one, {})) for one in imported_functions(self.project, name, at.view)
        ]
        if imported:
            return self._chosen(imported, arguments, at, "explicit_import", 0.97, depth, None)
        package = [
            one for one in self.project.types.get(("java", at.view.container), {}).get(name, ()) if one.is_callable
        ]
        if package and at.view.language != "java":
            return self._chosen(
                [(one, Lineage(one, {})) for one in package], arguments, at, "same_package", 0.97, depth, None
            )
        if at.view.language != "java":  # Kotlin, Scala and Groovy make objects without `new`
            made = self.named_type(name, at.view, at.scope)
            if made is not None and made.form == "type" and made.target is not None:
                return Answer(((made.target, made.trust, made.rule),))
        outside = open_ended or at.view.imports.get("", {}).get(name) or self.opened(at.view)
        return nothing("external" if outside else "unknown_name")

    def _static_import(self, name: str, view: FileView) -> list[tuple[Definition, Lineage]]:
        table = view.imports.get("", {})
        items = [*table.get(name, ()), *table.get("*", ())]
        for item in items:
            if item.kind == "static":
                holder = self._qualified(item.module)
                if holder is not None and holder.target is not None:
                    found = self.methods(holder.target, name if item.name == "*" else item.name or "")
                    if found:
                        return found
            elif item.name and item.name != "*":
                top = self.project.types.get(("java", item.module), {}).get(item.name, ())
                found = [(one, Lineage(one, {})) for one in top if one.is_callable]
                if found:
                    return found
        return []

    def _chosen(
        self,
        found: list[tuple[Definition, Lineage]],
        arguments: tuple[Argument, ...] | int,
        at: Place,
        rule: str,
        trust: float,
        depth: int,
        holder: Definition | None,
    ) -> Answer:
        if not found:
            return nothing("external" if holder is not None and self.ancestry.is_open(holder) else "unknown_member")
        count = arguments if isinstance(arguments, int) else len(arguments)
        if len(found) == 1 and takes(found[0][0], count):
            return Answer(((found[0][0], min(trust, CONFIDENCE.get(rule, 0.97)), rule),))
        best = choose(self, [one for one, _ in found], arguments, at, depth)
        if not best:
            return nothing("external" if holder is not None and self.ancestry.is_open(holder) else "no_overload")
        if len(best) > MOST_TARGETS:
            return nothing("ambiguous")
        sure = min(trust, CONFIDENCE.get(rule, 0.97))
        if len(best) == 1:
            return Answer(((best[0], sure, rule),), resolution="exact" if len(found) == 1 else "overload")
        share = CONFIDENCE["overload_tie"] / len(best)
        return Answer(tuple((one, share, "overload_tie") for one in best), resolution="overload")

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return the constructor that `super(..)` or `this(..)` reaches."""
        holder = self.enclosing_type(at)
        if holder is None:
            return nothing("unknown_receiver")
        if reference.name == "super":
            parents = self.ancestry.parents(holder)
            first = next((one for one in parents if one.target is not None and one.target.kind != "interface"), None)
            if first is None or first.target is None:
                return nothing("external")
            holder = first.target
        built = [one for group in holder.members.values() for one in group if one.kind == "constructor"]
        if not built:
            return nothing("implicit_constructor")
        return self._chosen(
            [(one, Lineage(one, {})) for one in built], reference.arguments, at, "constructor_chain", 0.97, 0, holder
        )

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
        del at, depth
        name = str(callee[-1])
        if owner is not None and owner.form == "external" and owner.args:
            found = _container_result(owner, name)
            if found is not None:
                return found
        if owner is None or callee[0] != "attr":
            return None
        known = JAVA_METHODS.get(f"{owner.name.rpartition('.')[2]}.{name}") or JAVA_METHODS.get(name)
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
