"""TypeScript and JavaScript by declared types: receivers, class fields, object literals, interface members, promises, JSX components.

A call of an interface's property leads to that property, as the compiler says; overload signatures stand for their implementation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chunkers.symbol import Argument, Binding, Expr, Reference
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.containers import SCRIPT_RESULTS
from graph.resolve.contextual import Contextual
from graph.resolve.declared import DEPTH
from graph.resolve.script_names import ScriptNames
from graph.resolve.typetext import TypeText, read_type
from graph.resolve.values import CONFIDENCE, UNKNOWN, Answer, Place, Value, elements, external, nothing

_TRANSPARENT = frozenset(
    {"Readonly", "Partial", "Required", "NonNullable", "Awaited", "DeepReadonly", "Pick", "Omit", "InstanceType"}
)
_PRIMITIVES = frozenset("string number boolean bigint symbol void never any unknown null undefined object this".split())


class ScriptEngine(ScriptNames):
    """Resolution for TypeScript and JavaScript."""

    outward = True
    overloads = False

    def __init__(self, project: Project, manifests: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(project, manifests)
        self._contextual = Contextual(self)

    def named_type(self, name: str, view: FileView, scope: str) -> Value | None:
        """Return the type a dotted name denotes."""
        first, *rest = name.split(".")
        if first == "this":
            holder = self.enclosing_type(Place(view, scope, 0))
            return Value("typevar", None, "this", (Value("instance", holder, rule="self_member"),)) if holder else None
        if first in _PRIMITIVES:
            return external(first)
        for holder_name in view.scopes(scope):
            definition = view.defs.get(holder_name)
            if definition is None:
                continue
            for parameter, bound in definition.symbol.type_parameters:
                if parameter == first:
                    limit = self.type_value(bound, view, scope) if bound and bound != name else None
                    return Value("typevar", None, first, (limit,))
        found = self._type_at(first, view, scope)
        for part in rest:
            if found is not None and found.form == "module":
                found = self.as_type(self.exported(self.project.views[found.name], part, 1))
            else:
                found = self.member(found, part, Place(view, scope, 1 << 30), 1) if found is not None else None
        return found if found is not None and found.form in {"type", "external", "typevar"} else None

    def type_value(self, text: str, view: FileView, scope: str) -> Value | None:
        """Return an instance of the type written as `text`: the same from every scope that sees the same types."""
        return super().type_value(text, view, view.anchor(scope))

    def _type_at(self, name: str, view: FileView, scope: str) -> Value | None:
        for holder in view.scopes(scope):
            definition = view.defs.get(holder)
            inner = [one for one in definition.members.get(name, ()) if one.is_type] if definition is not None else []
            if inner:
                return self.denoted(inner[-1], "same_scope", 1)
        own = [one for one in view.top.get(name, ()) if one.is_type]
        if own:
            return self.denoted(own[-1], "same_scope", 1)
        return self.as_type(self.top_level(name, view, Place(view, "", 1 << 30), 1))

    def instance_of(self, written: TypeText | None, view: FileView, scope: str, depth: int = 0) -> Value | None:
        """Return an instance of a type, looking through Readonly, Partial and friends."""
        if written is not None and written.args and written.name in _TRANSPARENT:
            return self.instance_of(written.args[0], view, scope, depth + 1)
        return super().instance_of(written, view, scope, depth)

    def alias_or_instance(self, found: Value, args: tuple[Value | None, ...], depth: int) -> Value | None:
        """Return an instance; an alias of an object type is a type of its own, any other alias is what it stands for."""
        target = found.target
        if target is not None and target.kind == "type_alias" and not target.members:
            if not target.symbol.type or depth > DEPTH // 2:
                return None
            inner = self.instance_of(read_type(target.symbol.type), target.view, target.symbol.qualified, depth + 4)
            holder = Value("instance", target, args=args)
            return self.ancestry.fill(inner, holder, self.ancestry.of(target)[0])
        return Value("instance", target, args=args, trust=found.trust)

    def receiver(self, super_: bool, at: Place) -> Value | None:
        """Return `this`: the class around, else the object literal whose method this is."""
        found = super().receiver(super_, at)
        if found is not None:
            return found
        definition = at.view.defs.get(at.scope)
        while definition is not None and definition.parent is not None:
            definition = definition.parent
            if definition.kind in {"variable", "constant", "field"} and definition.members:
                return Value("object", definition, rule="self_member")
        return None

    # members

    def member(self, holder: Value | None, name: str, at: Place, depth: int) -> Value | None:
        """Return what `holder.name` denotes as a value."""
        if holder is None or holder is UNKNOWN:
            return None
        if holder.form == "module":
            return self.as_value(self.exported(self.project.views[holder.name], name, depth + 1), depth)
        if holder.form == "external":
            return external(f"{holder.name}.{name}")
        if holder.form == "typevar":
            return self.member(holder.args[0], name, at, depth + 1) if holder.args and depth <= DEPTH else None
        definition = self.property(holder, name)
        if definition is not None:
            return self._value_of(definition, holder, depth)
        return self._assigned(holder, name, depth)

    def property(self, holder: Value, name: str) -> Definition | None:
        """Return the member definition `name` of a class, interface, object or namespace, supertypes included."""
        if holder.target is None:
            return None
        for position, lineage in enumerate(self.ancestry.of(holder.target)):
            if holder.form == "super" and position == 0:
                continue
            found = lineage.definition.members.get(name)
            if found:
                return (
                    found[0]
                    if len(found) == 1
                    else next(
                        (one for one in reversed(found) if one.is_callable and "setter" not in one.symbol.tags),
                        found[-1],
                    )
                )
        return None

    def _value_of(self, definition: Definition, holder: Value, depth: int) -> Value | None:
        trust = min(holder.trust, 0.97)
        if definition.is_callable:
            if "getter" in definition.symbol.tags:
                return self.result(definition, holder, trust, depth + 1) or UNKNOWN
            return Value("callable", definition, definition.name, trust=trust, rule=holder.rule, owner=holder)
        if definition.is_type or definition.kind == "namespace" or definition.members:
            return self.denoted(definition, "static_member", depth)
        if definition.kind == "enum_member":
            return Value("instance", definition.parent, rule="static_member")
        found: Value | None
        if definition.symbol.type:
            found = self.type_value(definition.symbol.type, definition.view, definition.symbol.container)
        else:
            bound = definition.view.bindings.get(definition.symbol.container, {}).get(definition.name)
            found = self.binding_value(bound[-1], definition.view, depth + 1) if bound else None
        for lineage in self.ancestry.of(holder.target) if holder.target is not None else ():
            if lineage.definition is definition.parent:
                found = self.ancestry.fill(found, holder, lineage)
        return found or self._assigned(holder, definition.name, depth) or UNKNOWN

    def _assigned(self, holder: Value, name: str, depth: int) -> Value | None:
        """Return the value that a method of the class assigns to `this.name`."""
        if holder.target is None or not holder.target.is_type:
            return None
        for lineage in self.ancestry.of(holder.target):
            for binding, view in self._attributes.of(lineage.definition, name):
                found = self.binding_value(binding, view, depth + 1)
                if found is not None and found is not UNKNOWN:
                    trust = found.trust if binding.type else min(found.trust, CONFIDENCE["assigned_attribute"])
                    return Value(
                        found.form, found.target, found.name, found.args, trust, "assigned_attribute", found.owner
                    )
        return None

    # calls

    def callees(self, callee: Expr, arguments: tuple[Argument, ...] | int, at: Place, depth: int) -> Answer:
        """Return the function, method or property a call reaches."""
        del arguments
        if callee[0] == "name":
            found, missing = self.name(str(callee[1]), at, depth + 1), "unknown_name"
        elif callee[0] == "attr":
            receiver = callee[1] if isinstance(callee[1], tuple) else ()
            return self.called_on(self.value(receiver, at, depth + 1), receiver, str(callee[2]), (), at, depth)
        else:
            return nothing("dynamic")
        return _reached(found, missing)

    def called_on(
        self,
        holder: Value | None,
        receiver: Expr,
        name: str,
        arguments: tuple[Argument, ...] | int,
        at: Place,
        depth: int,
    ) -> Answer:
        """Return the method or property a call reaches."""
        del receiver, arguments
        if holder is not None and holder.form == "typevar":
            holder = holder.args[0] if holder.args else None
        if holder is None or holder is UNKNOWN:
            return nothing("unknown_receiver")
        declared = self.property(holder, name)
        if declared is not None and declared.kind in {"field", "property"} and not declared.members:
            return Answer(((declared, min(holder.trust, 0.97), holder.rule),))
        found = self.member(holder, name, at, depth + 1)
        missing = "unknown_member"
        if found is None and holder.target is not None and self.ancestry.is_open(holder.target):
            missing = "external"
        return _reached(found, missing)

    def result(self, target: Definition, owner: Value | None, trust: float, depth: int) -> Value | None:
        """Return the value of a call; a property of a function type gives its result."""
        if target.kind in {"field", "property"} and owner is not None:
            held = self._value_of(target, owner, depth)
            return held.args[0] if held is not None and held.name == "->" and held.args else None
        return super().result(target, owner, trust, depth)

    def substituted(self, found: Value | None, target: Definition, owner: Value | None) -> Value | None:
        """Return `found` with `this` and the owner's type arguments filled in."""
        if (
            found is not None
            and found.form == "typevar"
            and found.name == "this"
            and owner is not None
            and owner.target is not None
        ):
            return Value(
                "instance", owner.target, args=owner.args, rule="chained_return", trust=CONFIDENCE["chained_return"]
            )
        if owner is not None and owner.target is not None:
            for lineage in self.ancestry.of(owner.target):
                if lineage.definition is target.parent:
                    return self.ancestry.fill(found, owner, lineage)
        return found if found is None or found.form != "typevar" else (found.args[0] if found.args else None)

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a method of an array, map or promise gives back."""
        del at, depth
        if owner is None or owner.form != "external" or not owner.args:
            return None
        how = SCRIPT_RESULTS.get(str(callee[-1]))
        if how == "last":
            return elements(owner)
        if how == "same":
            return owner
        return external("Array", (owner.args[-1 if how == "wrap_last" else 0],)) if how else None

    def bound(self, binding: Binding, at: Place, depth: int) -> Value | None:
        """Compute the value of a binding; the variables of `for (const x of ..)` are elements, destructured ones their own property."""
        if binding.type and binding.type.strip().endswith("[]") and binding.how == "param":
            return self.type_value(binding.type, at.view, at.scope)
        found = super().bound(binding, at, depth)
        if found is None and binding.how == "param" and not binding.type:
            return self._contextual.value(binding, at)
        return found

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return the constructor that `super(..)` reaches: of the nearest base that has one."""
        del reference
        holder = self.enclosing_type(at)
        for lineage in self.ancestry.of(holder)[1:] if holder is not None else ():
            built = lineage.definition.members.get("constructor")
            if built and built[0].kind == "constructor":
                return Answer(((built[-1], CONFIDENCE["constructor_chain"], "constructor_chain"),))
        return nothing("external" if holder is None or self.ancestry.is_open(holder) else "implicit_constructor")


def _reached(found: Value | None, missing: str) -> Answer:
    if found is None:
        return nothing(missing)
    if found.form == "external":
        return nothing("external")
    if found.target is None or found.form not in {"callable", "type"}:
        return nothing("dynamic")
    return Answer(((found.target, found.trust, found.rule),))
