"""Python names by declared types: scopes, imports with re-exports, classes with their bases, attributes assigned in methods, annotations.

Follows the name rules of the language reference 4.2; what only a run could tell (monkey patching, `getattr`) stays unresolved.
"""

from __future__ import annotations

from chunkers.symbol import Argument, Binding, Expr, Import, Reference
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.ancestry import Ancestry
from graph.resolve.containers import PYTHON_RESULTS
from graph.resolve.engine import DEPTH, UNKNOWN, Engine
from graph.resolve.python_modules import PythonModules
from graph.resolve.typetext import TypeText
from graph.resolve.values import CONFIDENCE, Answer, Place, Value, elements, external

_WRAPPERS = frozenset({"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Mapped"})
_AWAITABLE = frozenset({"Awaitable", "Coroutine", "Task", "Future"})
_FUNCTION_SCOPED = frozenset({"function", "method", "constructor", "test_case", "property"})


class PythonEngine(Engine):
    """Resolution for Python."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.ancestry = Ancestry(self)
        self.modules = PythonModules(project)
        self._module_members: dict[tuple[int, str], Value | None] = {}
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
            if inner and inner[-1].kind not in {"field", "variable", "constant"}:
                return _denoted(inner[-1], "same_scope")
        bound = view.bindings.get(scope, {}).get(name)
        imported = view.imports.get(scope, {}).get(name)
        if bound:
            return self.binding_value(self.nearest(bound, at.line), view, depth) or UNKNOWN
        if imported:
            return self.imported(imported[-1], view, depth) or UNKNOWN
        return None

    def module_member(self, view: FileView, name: str, depth: int, line: int = 1 << 30) -> Value | None:
        """Return what `name` denotes at the top of a file: definition, import, variable or a wildcard import's name."""
        key = (id(view), name)
        if key not in self._module_members:
            if depth > DEPTH:
                return None
            self._module_members[key] = None
            self._module_members[key] = self._top(view, name, depth + 1, line)
        return self._module_members[key]

    def _top(self, view: FileView, name: str, depth: int, line: int) -> Value | None:
        own = [one for one in view.top.get(name, ()) if one.is_type or one.is_callable]
        if own:
            return _denoted(own[-1], "same_scope")
        imported = view.imports.get("", {}).get(name)
        if imported:
            for item in imported:
                found = self.imported(item, view, depth)
                if found is not None and found.form != "external":
                    return found
            return self.imported(imported[0], view, depth) or UNKNOWN
        bound = view.bindings.get("", {}).get(name)
        if bound:
            return self.binding_value(self.nearest(bound, line), view, depth) or UNKNOWN
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
            if found is not None:
                return self.ancestry.fill(found, holder, lineage)
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
                return self.result(last, holder, holder.trust, depth + 1) or UNKNOWN
            return _denoted(last, holder.rule, holder)
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

    # -- types ----------------------------------------------------------------------------------------------------------------------

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the class a dotted annotation names."""
        at = Place(view, scope, 1 << 30)
        parts = name.split(".")
        if parts[-1] == "Self":
            holder = self.enclosing_type(at)
            return Value("typevar", None, "Self", (Value("instance", holder, rule="self_member"),)) if holder else None
        found = self._annotated(parts[0], at)
        for part in parts[1:]:
            if found is None or found is UNKNOWN:
                return None
            found = self.member(found, part, at, 1)
        if found is None or found.form not in {"type", "external", "typevar"}:
            return found if found is not None and found.form == "instance" and found.rule == "alias" else None
        return found

    def _annotated(self, name: str, at: Place) -> Value | None:
        for scope in at.view.scopes(at.scope):
            definition = at.view.defs.get(scope)
            if definition is None:
                continue
            if any(parameter == name for parameter, _ in definition.symbol.type_parameters):
                return Value("typevar", None, name, (None,))
            inner = [one for one in definition.members.get(name, ()) if one.is_type]
            if inner:
                return _denoted(inner[-1], "same_scope")
        return (
            self.name(name, Place(at.view, "", at.line), 1)
            if name not in at.view.imports.get(at.scope, {})
            else self.name(name, at, 1)
        )

    def alias_or_instance(self, found: Value, args: tuple[Value | None, ...], depth: int) -> Value | None:
        """Return an instance of the class."""
        return Value("instance", found.target, args=args, trust=0.97)

    def instance_of(self, written: TypeText | None, view: FileView, scope: str, depth: int = 0) -> Value | None:
        """Return an instance of an annotation, looking through Optional, Annotated, Type and friends."""
        if written is not None and written.args:
            short = written.name.rsplit(".", 1)[-1]
            if short in _WRAPPERS:
                return self.instance_of(written.args[0], view, scope, depth + 1)
            if short in {"Type", "type"}:
                inner = self.instance_of(written.args[0], view, scope, depth + 1)
                return (
                    Value("type", inner.target, trust=inner.trust)
                    if inner is not None and inner.target is not None
                    else None
                )
            if short == "Union":
                kept = [arg for arg in written.args if arg is None or arg.name != "None"]
                return self.instance_of(kept[0], view, scope, depth + 1) if len(kept) == 1 else None
        return super().instance_of(written, view, scope, depth)

    def awaited(self, value: Value | None) -> Value | None:
        """Return what awaiting gives: coroutines are typed by what they return already."""
        if (
            value is not None
            and value.form == "external"
            and value.args
            and value.name.rsplit(".", 1)[-1] in _AWAITABLE
        ):
            return value.args[-1]
        return value

    def bound(self, binding: Binding, at: Place, depth: int) -> Value | None:
        """Compute the value of a binding: `with` gives what `__enter__` returns."""
        found = super().bound(binding, at, depth)
        if binding.how != "with" or found is None or found.target is None:
            return found
        entered = self.of_class(found, "__enter__", depth + 1) or self.of_class(found, "__aenter__", depth + 1)
        if entered is None or entered.target is None:
            return found
        return self.result(entered.target, found, found.trust, depth + 1)

    # -- calls ----------------------------------------------------------------------------------------------------------------------

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the function, method or class a call reaches."""
        if callee[0] == "name":
            found = self.name(str(callee[1]), at, depth + 1)
            missing = "unknown_name"
        elif callee[0] == "attr":
            receiver = callee[1] if isinstance(callee[1], tuple) else ()
            holder = self.value(receiver, at, depth + 1)
            if holder is None or holder is UNKNOWN:
                return Answer(reason="unknown_receiver")
            if holder.form == "external":
                return Answer(reason="external")
            found = self.member(holder, str(callee[2]), at, depth + 1)
            missing = (
                "external" if holder.target is not None and self.ancestry.is_open(holder.target) else "unknown_member"
            )
        else:
            return Answer(reason="dynamic")
        return self._called(found, missing, depth)

    def _called(self, found: Value | None, missing: str, depth: int) -> Answer:
        if found is None:
            return Answer(reason=missing)
        if found.form == "external":
            return Answer(reason="external")
        if found is UNKNOWN or found.target is None:
            return Answer(reason="dynamic")
        if found.form == "instance":
            call = self.of_class(found, "__call__", depth + 1)
            if call is None or call.target is None or call.form != "callable":
                return Answer(reason="dynamic")
            return Answer(((call.target, min(found.trust, 0.95), "declared_receiver"),))
        return Answer(((found.target, found.trust, found.rule),))

    def result(self, target: Definition, owner: Value | None, trust: float, depth: int) -> Value | None:
        """Return the value of a call; context manager decorators and coroutines keep what they yield or return."""
        found = super().result(target, owner, trust, depth)
        if found is None or found.form != "external" or not found.args:
            return found
        if any(one.name.rsplit(".", 1)[-1].endswith("contextmanager") for one in target.symbol.decorators):
            return found.args[0]
        return found

    def substituted(self, found: Value | None, target: Definition, owner: Value | None) -> Value | None:
        """Return `found` with `Self` and the owner's type arguments filled in."""
        if found is None or found.form != "typevar":
            return found
        if found.name == "Self" and owner is not None and owner.target is not None:
            return Value(
                "instance", owner.target, args=owner.args, rule="chained_return", trust=CONFIDENCE["chained_return"]
            )
        return found.args[0] if found.args else None

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a method of a typed container gives back."""
        if owner is None or owner.form != "external" or not owner.args:
            return None
        how = PYTHON_RESULTS.get(str(callee[-1]))
        if how == "last":
            return elements(owner)
        if how == "same":
            return owner
        return external("Iterable", (owner.args[-1 if how == "wrap_last" else 0],)) if how else None

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return nothing: `super()` itself is a builtin; the method called on it is a site of its own."""
        return Answer(reason="external")


def _denoted(definition: Definition, rule: str, owner: Value | None = None) -> Value:
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
