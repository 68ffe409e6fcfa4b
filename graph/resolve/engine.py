"""The part of resolution that all languages share: expressions to values, call sites to answers, on demand, memoised and with a depth limit.

No rule here ever falls back to "the only symbol of that name": what declared types do not tell stays unresolved.
"""

from __future__ import annotations

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.declared import DEPTH, Declared
from graph.resolve.values import BEYOND, CONFIDENCE, UNASKED, UNKNOWN, Answer, Place, Value, elements, external, nothing

_MOST_RETURNS = 8


class Engine(Declared):
    """Resolves the expressions and sites of one language family."""

    def value(self, expr: Expr | None, at: Place, depth: int = 0) -> Value | None:
        """Return what `expr` denotes, None when declared types do not tell."""
        if not expr or depth > DEPTH:
            return None
        form = expr[0]
        if form == "name":
            return self.name(str(expr[1]), at, depth + 1)
        if form == "attr":
            holder = self.value(_expr(expr[1]), at, depth + 1)
            return (
                self.member(holder, str(expr[2]), at, depth + 1)
                if holder is not None and holder is not UNKNOWN
                else None
            )
        if form == "call":
            return self.call_value(expr, at, depth + 1)
        if form in {"new", "cast"}:
            found = self.type_value(str(expr[1]), at.view, at.scope)
            return _with_rule(found, "constructed_receiver" if form == "new" else "declared_receiver")
        return self.other_value(expr, at, depth)

    def other_value(self, expr: Expr, at: Place, depth: int) -> Value | None:
        """Return the value of the rarer forms: self, super, literals, index, await, conditionals."""
        form = expr[0]
        if form in {"self", "super"}:
            return self.receiver(form == "super", at)
        if form == "str":
            return external(self.literals["str"])
        if form == "lit":
            known = self.literals.get(str(expr[1]))
            return external(known) if known else None
        if form == "index":
            return elements(self.value(_expr(expr[1]), at, depth + 1))
        if form == "await":
            return self.awaited(self.value(_expr(expr[1]), at, depth + 1))
        if form in {"cond", "binary"}:
            return self.either(
                self.value(_expr(expr[1]), at, depth + 1), self.value(_expr(expr[2]), at, depth + 1), str(form)
            )
        if form == "list" and len(expr) > 1:
            first = self.value(_expr(expr[1]), at, depth + 1)
            return (
                external("[]", (first,))
                if first is not None and first.form in {"instance", "external"}
                else external(self.literals.get("list", "[]"))
            )
        return None

    def either(self, left: Value | None, right: Value | None, form: str) -> Value | None:
        """Return the common value of two alternatives."""
        if form == "binary" and (left is None or right is None):
            return None
        if left is None or right is None:
            return left or right
        return left if left.target is right.target and left.name == right.name else None

    def awaited(self, value: Value | None) -> Value | None:
        """Return what awaiting `value` gives: the argument of a promise, else the value itself."""
        if value is not None and value.form == "external" and value.args:
            return value.args[-1]
        return value

    def receiver(self, super_: bool, at: Place) -> Value | None:
        """Return the value of self/this (or super) at a place."""
        key, table = (at.scope, super_), at.view.known.selves
        known = table.get(key, UNASKED)
        if known is UNASKED:
            known = table[key] = self._self(at, super_=super_)
        return known

    def _self(self, at: Place, *, super_: bool) -> Value | None:
        holder = self.enclosing_type(at)
        method = at.view.defs.get(at.scope)
        if holder is None or (
            method is not None and any(mark.name == "staticmethod" for mark in method.symbol.decorators)
        ):
            return None
        return Value("super" if super_ else "instance", holder, rule="self_member")

    def enclosing_type(self, at: Place) -> Definition | None:
        """Return the innermost type around a place."""
        definition = at.view.defs.get(at.scope)
        steps = 0
        while definition is not None and steps < DEPTH * 4:
            if definition.is_type:
                return definition
            definition = definition.parent
            steps += 1
        return None

    def call_value(self, expr: Expr, at: Place, depth: int) -> Value | None:
        """Return the result of a call expression, remembered per line: a chain of calls asks for its head again at each link."""
        key, table = (expr, at.scope, at.line), at.view.known.called
        known = table.get(key, UNASKED)
        if known is not UNASKED:
            return known
        found = self._call_value(expr, at, depth)
        if found is not None or depth < DEPTH // 2:
            table[key] = found
        return found

    def _call_value(self, expr: Expr, at: Place, depth: int) -> Value | None:
        argc = next((part for part in expr[2:3] if isinstance(part, int)), 0)
        return self.result_of_call(_expr(expr[1]), argc, at, depth)

    def result_of_call(self, callee: Expr, argc: int, at: Place, depth: int) -> Value | None:
        """Return what calling `callee` gives when all its targets agree."""
        on = bool(callee) and callee[0] == "attr"
        owner = self.value(_expr(callee[1]), at, depth + 1) if on else None
        if owner is UNKNOWN:
            return None
        if on and self.by_holder and depth < DEPTH // 2:  # nearer to the limit, asking again may find less
            answer = self.called_on(owner, _expr(callee[1]), str(callee[2]), argc, at, depth + 1)
        else:
            answer = self.callees(callee, argc, at, depth + 1)
        results = [self.result(target, owner, trust, depth + 1) for target, trust, _ in answer.targets]
        if not results:
            known = self.external_result(callee, owner, at, depth)
            return BEYOND if known is None and answer.reason == "external" else known
        first = results[0]
        if first is None or any(
            one is None or one.target is not first.target or one.name != first.name for one in results[1:]
        ):
            return None
        return first

    def external_result(self, callee: Expr, owner: Value | None, at: Place, depth: int) -> Value | None:
        """Return what a known container's method gives; languages with such tables override."""
        del callee, owner, at, depth
        return None

    def result(self, target: Definition, owner: Value | None, trust: float, depth: int) -> Value | None:
        """Return the value of calling `target` on `owner`: an instance of a type, else its declared or inferred return type."""
        if target.is_type:
            return Value(
                "instance",
                target,
                trust=trust,
                rule="constructed_receiver",
                args=owner.args if owner and owner.target is target else (),
            )
        if not target.is_callable:
            return None
        key = id(target)
        if key not in self._results:
            if key in self._busy or depth > DEPTH:
                return None
            self._busy.add(key)
            self._results[key] = self.declared_result(target, depth)
            self._busy.discard(key)
        found = self._results[key]
        return self.substituted(found, target, owner)

    def declared_result(self, target: Definition, depth: int) -> Value | None:
        """Return the declared return type of `target`, else what all its return expressions agree on."""
        if target.symbol.returns:
            found = self.type_value(target.symbol.returns, target.view, target.symbol.qualified)
            return _with_rule(found, "chained_return")
        returns = target.view.bindings.get(target.symbol.qualified, {}).get("<return>", [])
        yielded = target.view.bindings.get(target.symbol.qualified, {}).get("<yield>", [])
        if yielded:
            one = self.binding_value(yielded[0], target.view, depth + 1) if len(yielded) == 1 else None
            return external("Iterator", (one,)) if one is not None and one is not UNKNOWN else None
        found = None
        for binding in returns[:_MOST_RETURNS]:
            if binding.how != "return" or binding.value in {("lit", "null"), None}:
                continue
            one = self.value(binding.value, Place(target.view, binding.scope, binding.line), depth + 1)
            if one is None or one is UNKNOWN or (found is not None and one.target is not found.target):
                return None
            found = one
        if len(returns) > _MOST_RETURNS:
            return None
        return _with_rule(found, "inferred_return")

    def substituted(self, found: Value | None, target: Definition, owner: Value | None) -> Value | None:
        """Return `found` with the type variables of the owner filled in; languages with generics override."""
        del target, owner
        return found if found is None or found.form != "typevar" else None

    def answer(self, reference: Reference, view: FileView) -> Answer:
        """Return what a call or instantiation site reaches."""
        at = Place(view, reference.scope, reference.line, reference.column)
        if reference.kind == "super_call":
            return self.super_call(reference, at)
        callee: Expr = (
            ("name", reference.name) if reference.receiver is None else ("attr", reference.receiver, reference.name)
        )
        if reference.kind == "new":
            return self.instantiated(callee, at)
        return self.callees(callee, reference.arguments, at, 0)

    def instantiated(self, callee: Expr, at: Place) -> Answer:
        """Return the type that `new X(..)` names."""
        dotted = dotted_name(callee)
        found = self.named_type(dotted, at.view, at.scope) if dotted else None
        if found is None:
            return nothing("unknown_type")
        if found.form != "type" or found.target is None:
            return nothing("external")
        return Answer(((found.target, found.trust, found.rule),))

    def super_call(self, reference: Reference, at: Place) -> Answer:
        """Return the constructor that `super(..)` or `this(..)` reaches."""
        del reference, at
        return nothing("external")

    def used(self, reference: Reference, view: FileView) -> Answer:
        """Return the definition a type use or a callable passed as value names."""
        at = Place(view, reference.scope, reference.line, reference.column)
        if reference.kind in {"type", "throw", "annotation"}:
            dotted = (
                reference.name
                if reference.receiver is None
                else dotted_name(("attr", reference.receiver, reference.name))
            )
            found = self.named_type(dotted, view, reference.scope) if dotted else None
        elif reference.receiver is None:
            found = self.name(reference.name, at, 0)
        else:
            found = self.value(("attr", reference.receiver, reference.name), at)
        if found is None or found.target is None or found.form not in {"type", "callable"}:
            return nothing("external" if found is not None and found.form == "external" else "unknown_name")
        return Answer(((found.target, found.trust, found.rule),))


def _expr(part: object) -> Expr:
    return part if isinstance(part, tuple) else ()


def _with_rule(value: Value | None, rule: str) -> Value | None:
    if value is None or value is UNKNOWN:
        return value
    return Value(
        value.form, value.target, value.name, value.args, min(value.trust, CONFIDENCE[rule]), rule, value.owner
    )


def dotted_name(expr: Expr) -> str:
    """Return `a.b.c` of nested names, "" when the expression is anything else."""
    parts: list[str] = []
    while expr and expr[0] == "attr":
        parts.append(str(expr[2]))
        expr = _expr(expr[1])
    if not expr or expr[0] != "name":
        return ""
    parts.append(str(expr[1]))
    return ".".join(reversed(parts))
