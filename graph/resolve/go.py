"""Go names by declared types: package scope over all files, imports by path, methods and embedding, multi-value results, ranges.

Follows the scoping of the language specification; a call through an interface leads to the interface's method, dispatch is another edge.
"""

from __future__ import annotations

import re

from chunkers.symbol import Argument, Binding, Expr, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.engine import Engine
from graph.resolve.go_results import unnamed
from graph.resolve.typetext import read_type
from graph.resolve.values import CONFIDENCE, UNASKED, UNKNOWN, Answer, Place, Value, elements, external, nothing

_BASIC = frozenset(
    "bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 complex64 complex128 error any "
    "comparable".split()
)
_BUILTIN = frozenset(
    "append cap clear close complex copy delete imag len make max min new panic print println real recover".split()
)
_VERSION = re.compile(r"^v\d+$")
_CONTAINERS = frozenset({"[]", "map", "->", "()"})


class GoEngine(Engine):
    """Resolution for Go."""

    outward = True
    overloads = False

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self._lines: dict[tuple[int, str], dict[tuple[int, str], list[Binding]]] = {}

    # names

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes: local, package-level definition, import, predeclared."""
        for scope in at.view.scopes(at.scope):
            bound = at.view.bindings.get(scope, {}).get(name) if scope else None
            binding = self.nearest(bound, at) if bound and bound[0].how != "field" else None
            if binding is not None:
                return self.binding_value(binding, at.view, depth) or UNKNOWN
        return self._global(name, at.view, depth)

    def _global(self, name: str, view: FileView, depth: int) -> Value | None:
        table = view.known.beyond
        known = table.get(name, UNASKED)
        if known is UNASKED:
            table[name] = None
            known = table[name] = self._package_level(name, view, depth)
        return known

    def _package_level(self, name: str, view: FileView, depth: int) -> Value | None:
        found = self.project.types.get(("go", view.container), {}).get(name)
        if found:
            own = (
                [one for one in found if one.view is view]
                or [one for one in found if one.view.test <= view.test]
                or found
            )
            return self._denoted(own[0], "same_scope" if own[0].view is view else "same_package", depth)
        for item in view.imports.get("", {}).get(name, ()):
            return self._imported(item)
        for local, items in view.imports.get("", {}).items():
            if local == items[0].module and _last(items[0].module) == name:
                return self._imported(items[0])
        return external(name) if name in _BUILTIN or name in _BASIC else None

    def _imported(self, item: Import) -> Value:
        if ("go", item.module) in self.project.containers:
            return Value("module", None, item.module)
        return external(item.module)

    def _denoted(self, found: Definition, rule: str, depth: int) -> Value:
        trust = CONFIDENCE[rule]
        if found.is_type:
            return Value("type", found, trust=trust, rule=rule)
        if found.is_callable:
            return Value("callable", found, trust=trust, rule=rule)
        if found.symbol.type:
            return self.type_value(found.symbol.type, found.view, "") or UNKNOWN
        bound = found.view.bindings.get("", {}).get(found.name)
        return (self.binding_value(bound[0], found.view, depth) if bound else None) or UNKNOWN

    def bound(self, binding: Binding, at: Place, depth: int) -> Value | None:
        """Compute the value of a binding: the place in a multi-value result, the element of a range, a variadic slice."""
        if binding.type:
            found = super().bound(binding, at, depth)
            holder = at.view.defs.get(at.scope)
            spread = (
                binding.how == "param"
                and holder is not None
                and any(p.variadic and p.name == binding.name for p in holder.symbol.parameters)
            )
            return external("[]", (found,)) if spread else found
        if binding.how not in {"unpack", "for"} or binding.value is None:
            return super().bound(binding, at, depth)
        position, several = self._position(binding, at.view)
        found = self.value(binding.value, at, depth)
        if binding.how == "for":
            element = found is not None and (position == 1 or (not several and found.name == "chan"))
            return elements(self._underlying(found)) if element else external("int")
        if found is not None and found.name == "()":
            return found.args[position] if position < len(found.args) else None
        return found if position == 0 else external("bool")

    def _position(self, binding: Binding, view: FileView) -> tuple[int, bool]:
        """Return the place of a binding among those of its statement, and whether there are several."""
        key = (id(view), binding.scope)
        if key not in self._lines:
            lines: dict[tuple[int, str], list[Binding]] = {}
            for group in view.bindings.get(binding.scope, {}).values():
                for one in group:
                    lines.setdefault((one.line, one.how), []).append(one)
            self._lines[key] = lines
        row = sorted(self._lines[key][binding.line, binding.how], key=lambda one: one.column or 0)
        together = [one for one in row if one.value == binding.value]
        return next((at for at, one in enumerate(together) if one is binding), 0), len(together) > 1

    def either(self, left: Value | None, right: Value | None, form: str) -> Value | None:
        """Return nothing for operators: their operands are numbers or text."""
        return None if form == "binary" else super().either(left, right, form)

    # types and members

    def type_value(self, text: str, view: FileView, scope: str) -> Value | None:
        """Return an instance of a type; of a result list, what it gives in order."""
        return super().type_value(unnamed(text), view, scope)

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the type a possibly qualified name denotes."""
        first, _, rest = name.partition(".")
        if not rest:
            for holder in view.scopes(scope):
                definition = view.defs.get(holder)
                if definition is not None and any(
                    parameter == first for parameter, _ in definition.symbol.type_parameters
                ):
                    return Value("typevar", None, first, (None,))
        found = self._global(first, view, 1)
        if rest and found is not None:
            found = self.member(found, rest, Place(view, scope, 0), 1)
        return found if found is not None and found.form in {"type", "external"} else None

    def alias_or_instance(self, found: Value, args: tuple[Value | None, ...], depth: int) -> Value | None:
        """Return an instance of a named type; it keeps its own methods and the elements of what it stands for."""
        del depth
        return Value("instance", found.target, args=args, trust=0.97)

    def _underlying(self, value: Value | None) -> Value | None:
        if value is None or value.target is None or value.args or not value.target.symbol.type:
            return value
        written = read_type(value.target.symbol.type)
        return (
            self.instance_of(written, value.target.view, "")
            if written is not None and written.name in _CONTAINERS
            else value
        )

    def other_value(self, expr: Expr, at: Place, depth: int) -> Value | None:
        """Return the value of an index: the element of what a named slice or map stands for."""
        if expr[0] == "index":
            inner = expr[1] if isinstance(expr[1], tuple) else ()
            return elements(self._underlying(self.value(inner, at, depth + 1)))
        return super().other_value(expr, at, depth)

    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return a package member, field or method, embedded ones included."""
        del at
        if holder.form == "module":
            found = [one for one in self.project.types.get(("go", holder.name), {}).get(name, ()) if not one.view.test]
            return self._denoted(found[0], "explicit_import", depth) if found and name[:1].isupper() else None
        if holder.form == "external":
            return external(f"{holder.name}.{name}")
        if holder.target is None:
            return None
        for lineage in self.ancestry.of(holder.target):
            for one in lineage.definition.members.get(name, ()):
                if one.is_callable:
                    return Value("callable", one, trust=min(holder.trust, 0.97), rule=holder.rule, owner=holder)
                if one.symbol.type:
                    value = self.type_value(one.symbol.type, one.view, one.symbol.container)
                    return self.ancestry.fill(value, holder, lineage) or UNKNOWN
        return None

    # calls

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the function or method a call reaches; a conversion reaches nothing."""
        del arguments
        if callee[0] == "name":
            found, missing = self.name(str(callee[1]), at, depth + 1), "unknown_name"
        elif callee[0] == "attr":
            receiver = callee[1] if isinstance(callee[1], tuple) else ()
            return self.called_on(self.value(receiver, at, depth + 1), receiver, str(callee[2]), (), at, depth)
        else:
            return nothing("dynamic")
        return self._reached(found, missing)

    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return the package member or method a call reaches."""
        del receiver, arguments
        if holder is None or holder is UNKNOWN or holder.form == "typevar":
            return nothing("unknown_receiver")
        found = self.member(holder, name, at, depth + 1)
        missing = "unknown_member"
        if found is None and holder.target is not None and self.ancestry.is_open(holder.target):
            missing = "external"
        return self._reached(found, missing)

    def _reached(self, found: Value | None, missing: str) -> Answer:
        if found is None:
            return nothing(missing)
        if found.form == "external":
            return nothing("external")
        if found.form == "callable" and found.target is not None:
            return Answer(((found.target, found.trust, found.rule),))
        return nothing("conversion" if found.form == "type" else "dynamic")

    def result_of_call(self, callee: Expr, argc: int, at: Place, depth: int) -> Value | None:
        """Return the result of a call, of a conversion `T(x)`, of `new(T)` and of a function value."""
        if callee and callee[0] == "name":
            found = self.name(str(callee[1]), at, depth + 1)
            if found is not None and found.form == "type":
                return Value("instance", found.target, trust=found.trust, rule="constructed_receiver")
            if found is not None and found.name == "->":
                return found.args[0]
        elif callee and callee[0] == "attr":
            holder = self.value(callee[1] if isinstance(callee[1], tuple) else (), at, depth + 1)
            found = (
                self.member(holder, str(callee[2]), at, depth + 1)
                if holder is not None and holder is not UNKNOWN
                else None
            )
            if found is not None and found.form == "type":
                return Value("instance", found.target, trust=found.trust, rule="constructed_receiver")
            if found is not None and found.name == "->":
                return found.args[0]
        return super().result_of_call(callee, argc, at, depth)

    def import_package(self, item: Import, view: FileView) -> str | None:
        """Return the repository package that an import path names."""
        del view
        return item.module if ("go", item.module) in self.project.containers else None


def _last(module: str) -> str:
    """Return the package name an import path suggests: its last element, without a version suffix."""
    parts = module.split("/")
    last = parts[-2] if len(parts) > 1 and _VERSION.match(parts[-1]) else parts[-1]
    return last.partition(".")[0].removeprefix("go-")
