"""Python names by declared types: scopes, imports with re-exports, classes with their bases, attributes assigned in methods, annotations.

Follows the name rules of the language reference 4.2; what only a run could tell (monkey patching, `getattr`) stays unresolved.
"""

from __future__ import annotations

from chunkers.symbol import Argument, Binding, Expr, Reference
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.argument_flow import ArgumentFlow
from graph.resolve.containers import PYTHON_RESULTS
from graph.resolve.python_names import PythonNames, denoted
from graph.resolve.typetext import TypeText
from graph.resolve.unpacking import Unpacking, part_of
from graph.resolve.values import CONFIDENCE, MOST_TARGETS, UNKNOWN, Answer, Place, Value, elements, external, nothing

_WRAPPERS = frozenset({"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "ReadOnly", "Mapped"})
_AWAITABLE = frozenset({"Awaitable", "Coroutine", "Task", "Future"})


class PythonEngine(PythonNames):
    """Resolution for Python."""

    outward = True
    overloads = False
    decorates = True

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._unpacking = Unpacking()
        self._flow: ArgumentFlow | None = None
        self._children: dict[int, list[Definition]] | None = None

    def learn(self, flow: ArgumentFlow) -> None:
        """Take what a first pass found out of arguments; what was unknown may be known now."""
        self._flow = flow
        self._results.clear()
        for view in self.project.views.values():
            if view.language == "python":
                for memo in (view.known.bound, view.known.called, view.known.beyond):
                    memo.clear()

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
                return denoted(inner[-1], "same_scope")
        return (
            self.name(name, Place(at.view, "", at.line), 1)
            if name not in at.view.imports.get(at.scope, {})
            else self.name(name, at, 1)
        )

    def alias_or_instance(self, found: Value, args: tuple[Value | None, ...], depth: int) -> Value | None:
        """Return an instance of the class."""
        del depth
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
        if binding.how == "param" and not binding.type:
            fixture = self.fixture(binding.name, at)
            if fixture is not None:
                return self.result(fixture, None, CONFIDENCE["inferred_return"], depth + 1)
            passed = self.passed(binding, at, depth)
            return passed[0] if len(passed) == 1 else None
        if binding.how in {"module", "unpack", "local"} and binding.value:
            beside = self._unpacking.beside(binding, at.view)
            if len(beside) > 1 or binding.how == "unpack":
                return part_of(self, binding, beside, at, depth)
        found = super().bound(binding, at, depth)
        if binding.how != "with" or found is None or found.target is None:
            return found
        entered = self.of_class(found, "__enter__", depth + 1) or self.of_class(found, "__aenter__", depth + 1)
        if entered is None or entered.target is None:
            return found
        return self.result(entered.target, found, found.trust, depth + 1)

    # -- calls ----------------------------------------------------------------------------------------------------------------------

    def passed(self, binding: Binding, at: Place, depth: int) -> list[Value]:
        """Return what the call sites of its function pass for a parameter."""
        holder = at.view.defs.get(binding.scope)
        if self._flow is None or holder is None or binding.end_line is not None:
            return []
        return self._flow.values(holder, binding.name, depth + 1)

    def fixture(self, name: str, at: Place) -> Definition | None:
        """Return the pytest fixture that a parameter of a test or fixture asks for: of the file, else of the nearest conftest above."""
        holder = at.view.defs.get(at.scope)
        if holder is None or not {"test", "fixture"} & set(holder.symbol.tags):
            return None
        views = [at.view]
        folder = at.view.path
        while "/" in folder:
            folder = folder.rpartition("/")[0]
            conftest = self.project.views.get(f"{folder}/conftest.py")
            views += [conftest] if conftest is not None and conftest is not at.view else []
        root = self.project.views.get("conftest.py")
        for view in [*views, *([root] if root is not None else [])]:
            for one in view.top.get(name, ()):
                if "fixture" in one.symbol.tags and one is not holder:
                    return one
        return None

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the function, method or class a call reaches."""
        del arguments
        if callee[0] == "name":
            found = self.name(str(callee[1]), at, depth + 1)
            missing = "unknown_name"
            if found is UNKNOWN and self._flow is not None:
                return self._any_of(str(callee[1]), at, depth)
        elif callee[0] == "attr":
            receiver = callee[1] if isinstance(callee[1], tuple) else ()
            return self.called_on(self.value(receiver, at, depth + 1), receiver, str(callee[2]), (), at, depth)
        else:
            return nothing("dynamic")
        return self._called(found, missing, depth)

    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return the method or attribute a call reaches."""
        del receiver, arguments
        if holder is None or holder is UNKNOWN:
            return nothing("unknown_receiver")
        if holder.form == "external":
            return nothing("external")
        found = self.member(holder, name, at, depth + 1)
        missing = "unknown_member"
        if found is None and holder.target is not None:
            below = None
            if holder.rule == "self_member" and holder.form == "instance":
                below = self._below(holder.target, name)
            if below:
                return below
            missing = "external" if self.ancestry.is_open(holder.target) else missing
        return self._called(found, missing, depth)

    def _any_of(self, name: str, at: Place, depth: int) -> Answer:
        """Return every callable that some call site passes for the parameter `name`."""
        for scope in at.view.scopes(at.scope):
            bound = at.view.bindings.get(scope, {}).get(name)
            binding = self.nearest(bound, at) if bound else None
            if binding is not None:
                found = self.passed(binding, at, depth) if binding.how == "param" and not binding.type else []
                targets = [(one.target, one.trust, one.rule) for one in found if one.target and one.form != "instance"]
                return Answer(tuple(targets)) if targets else nothing("dynamic")
        return nothing("dynamic")

    def _below(self, holder: Definition, name: str) -> Answer | None:
        """Return the methods that subclasses define where a base class calls what it does not have itself."""
        if self.ancestry.is_open(holder):
            return None
        if self._children is None:
            self._children = {}
            for one in self.project.definitions:
                for parent in self.ancestry.parents(one) if one.is_type and one.view.language == "python" else ():
                    self._children.setdefault(id(parent.target), []).append(one)
        queue: list[Definition] = [holder]
        found: list[Definition] = []
        while queue and len(found) <= MOST_TARGETS:
            for child in self._children.get(id(queue.pop()), ()):
                own = [one for one in child.members.get(name, ()) if one.is_callable]
                found += own[-1:]
                queue += [] if own else [child]
        found = [one for one in dict.fromkeys(found) if one.view.test <= holder.view.test]
        if not found or len(found) > MOST_TARGETS:
            return None
        share = CONFIDENCE["subclass_member"]
        return Answer(tuple((one, share, "subclass_member") for one in found), resolution="dispatch")

    def _called(self, found: Value | None, missing: str, depth: int) -> Answer:
        if found is None:
            return nothing(missing)
        if found.form == "external":
            return nothing("external")
        if found is UNKNOWN or found.target is None:
            return nothing("dynamic")
        if found.form == "instance":
            call = self.of_class(found, "__call__", depth + 1)
            if call is None or call.target is None or call.form != "callable":
                return nothing("dynamic")
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
        del target
        if found is None or found.form != "typevar":
            return found
        if found.name == "Self" and owner is not None and owner.target is not None:
            return Value(
                "instance", owner.target, args=owner.args, rule="chained_return", trust=CONFIDENCE["chained_return"]
            )
        return found.args[0] if found.args else None

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a method of a typed container gives back."""
        del at, depth
        if owner is None or owner.form != "external" or not owner.args:
            return None
        how = PYTHON_RESULTS.get(str(callee[-1]))
        if how == "last":
            return elements(owner)
        if how == "same":
            return owner
        return external("Iterable", (owner.args[-1 if how == "wrap_last" else 0],)) if how else None

    def used(self, reference: Reference, view: FileView) -> Answer:
        """Return what a use names; a decorator is any callable, not only a class."""
        return super().used(reference._replace(kind="value") if reference.kind == "annotation" else reference, view)

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return nothing: `super()` itself is a builtin; the method called on it is a site of its own."""
        del reference, at
        return nothing("external")
