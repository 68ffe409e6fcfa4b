"""Java type names: nesting, inheritance, single-type imports, same package, imports on demand, `java.lang` (JLS 6.4-6.5).

Takes a dotted name and a scope, gives a type, a type variable or the name of something external.
"""

from __future__ import annotations

from chunkers.symbol import Binding, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.engine import Engine
from graph.resolve.values import CONFIDENCE, UNASKED, Place, Value, external

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


class JavaTypes(Engine):
    """Type names of the JVM languages."""

    literals = _LITERALS

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self._chosen: dict[int, list[Binding]] = {}
        self._dotted: dict[str, Value | None] = {}
        self._packages = frozenset(
            ".".join(name.split(".")[:depth])
            for kind, name in project.containers
            if kind == "java"
            for depth in range(1, name.count(".") + 2)
        )

    # -- types ----------------------------------------------------------------------------------------------------------------------

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the type a dotted name denotes at a scope."""
        scope = view.anchor(scope)
        table = view.known.names.get(scope)
        if table is None:
            table = view.known.names[scope] = {}
        known = table.get(name, UNASKED)
        if known is UNASKED:
            table[name] = None  # a cyclic declaration finds nothing
            known = table[name] = self._find_type(name, view, scope)
        return known

    def type_value(self, text: str, view: FileView, scope: str) -> Value | None:
        """Return an instance of the type written as `text` at a scope."""
        return super().type_value(text, view, view.anchor(scope))

    def opened(self, view: FileView) -> bool:
        """Tell whether a static import on demand brings in names from outside the repository."""
        return any(
            item.kind == "static" and self._qualified(item.module) is None
            for item in view.imports.get("", {}).get("*", ())
        )

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
        known = view.known.beyond.get(name, UNASKED)
        if known is UNASKED:
            known = view.known.beyond[name] = self._find_imported(name, view)
        return known

    def _find_imported(self, name: str, view: FileView) -> Value | None:
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
        if dotted not in self._dotted:
            self._dotted[dotted] = self._find_qualified(dotted)
        return self._dotted[dotted]

    def _find_qualified(self, dotted: str) -> Value | None:
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
        del view
        if item.name == "*" or item.kind == "static":
            found = self._qualified(item.module)
        else:
            found = self._qualified(f"{item.module}.{item.name}" if item.name else item.module)
        return found.target if found is not None else None

    def bound(self, binding: Binding, at: Place, depth: int) -> Value | None:
        """Compute the value of a binding; a variadic parameter is an array inside its method."""
        found = super().bound(binding, at, depth)
        if binding.how == "param" and found is not None and found.name != "[]":
            holder = at.view.defs.get(at.scope)
            if holder is not None and any(p.name == binding.name and p.variadic for p in holder.symbol.parameters):
                return external("[]", (found,))
        return found


def _first_type(found: list[Definition] | None) -> Definition | None:
    return next((one for one in found if one.is_type), None) if found else None
