"""Calls of the JVM languages: the methods that a receiver, or the scopes around a bare name, offer, and which of them a site means.

Follows JLS 15.12: what the number of arguments decides is told once for each holder, name and number; the types of the arguments are asked only
where several methods remain.
"""

from __future__ import annotations

from typing import NamedTuple

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.project import Project
from graph.resolve.extensions import extensions, imported_functions
from graph.resolve.java_members import JavaMembers
from graph.resolve.overloads import Arguments, Given, argument_values, best_of, fitting_number
from graph.resolve.values import CONFIDENCE, MOST_TARGETS, UNKNOWN, Answer, Place, Value, nothing

_Key = tuple[int | str | float, ...]


class Tied(NamedTuple):
    """Several methods that take so many arguments, and how they were found: only the types of the arguments can tell."""

    fitting: tuple[Definition, ...]
    rule: str
    trust: float
    holder: Definition | None


class JavaCalls(JavaMembers):
    """What call sites reach."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._told: dict[_Key, Answer | Tied] = {}
        self._best: dict[tuple[tuple[Definition, ...], tuple[Given, ...]], list[Definition]] = {}

    def callees(self, callee: Expr, arguments: Arguments, at: Place, depth: int) -> Answer:
        """Return the method a call reaches."""
        name = str(callee[-1])
        if callee[0] == "name":
            return self._bare_call(name, arguments, at, depth)
        if callee[0] != "attr":
            return nothing("dynamic")
        receiver = callee[1] if isinstance(callee[1], tuple) else ()
        return self.called_on(self.value(receiver, at, depth + 1), receiver, name, arguments, at, depth)

    def called_on(
        self, holder: Value | None, receiver: Expr, name: str, arguments: Arguments, at: Place, depth: int
    ) -> Answer:
        """Return the method a call on a receiver reaches."""
        if at.view.language == "kotlin" and not (holder and holder.target and self.methods(holder.target, name)):
            outer = extensions(self.project, self.ancestry, name, holder, at.view)
            if outer.found:
                offered = self._offered(outer.found, arguments, outer.rule, outer.trust, None)
                return self._decided(offered, arguments, at, depth)
        if holder is not None and holder.form == "typevar":
            holder = holder.args[0] if holder.args else None
        if holder is None or holder is UNKNOWN:
            return nothing("unknown_receiver")
        target, form, rule, trust = holder.target, holder.form, holder.rule, holder.trust
        if target is None:
            return nothing("external")
        if form == "super":
            rule, trust = "self_member", CONFIDENCE["self_member"]
        elif receiver and receiver[0] == "self":
            rule = "self_member"
        elif form == "type":
            rule = "static_member"
        number = len(arguments) if isinstance(arguments, tuple) else ~arguments  # other than any length: no types known
        key = (id(target), name, form == "super", rule, trust, number)
        told = self._told.get(key)
        if told is None:
            methods = self.super_methods if form == "super" else self.methods
            told = self._told[key] = self._offered(methods(target, name), arguments, rule, trust, target)
        return told if isinstance(told, Answer) else self._decided(told, arguments, at, depth)

    def _bare_call(self, name: str, arguments: Arguments, at: Place, depth: int) -> Answer:
        scope = at.view.anchor(at.scope)
        number = len(arguments) if isinstance(arguments, tuple) else ~arguments
        key = (id(at.view), name, scope, number)
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = self._around(name, arguments, at.view, scope)
        return told if isinstance(told, Answer) else self._decided(told, arguments, at, depth)

    def _around(self, name: str, arguments: Arguments, view: FileView, at: str) -> Answer | Tied:
        """Return what the scopes, the imports and the package around a bare call offer."""
        open_ended = False
        for scope in view.scopes(at):
            definition = view.defs.get(scope)
            if definition is None or not definition.is_type:
                inner = definition.members.get(name, ()) if definition else view.top.get(name, ())
                local = [one for one in inner if one.is_callable]
                if local:
                    return self._offered(local, arguments, "same_scope", CONFIDENCE["same_scope"], None)
                continue
            found = self.methods(definition, name)
            if found:
                return self._offered(found, arguments, "self_member", CONFIDENCE["self_member"], definition)
            open_ended = open_ended or self.ancestry.is_open(definition)
        imported = self._static_import(name, view) or imported_functions(self.project, name, view)
        if imported:
            return self._offered(imported, arguments, "explicit_import", CONFIDENCE["explicit_import"], None)
        if view.language != "java":
            top = self.project.types.get(("java", view.container), {}).get(name, ())
            package = [one for one in top if one.is_callable]
            if package:
                return self._offered(package, arguments, "same_package", CONFIDENCE["same_package"], None)
            made = self.named_type(name, view, at)  # Kotlin, Scala and Groovy make objects without `new`
            if made is not None and made.form == "type" and made.target is not None:
                return Answer(((made.target, made.trust, made.rule),))
        outside = open_ended or view.imports.get("", {}).get(name) or self.opened(view)
        return nothing("external" if outside else "unknown_name")

    def _static_import(self, name: str, view: FileView) -> list[Definition]:
        table = view.imports.get("", {})
        for item in (*table.get(name, ()), *table.get("*", ())):
            found: list[Definition] = []
            if item.kind == "static":
                holder = self._qualified(item.module)
                if holder is not None and holder.target is not None:
                    found = self.methods(holder.target, name if item.name == "*" else item.name or "")
            elif item.name and item.name != "*":
                top = self.project.types.get(("java", item.module), {}).get(item.name, ())
                found = [one for one in top if one.is_callable]
            if found:
                return found
        return []

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
        rule = "constructor_chain"
        told = self._offered(built, reference.arguments, rule, CONFIDENCE[rule], holder)
        return self._decided(told, reference.arguments, at, 0)

    def _offered(
        self, found: list[Definition], arguments: Arguments, rule: str, trust: float, holder: Definition | None
    ) -> Answer | Tied:
        """Return what the number of arguments decides among the methods of a name, or those that it leaves."""
        if not found:
            return nothing("external" if holder is not None and self.ancestry.is_open(holder) else "unknown_member")
        sure = min(trust, CONFIDENCE.get(rule, 0.97))
        fitting = fitting_number(found, arguments)
        if len(fitting) > 1 and arguments and not isinstance(arguments, int):
            return Tied(tuple(fitting), rule, sure, holder)
        return self._answer(fitting, Tied((), rule, sure, holder), "exact" if len(found) == 1 else "overload")

    def _decided(self, told: Answer | Tied, arguments: Arguments, at: Place, depth: int) -> Answer:
        """Return which of several methods the types of the arguments fit best; asked once for equal types."""
        if isinstance(told, Answer):
            return told
        values = argument_values(self, () if isinstance(arguments, int) else arguments, at, depth)
        key = (told.fitting, values)
        best = self._best.get(key)
        if best is None:
            best = self._best[key] = best_of(self, told.fitting, values)
        return self._answer(best, told, "overload")

    def _answer(self, best: list[Definition], told: Tied, resolution: str) -> Answer:
        if not best:
            outside = told.holder is not None and self.ancestry.is_open(told.holder)
            return nothing("external" if outside else "no_overload")
        if len(best) > MOST_TARGETS:
            return nothing("ambiguous")
        if len(best) == 1:
            return Answer(((best[0], told.trust, told.rule),), resolution=resolution)
        share = CONFIDENCE["overload_tie"] / len(best)
        return Answer(tuple((one, share, "overload_tie") for one in best), resolution=resolution)
