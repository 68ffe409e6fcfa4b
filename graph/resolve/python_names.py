"""Python names: scopes (language reference 4.2.2), modules with re-exports, classes with their bases, attributes assigned in methods.

What only a run could tell (monkey patching, `getattr`) stays unresolved.
"""

from __future__ import annotations

from chunkers.symbol import Binding, Expr, Import
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry, Lineage
from graph.resolve.declared import DEPTH
from graph.resolve.engine import Engine
from graph.resolve.python_modules import PythonModules
from graph.resolve.values import CONFIDENCE, UNASKED, UNKNOWN, Place, Value, external


class PythonNames(Engine):
    """Names and members of Python."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self.modules = PythonModules(project)
        self._attributes: dict[int, dict[str, list[Binding]]] = {}

    # -- names ----------------------------------------------------------------------------------------------------------------------

    def name(self, name: str, at: Place, depth: int) -> Value | None:
        """Return what a bare name denotes: function locals outward, class scope only directly, then the module, then builtins."""
        view = at.view
        for position, scope in enumerate(view.scopes(at.scope)):
            if not scope:
                break
            definition = view.defs.get(scope)
            if definition is not None and definition.is_type and position > 0:
                continue  # names of a class body are invisible to the functions in it
            found = self._local(name, scope, definition, at, depth)
            if found is not None:
                return found
        found = self.module_member(view, name, depth, at.line)
        return found if found is not None else external(f"builtins.{name}") if name in _BUILTINS else None

    def _local(self, name: str, scope: str, definition: Definition | None, at: Place, depth: int) -> Value | None:
        view = at.view
        if definition is not None:
            inner = definition.members.get(name)
            if inner is not None and inner[-1].kind not in {"field", "variable", "constant"}:
                return denoted(inner[-1], "same_scope")
        table, brought = view.bindings.get(scope), view.imports.get(scope)
        bound = table.get(name) if table is not None else None
        imported = brought.get(name) if brought is not None else None
        binding = self.nearest(bound, at) if bound else None
        if binding is not None:
            if binding.how == "param" and not binding.type and definition is not None:
                own = _receiver(name, definition)
                if own is not None:
                    return own
            return self.binding_value(binding, view, depth) or UNKNOWN
        if imported:
            return self.imported(imported[-1], view, depth) or UNKNOWN
        return None

    def module_member(self, view: FileView, name: str, depth: int, line: int = 1 << 30) -> Value | None:
        """Return what `name` denotes at the top of a file: definition, import, variable or a wildcard import's name."""
        table = view.known.beyond
        known = table.get(name, UNASKED)
        if known is UNASKED:
            if depth > DEPTH:
                return None
            table[name] = None
            known = table[name] = self._top(view, name, depth + 1, line)
        return known

    def _top(self, view: FileView, name: str, depth: int, line: int) -> Value | None:
        own = [one for one in view.top.get(name, ()) if one.is_type or one.is_callable]
        if own:
            return denoted(own[-1], "same_scope")
        imported = view.imports.get("", {}).get(name)
        if imported:
            for item in imported:
                found = self.imported(item, view, depth)
                if found is not None and found.form != "external":
                    return found
            return self.imported(imported[0], view, depth) or UNKNOWN
        bound = view.bindings.get("", {}).get(name)
        if bound:
            return self.binding_value(self.nearest(bound, Place(view, "", line)) or bound[-1], view, depth) or UNKNOWN
        for item in view.imports.get("", {}).get("*", ()):
            source = self.modules.find(self.modules.absolute(item.module, view), view)
            if source is not None and not name.startswith("_"):
                found = self.module_member(source, name, depth)
                if found is not None:
                    return Value(
                        found.form,
                        found.target,
                        found.name,
                        found.args,
                        CONFIDENCE["wildcard_import"],
                        "wildcard_import",
                    )
        return None

    def imported(self, item: Import, view: FileView, depth: int) -> Value | None:
        """Return what an import binds."""
        module = self.modules.absolute(item.module, view)
        if item.name is None:
            if item.alias and item.alias != module.split(".")[0]:
                return self._module(module, view)
            return self._module(module.split(".")[0], view)
        source = self.modules.find(module, view)
        if source is not None and source is not view:
            found = self.module_member(source, item.name, depth + 1)
            if found is not None:
                return _imported(found)
        inner = self._module(f"{module}.{item.name}", view)
        if inner is not None and inner.form == "module":
            return inner
        return None if source is not None or self.modules.is_package(module) else external(f"{module}.{item.name}")

    def import_file(self, item: Import, view: FileView) -> FileView | None:
        """Return the module file an import names; a submodule imported by `from package import module` is that module."""
        module = self.modules.absolute(item.module, view)
        if item.name and item.name != "*":
            inner = self.modules.find(f"{module}.{item.name}", view)
            source = self.modules.find(module, view)
            if inner is not None and (source is None or item.name not in source.top):
                return inner
            return source
        return self.modules.find(module, view)

    def import_definition(self, item: Import, view: FileView) -> Definition | None:
        """Return the definition `from m import name` binds, through re-exports."""
        found = self.imported(item, view, 0) if item.name and item.name != "*" else None
        return found.target if found is not None and found.form in {"type", "callable"} else None

    def named_file(self, dotted: str, importer: FileView) -> FileView | None:
        """Return the file of a dotted module name."""
        return self.modules.find(dotted, importer)

    def module_file(self, expr: Expr, at: Place) -> FileView | None:
        """Return the file of a module expression."""
        found = self.value(expr, at)
        return self.modules.find(found.name, at.view) if found is not None and found.form == "module" else None

    def _module(self, dotted: str, view: FileView) -> Value | None:
        if self.modules.find(dotted, view) is not None or self.modules.is_package(dotted):
            return Value("module", None, dotted)
        return external(dotted)

    # -- members --------------------------------------------------------------------------------------------------------------------

    def member(self, holder: Value, name: str, at: Place, depth: int) -> Value | None:
        """Return what `holder.name` denotes."""
        if holder.form == "module":
            return self.of_module(holder.name, name, at.view, depth)
        if holder.form == "external" or holder.target is None:
            return (
                external(f"{holder.name}.{name}") if holder.form == "external" and "." not in holder.name[:0] else None
            )
        return self.of_class(holder, name, depth)

    def of_module(self, module: str, name: str, view: FileView, depth: int) -> Value | None:
        """Return a member of a module or one of its submodules."""
        source = self.modules.find(module, view)
        if source is not None:
            found = self.module_member(source, name, depth + 1)
            if found is not None:
                return _imported(found)
        dotted = f"{module}.{name}"
        if self.modules.find(dotted, view) is not None or self.modules.is_package(dotted):
            return Value("module", None, dotted)
        return None

    def of_class(self, holder: Value, name: str, depth: int) -> Value | None:
        """Return a member of a class, bases included: a method as callable, a property or attribute as the value it holds."""
        target = holder.target
        if target is None or depth > DEPTH:
            return None
        lines = self.ancestry.of(target)
        for position, lineage in enumerate(lines):
            if holder.form == "super" and position == 0:
                continue
            owner = lineage.definition
            found = self._own_member(owner, name, holder, depth)
            if found is not None and found.rule == "assigned_attribute":
                found = self._declared_above(name, lines[position + 1 :], depth) or found
            if found is not None:
                return self.ancestry.fill(found, holder, lineage)
        return None

    def _declared_above(self, name: str, lines: list[Lineage], depth: int) -> Value | None:
        """Return the type a base class declares for an attribute: it holds for what a subclass assigns as well."""
        for lineage in lines:
            for binding in self._assigned(lineage.definition).get(name, ()):
                if binding.type:
                    return self.binding_value(binding, lineage.definition.view, depth + 1) or UNKNOWN
        return None

    def _own_member(self, owner: Definition, name: str, holder: Value, depth: int) -> Value | None:
        known = [
            one
            for one in owner.members.get(name, ())
            if one.kind not in {"field", "variable", "constant", "enum_member"}
        ]
        if known:
            last = known[-1]
            if _is_property(last):
                return (
                    self.result(known[0] if _is_property(known[0]) else last, holder, holder.trust, depth + 1)
                    or UNKNOWN
                )
            return denoted(last, holder.rule, holder)
        if any(one.kind == "enum_member" for one in owner.members.get(name, ())):
            return Value("instance", owner, rule="static_member")
        bound = self._assigned(owner).get(name)
        if not bound:
            field = owner.members.get(name)
            if field and field[0].symbol.type:
                return self.type_value(field[0].symbol.type, owner.view, owner.symbol.qualified)
            return UNKNOWN if field else None
        for binding in sorted(bound, key=lambda one: one.type is None):
            found = self.binding_value(binding, owner.view, depth + 1)
            if found is not None and found is not UNKNOWN:
                if binding.type:
                    return found
                trust = min(found.trust, CONFIDENCE["assigned_attribute"])
                return Value(found.form, found.target, found.name, found.args, trust, "assigned_attribute", found.owner)
        return UNKNOWN

    def _assigned(self, owner: Definition) -> dict[str, list[Binding]]:
        key = id(owner)
        if key not in self._attributes:
            table: dict[str, list[Binding]] = {}
            for name, bound in owner.view.bindings.get(owner.symbol.qualified, {}).items():
                table.setdefault(name.removeprefix("self."), []).extend(bound)
            for group in owner.members.values():
                for one in group:
                    for name, bound in owner.view.bindings.get(one.symbol.qualified, {}).items():
                        if name.startswith("self."):
                            table.setdefault(name[5:], []).extend(bound)
            self._attributes[key] = table
        return self._attributes[key]


def _receiver(name: str, definition: Definition) -> Value | None:
    """Return what the first parameter of a method is: the instance, or the class in a class method."""
    holder, parameters = definition.parent, definition.symbol.parameters
    if holder is None or not holder.is_type or not parameters or parameters[0].name != name:
        return None
    marks = {mark.name for mark in definition.symbol.decorators}
    if "staticmethod" in marks:
        return None
    form = (
        "type"
        if "classmethod" in marks or definition.name in {"__new__", "__init_subclass__", "__class_getitem__"}
        else "instance"
    )
    return Value(form, holder, rule="self_member")


def denoted(definition: Definition, rule: str, owner: Value | None = None) -> Value:
    """Return a definition as the value its name denotes: a type or a callable."""
    form = "type" if definition.is_type else "callable"
    trust = CONFIDENCE.get(rule, 0.97)
    if owner is not None:
        trust = min(owner.trust, trust)
    return Value(form, definition, definition.name, trust=trust, rule=rule, owner=owner)


def _imported(found: Value) -> Value:
    if found.rule != "same_scope":
        return found
    return Value(
        found.form, found.target, found.name, found.args, CONFIDENCE["explicit_import"], "explicit_import", found.owner
    )


def _is_property(definition: Definition) -> bool:
    if definition.kind == "property":
        return True
    names = {decorator.name.rsplit(".", 1)[-1] for decorator in definition.symbol.decorators}
    return bool(names & {"property", "cached_property", "setter", "getter", "hybrid_property"})


_BUILTINS = frozenset(
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate "
    "eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map "
    "max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super "
    "tuple type vars zip __import__ Exception BaseException ValueError TypeError KeyError IndexError AttributeError RuntimeError StopIteration "
    "OSError IOError NotImplementedError ImportError ModuleNotFoundError LookupError AssertionError FileNotFoundError PermissionError "
    "UnicodeError UnicodeDecodeError ArithmeticError ZeroDivisionError OverflowError MemoryError NameError SystemExit KeyboardInterrupt "
    "GeneratorExit StopAsyncIteration TimeoutError ConnectionError Warning UserWarning DeprecationWarning RuntimeWarning FutureWarning "
    "ResourceWarning EOFError RecursionError SyntaxError BlockingIOError InterruptedError IsADirectoryError NotADirectoryError".split()
)
