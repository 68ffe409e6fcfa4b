"""Languages without an engine of their own: same scope, same file, same package, imports by name, declared receiver types.

Gives less than a language's own engine, and nothing it cannot read from declarations.
"""

from __future__ import annotations

from chunkers.symbol import Argument, Expr, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.attributes import Attributes
from graph.resolve.engine import Engine
from graph.resolve.surroundings import Surroundings
from graph.resolve.typetext import TypeText
from graph.resolve.values import CONFIDENCE, MOST_TARGETS, UNKNOWN, Answer, Place, Value, external, nothing
from graph.resolve.wrappers import KEEPING, OPENED, OPENING, POINTERS, last

_OWN_TYPE = frozenset({"Self", "self", "static"})
_NONE: frozenset[str] = frozenset()


class PlainEngine(Engine):
    """Resolution by scope, file, package and declared types."""

    anchored = False  # a type may be bound like any name
    by_holder = False

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self._around = Surroundings(project)
        self._attributes = Attributes()

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes."""
        view = at.view
        for scope in view.scopes(at.scope):
            bound = view.bindings.get(scope, {}).get(name)
            definition = view.defs.get(scope)
            binding = (
                self.nearest(bound, at)
                if bound and scope and not (definition is not None and definition.is_type)
                else None
            )
            if binding is not None:
                return self.binding_value(binding, view, depth) or UNKNOWN
            if definition is not None:
                found = self._inner(definition, name, depth)
                if found is not None:
                    return found
        top = view.top.get(name)
        if top:
            return self._denoted(top[0], "same_scope", depth)
        bound = view.bindings.get("", {}).get(name)
        if bound:
            return self.binding_value(self.nearest(bound, at) or bound[-1], view, depth) or UNKNOWN
        return self._beyond(name, view, depth)

    def _inner(self, definition: Definition, name: str, depth: int) -> Value | None:
        if not definition.is_type:
            inner = definition.members.get(name)
            return self._denoted(inner[0], "same_scope", depth) if inner else None
        for lineage in self.ancestry.of(definition):
            inner = lineage.definition.members.get(name)
            if inner:
                return self._denoted(inner[0], "self_member", depth)
        return None

    def _beyond(self, name: str, view: FileView, depth: int) -> Value | None:
        if view.language == "rust":
            module = self._module(name, view)
            if module is not None:
                return module
        for item in view.imports.get("", {}).get(name, ()):
            found = self.import_definition(item, view)
            if found is None:
                return external(f"{item.module}.{item.name or name}")
            return self._denoted(found, "explicit_import", depth)
        seen = self._around.find(name, view)
        return self._denoted(seen[0], seen[1], depth) if seen is not None else None

    def _module(self, name: str, view: FileView) -> Value | None:
        """Return the Rust module that a first path segment names: `crate`, `super`, a child, one that is imported."""
        rust = self._around.rust
        paths = [
            [part for part in f"{item.module}::{item.name or ''}".split("::") if part]
            for item in view.imports.get("", {}).get(name, ())
        ]
        for path in paths or [[name]]:
            if rust.definition(path, view) is None:
                found = rust.file(path, view)
                if found is not None:
                    return Value("module", None, found.path, rule="module_member")
        return None

    def _in_module(self, holder: Value, name: str, depth: int) -> Value | None:
        view = self.project.views[holder.name]
        found = self._around.rust.definition(["self", name], view) if name != "super" else None
        if found is not None:
            return self._denoted(found, "module_member", depth)
        inner = self._around.rust.file(["self", name] if name != "super" else [name], view)
        return Value("module", None, inner.path, rule="module_member") if inner is not None else None

    def _denoted(self, definition: Definition, rule: str, depth: int) -> Value | None:
        del depth
        trust = CONFIDENCE[rule]
        if definition.is_type:
            return Value("type", definition, definition.name, trust=trust, rule=rule)
        if definition.is_callable:
            return Value("callable", definition, definition.name, trust=trust, rule=rule)
        if definition.symbol.type:
            return self.type_value(definition.symbol.type, definition.view, definition.symbol.container) or UNKNOWN
        return UNKNOWN

    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return a member of a type or instance."""
        del at
        if holder.form == "module":
            return self._in_module(holder, name, depth)
        if holder.form == "external":
            return external(f"{holder.name}.{name}")
        if holder.target is None:
            return None
        for position, lineage in enumerate(self.ancestry.of(holder.target)):
            if holder.form == "super" and position == 0:
                continue
            found = lineage.definition.members.get(name) or lineage.definition.members.get(f"${name}")
            value = self._denoted(found[0], "declared_receiver", depth) if found else None
            if value is None or value is UNKNOWN:
                value = self._assigned(lineage.definition, name, depth) or value
            if value is not None:
                return Value(
                    value.form, value.target, value.name, value.args, min(value.trust, holder.trust), holder.rule
                )
        return None

    def _assigned(self, owner: Definition, name: str, depth: int) -> Value | None:
        """Return what the methods of a class assign to an attribute, when they agree."""
        found: Value | None = None
        for binding, view in self._attributes.of(owner, name):
            one = self.binding_value(binding, view, depth + 1)
            if one is None or one is UNKNOWN or (found is not None and one.target is not found.target):
                return None
            found = one
        return found

    def type_value(self, text: str, view: FileView, scope: str) -> Value | None:
        """Return an instance of a type; `static` and `self` alone stand for the type around them."""
        own = self._enclosing(view, scope) if text.lstrip("?") in _OWN_TYPE else None
        return self.alias_or_instance(own, (), 0) if own is not None else super().type_value(text, view, scope)

    def instance_of(self, written: TypeText | None, view: FileView, scope: str, depth: int = 0) -> Value | None:
        """Return an instance of a type; a smart pointer stands for what it points to."""
        found = super().instance_of(written, view, scope, depth)
        if written is None or not written.args or (found is not None and found.target is not None):
            return found
        pointers = POINTERS.get(view.language or "", _NONE)
        if last(written.name) in pointers:
            return self.instance_of(written.args[0], view, scope, depth + 1)
        opened = OPENED.get(view.language or "", _NONE)
        if found is None and last(written.name) in opened:
            args = tuple(self.instance_of(arg, view, scope, depth + 1) for arg in written.args)
            return external(written.name, args)
        return found

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what comes out of an optional value, or the value again."""
        del depth
        method = str(callee[2]) if callee[0] == "attr" else ""
        if owner is None or last(owner.name) not in OPENED.get(at.view.language or "", _NONE):
            return None
        return owner.args[0] if method in OPENING and owner.args else owner if method in KEEPING else None

    def awaited(self, value: Value | None) -> Value | None:
        """Return what `?` takes out of an optional value; languages without one have promises."""
        if value is not None and value.form == "external" and value.args and last(value.name) in OPENED["rust"]:
            return value.args[0]
        return super().awaited(value)

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the type a dotted name denotes."""
        first, *rest = name.split(".")
        own = self._enclosing(view, scope) if first in _OWN_TYPE else None
        found = own or self.name(first, Place(view, scope, 1 << 30), 1)
        for part in rest:
            found = (
                self.member(found, part, Place(view, scope, 1 << 30), 1)
                if found is not None and found is not UNKNOWN
                else None
            )
        return found if found is not None and found.form in {"type", "external", "typevar"} else None

    def _enclosing(self, view: FileView, scope: str) -> Value | None:
        """Return the type around a scope: what `Self`, `self` and `static` name there."""
        for name in view.scopes(scope):
            holder = view.defs.get(name)
            found = holder if holder is None or holder.is_type else holder.parent
            if found is not None and found.is_type:
                return self._denoted(found, "same_scope", 0)
        return None

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the callable or type a call reaches; several of one name and arity are an unresolved overload."""
        if callee[0] == "name":
            found = self.name(str(callee[1]), at, depth + 1)
        elif callee[0] == "attr":
            if callee[2] == "new" and at.view.language == "ruby":
                return self._made(callee[1] if isinstance(callee[1], tuple) else (), at, depth)
            receiver = callee[1] if isinstance(callee[1], tuple) else ()
            holder = self.value(receiver, at, depth + 1)
            return self.called_on(holder, receiver, str(callee[2]), arguments, at, depth)
        else:
            return nothing("dynamic")
        return self._reached(found, arguments)

    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return the member a call reaches."""
        del receiver
        if holder is None or holder is UNKNOWN:
            return nothing("unknown_receiver")
        found = self.member(holder, name, at, depth + 1)
        if found is None:
            outside = holder.target is None or self.ancestry.is_open(holder.target)
            return nothing("external" if outside else "unknown_member")
        return self._reached(found, arguments)

    def _reached(self, found: Value | None, arguments: tuple[Argument, ...] | int) -> Answer:
        if found is None:
            return nothing("unknown_name")
        if found.form == "external":
            return nothing("external")
        if found.target is None or found.form == "instance":
            return nothing("dynamic")
        return self._overloads(found, arguments)

    def _made(self, named: Expr, at: Place, depth: int) -> Answer:
        """Return the class that Ruby's `Name.new` makes."""
        found = self.value(named, at, depth + 1)
        if found is None or found.form != "type" or found.target is None:
            return nothing("external" if found is not None and found.form == "external" else "unknown_receiver")
        return Answer(((found.target, found.trust, found.rule),))

    def _overloads(self, found: Value, arguments: tuple[Argument, ...] | int) -> Answer:
        target = found.target
        if target is None:
            return nothing("dynamic")
        same = target.parent.members.get(target.name, [target]) if target.parent is not None else [target]
        count = arguments if isinstance(arguments, int) else len(arguments)
        fitting = [one for one in same if one.is_callable and _takes(one, count)]
        if target.view.language == "cpp" and target.is_callable:
            if target.is_test:
                return nothing("unknown_name")  # the name of a test is no name of its program
            if not fitting and "macro" not in target.symbol.tags:
                return nothing("no_overload")
        if len(fitting) <= 1 or not target.is_callable:
            return Answer((((fitting or [target])[0], found.trust, found.rule),))
        share = CONFIDENCE["overload_tie"] / len(fitting)
        return (
            Answer(tuple((one, share, "overload_tie") for one in fitting), resolution="overload")
            if len(fitting) <= MOST_TARGETS
            else nothing("ambiguous")
        )

    def import_definition(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition an import of `package.Name` binds."""
        return self._around.imported(item, view)

    def import_file(self, item: Import, view: FileView) -> FileView | None:
        """Return the file an include or a relative require names."""
        return self._around.included(item, view) if item.kind in {"include", "require"} else None


def _takes(definition: Definition, count: int) -> bool:
    parameters = [one for one in definition.symbol.parameters if one.name not in {"self", "&self", "this"}]
    if parameters and parameters[-1].variadic:
        return count >= len(parameters) - 1
    return sum(1 for one in parameters if not one.default) <= count <= len(parameters)
