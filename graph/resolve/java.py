"""Java, Kotlin, Groovy and Scala names by declared types: packages, imports, nesting, inheritance, static imports, overloads, generics.

Follows the scoping of JLS 6.3-6.5 and the three phases of 15.12.2 as far as declared types tell; lambdas without parameter types stay unknown.
"""

from __future__ import annotations

from chunkers.symbol import Argument, Expr, Import, Reference
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry, Lineage
from graph.resolve.containers import JAVA_RESULTS
from graph.resolve.engine import DEPTH, UNKNOWN, Engine
from graph.resolve.overloads import choose
from graph.resolve.synthetic import synthetic_members
from graph.resolve.values import CONFIDENCE, Answer, Place, Value, external

_LANG = frozenset(
    "String Object Integer Long Short Byte Character Boolean Double Float Number Math System Thread Runnable Iterable Comparable CharSequence "
    "StringBuilder StringBuffer Exception RuntimeException Error Throwable Class Enum Record Override Deprecated Void AutoCloseable Cloneable "
    "IllegalArgumentException IllegalStateException NullPointerException UnsupportedOperationException InterruptedException Process "
    "IndexOutOfBoundsException NumberFormatException ClassCastException ArithmeticException ThreadLocal SafeVarargs FunctionalInterface "
    "SuppressWarnings StackTraceElement ClassLoader Package Runtime AssertionError CloneNotSupportedException SecurityException".split()
)
_PRIMITIVES = frozenset("int long short byte char boolean double float void".split())
_LITERALS = {
    "str": "String",
    "int": "int",
    "long": "long",
    "float": "float",
    "double": "double",
    "bool": "boolean",
    "char": "char",
    "null": "null",
    "template": "String",
}
_LOCAL = frozenset({"param", "local", "for", "with", "catch", "pattern", "unpack"})


class JavaEngine(Engine):
    """Resolution for the JVM languages."""

    literals = _LITERALS

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self._scoped: dict[tuple[int, str, str], Value | None] = {}
        self._methods: dict[tuple[int, str], list[tuple[Definition, Lineage]]] = {}
        self._packages = frozenset(
            ".".join(name.split(".")[:depth])
            for kind, name in project.containers
            if kind == "java"
            for depth in range(1, name.count(".") + 2)
        )

    # -- types ----------------------------------------------------------------------------------------------------------------------

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the type a dotted name denotes at a scope."""
        key = (id(view), scope, name)
        if key not in self._scoped:
            self._scoped[key] = None  # a cyclic declaration finds nothing
            self._scoped[key] = self._find_type(name, view, scope)
        return self._scoped[key]

    def _find_type(self, name: str, view: FileView, scope: str) -> Value | None:
        if name in _PRIMITIVES:
            return external(name)
        first, *rest = name.split(".")
        found = self._simple_type(first, view, scope)
        if found is None:
            return self._qualified(name)
        for part in rest:
            if found.form != "type" or found.target is None:
                return external(f"{found.name}.{part}") if found.form == "external" else None
            inner = self.nested_type(found.target, part)
            if inner is None:
                return None
            found = Value("type", inner, rule=found.rule, trust=found.trust)
        return found

    def _simple_type(self, name: str, view: FileView, scope: str) -> Value | None:
        for holder in view.scopes(scope):
            definition = view.defs.get(holder)
            if definition is None:
                continue
            for parameter, bound in definition.symbol.type_parameters:
                if parameter == name:
                    limit = self.type_value(bound, view, scope) if bound and bound != name else None
                    return Value("typevar", None, name, (limit,))
            if definition.is_type:
                if definition.name == name:
                    return Value("type", definition, rule="same_scope", trust=CONFIDENCE["same_scope"])
                inner = self.nested_type(definition, name)
                if inner is not None:
                    return Value("type", inner, rule="same_scope", trust=CONFIDENCE["same_scope"])
            else:
                local = _first_type(definition.members.get(name))
                if local is not None:
                    return Value("type", local, rule="same_scope", trust=CONFIDENCE["same_scope"])
        local = _first_type(view.top.get(name))
        if local is not None:
            return Value("type", local, rule="same_scope", trust=CONFIDENCE["same_scope"])
        return self._imported_type(name, view)

    def _imported_type(self, name: str, view: FileView) -> Value | None:
        for item in view.imports.get("", {}).get(name, ()):
            if item.kind == "static":
                holder = self._qualified(item.module)
                inner = self.nested_type(holder.target, item.name or "") if holder and holder.target else None
                if inner is not None:
                    return Value("type", inner, rule="explicit_import")
                continue
            dotted = f"{item.module}.{item.name}" if item.name else item.module
            return self._qualified(dotted) or external(dotted)
        same = self._in_package(view.container, name)
        if same is not None:
            return Value("type", same, rule="same_package")
        stars = [item for item in view.imports.get("", {}).get("*", ()) if item.kind != "static"]
        for item in stars:
            found = self._in_package(item.module, name)
            if found is None:
                holder = self._qualified(item.module)
                found = self.nested_type(holder.target, name) if holder and holder.target else None
            if found is not None:
                return Value("type", found, rule="wildcard_import", trust=CONFIDENCE["explicit_import"])
        if name in _LANG:
            return external(name)
        return (
            external(f"{stars[0].module}.{name}") if len(stars) == 1 and stars[0].module not in self._packages else None
        )

    def _in_package(self, package: str, name: str) -> Definition | None:
        return _first_type(self.project.types.get(("java", package), {}).get(name))

    def _qualified(self, dotted: str) -> Value | None:
        parts = dotted.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            found = self._in_package(".".join(parts[:cut]), parts[cut])
            for part in parts[cut + 1 :]:
                found = self.nested_type(found, part) if found is not None else None
            if found is not None:
                return Value("type", found, rule="explicit_import")
        return None

    def nested_type(self, holder: Definition, name: str) -> Definition | None:
        """Return a member type of `holder`, inherited ones included."""
        for lineage in self.ancestry.of(holder):
            found = _first_type(lineage.definition.members.get(name))
            if found is not None:
                return found
        return None

    def import_definition(self, item: Import, view: FileView) -> Definition | None:
        """Return the type an import names; for a static import the type that holds the member."""
        if item.name == "*" or item.kind == "static":
            found = self._qualified(item.module)
        else:
            found = self._qualified(f"{item.module}.{item.name}" if item.name else item.module)
        return found.target if found is not None else None

    # -- names ----------------------------------------------------------------------------------------------------------------------

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes: local, field of an enclosing type, static import, type, package."""
        view = at.view
        for scope in view.scopes(at.scope):
            known = [b for b in view.bindings.get(scope, {}).get(name, ()) if b.how in _LOCAL]
            if known and scope:
                return self.binding_value(self.nearest(known, at.line), view, depth) or UNKNOWN
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

    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return the field, nested type or package member `holder.name`."""
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

    def field(self, holder: Value, name: str, depth: int) -> Value | None:
        """Return the value of a field, inherited ones included; UNKNOWN for one without a usable type."""
        if holder.target is None:
            return None
        for lineage in self.ancestry.of(holder.target):
            for found in lineage.definition.members.get(name, ()):
                if found.kind == "enum_member":
                    return Value("instance", lineage.definition, rule="static_member")
                if found.kind in {"field", "constant", "property", "variable"}:
                    return self._field_type(found, holder, lineage, depth) or UNKNOWN
        return None

    def _field_type(self, found: Definition, holder: Value, lineage: Lineage, depth: int) -> Value | None:
        written = found.symbol.type
        if written and written not in self.untyped:
            value = self.type_value(written, found.view, found.symbol.container)
        else:
            bound = found.view.bindings.get(found.symbol.container, {}).get(found.name)
            value = self.binding_value(bound[0], found.view, depth) if bound else None
        return self.ancestry.fill(value, holder, lineage)

    # -- calls ----------------------------------------------------------------------------------------------------------------------

    def methods(self, holder: Definition, name: str) -> list[tuple[Definition, Lineage]]:
        """Return the methods `name` of a type: own first, then inherited ones that are not overridden."""
        key = (id(holder), name)
        if key not in self._methods:
            found: dict[str, tuple[Definition, Lineage]] = {}
            for lineage in self.ancestry.of(holder):
                for one in lineage.definition.members.get(name, ()):
                    if one.is_callable and one.kind != "constructor":
                        found.setdefault(_shape(one), (one, lineage))
                    elif one.kind == "field" and (
                        "record_component" in one.symbol.tags or lineage.definition.kind == "record"
                    ):
                        found.setdefault("", (one, lineage))
                for one in synthetic_members(lineage.definition, name):
                    found.setdefault("", (one, lineage))
            self._methods[key] = list(found.values())
        return self._methods[key]

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the method a call reaches."""
        name = str(callee[-1])
        if callee[0] == "name":
            return self._bare_call(name, arguments, at, depth)
        if callee[0] != "attr":
            return Answer(reason="dynamic")
        receiver = callee[1] if isinstance(callee[1], tuple) else ()
        holder = self.value(receiver, at, depth + 1)
        if holder is None or holder is UNKNOWN:
            return Answer(reason="unknown_receiver")
        if holder.form == "typevar":
            holder = holder.args[0] if holder.args else None
            if holder is None:
                return Answer(reason="unknown_receiver")
        if holder.form == "super" and holder.target is not None:
            found = [pair for pair in self.methods(holder.target, name) if pair[1].definition is not holder.target]
            found = found or self._super_methods(holder.target, name)
            return self._chosen(found, arguments, at, "self_member", 0.97, depth, holder.target)
        if holder.target is None:
            return Answer(reason="external")
        rule = (
            "self_member"
            if receiver and receiver[0] == "self"
            else "static_member"
            if holder.form == "type"
            else holder.rule
        )
        return self._chosen(self.methods(holder.target, name), arguments, at, rule, holder.trust, depth, holder.target)

    def _super_methods(self, holder: Definition, name: str) -> list[tuple[Definition, Lineage]]:
        found: dict[str, tuple[Definition, Lineage]] = {}
        for lineage in self.ancestry.of(holder)[1:]:
            for one in lineage.definition.members.get(name, ()):
                if one.is_callable:
                    found.setdefault(_shape(one), (one, lineage))
        return list(found.values())

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
        imported = self._static_import(name, at.view)
        if imported:
            return self._chosen(imported, arguments, at, "explicit_import", 0.97, depth, None)
        package = [
            one for one in self.project.types.get(("java", at.view.container), {}).get(name, ()) if one.is_callable
        ]
        if package and at.view.language != "java":
            return self._chosen(
                [(one, Lineage(one, {})) for one in package], arguments, at, "same_package", 0.97, depth, None
            )
        return Answer(reason="external" if open_ended or at.view.imports.get("", {}).get(name) else "unknown_name")

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
            return Answer(
                reason="external" if holder is not None and self.ancestry.is_open(holder) else "unknown_member"
            )
        best = choose(self, [one for one, _ in found], arguments, at, depth)
        if not best:
            return Answer(reason="external" if holder is not None and self.ancestry.is_open(holder) else "no_overload")
        if len(best) > 5:
            return Answer(reason="ambiguous")
        sure = min(trust, CONFIDENCE.get(rule, 0.97))
        if len(best) == 1:
            return Answer(((best[0], sure, rule),), resolution="exact" if len(found) == 1 else "overload")
        share = CONFIDENCE["overload_tie"] / len(best)
        return Answer(tuple((one, share, "overload_tie") for one in best), resolution="overload")

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return the constructor that `super(..)` or `this(..)` reaches."""
        holder = self.enclosing_type(at)
        if holder is None:
            return Answer(reason="unknown_receiver")
        if reference.name == "super":
            parents = self.ancestry.parents(holder)
            first = next((one for one in parents if one.target is not None and one.target.kind != "interface"), None)
            if first is None or first.target is None:
                return Answer(reason="external")
            holder = first.target
        built = [one for group in holder.members.values() for one in group if one.kind == "constructor"]
        if not built:
            return Answer(reason="implicit_constructor")
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
        if target.kind == "field" and depth <= DEPTH:
            return (
                self._field_type(target, owner, Lineage(target.parent, {}), depth)
                if owner is not None and target.parent
                else None
            )
        return super().result(target, owner, trust, depth)

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a well-known container method gives back: `list.get(0)`, `map.values()`, `optional.orElse(x)`."""
        if owner is None or owner.form != "external" or not owner.args:
            return None
        how = JAVA_RESULTS.get(str(callee[-1]))
        if how == "same":
            return owner
        if how == "last":
            return owner.args[-1]
        if how == "first":
            return owner.args[0]
        if how == "wrap_last":
            return external("Iterable", (owner.args[-1],))
        return external("Iterable", (owner.args[0],)) if how == "wrap_first" else None


def _first_type(found: list[Definition] | None) -> Definition | None:
    return next((one for one in found if one.is_type), None) if found else None


def _shape(definition: Definition) -> str:
    return ",".join(
        (p.type or "").split("<")[0].replace("final ", "").strip() + ("..." if p.variadic else "")
        for p in definition.symbol.parameters
    )
