"""Types that a parameter takes from where its function stands (TypeScript handbook, contextual typing).

That is a variable or field with a declared type, a member of an object literal with one, a function that is returned, an argument of a declared type.
Takes a parameter without a type, gives its value; follows type aliases, and refuses where more than one closure may be meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chunkers.symbol import Binding, Reference
from graph.definition import Definition, FileView
from graph.resolve.script_names import ScriptNames
from graph.resolve.typetext import read_type
from graph.resolve.values import Place, Value

Spot = tuple[int, int]
_LEVELS = 8
"""Closures within closures, each typed by the one around it: no deeper than this."""
_HOPS = 6
_LONGEST = 2_000
_WRAPPERS = frozenset({"Promise", "NonNullable", "Readonly", "Required", "Partial"})
_OPENING, _CLOSING = "([{<", ")]}>"


class Typed(NamedTuple):
    """A type as written, and where its names are read."""

    text: str
    view: FileView
    scope: str


class Contextual:
    """The types that the parameters of one project's closures take from their places."""

    def __init__(self, engine: ScriptNames) -> None:
        self._engine = engine
        self._calls: dict[int, dict[str, list[Reference]]] = {}
        self._level = 0

    def value(self, binding: Binding, at: Place) -> Value | None:
        """Return the value of an untyped parameter by the type that its function is expected to have."""
        if self._level >= _LEVELS:
            return None
        self._level += 1
        found = self._of(binding, at.view.defs.get(binding.scope), at)
        self._level -= 1
        return found

    def _of(self, binding: Binding, holder: Definition | None, at: Place) -> Value | None:
        names = [one.name for one in holder.symbol.parameters] if holder is not None and holder.is_callable else []
        if holder is not None and binding.name in names and binding.end_line is None:
            return self._parameter(self._declared(holder), names.index(binding.name))
        siblings = _siblings(binding, at.view, names)
        position = siblings.index(_spot(binding))
        if holder is not None and _returned(binding, siblings, at.view):
            text = holder.symbol.returns
            return self._parameter(Typed(text, holder.view, holder.symbol.qualified) if text else None, position)
        return self._parameter(self._passed(binding, siblings, at), position)

    def _declared(self, holder: Definition) -> Typed | None:
        """Return the declared type of the variable, field or object member that a function is the value of."""
        if holder.symbol.type:
            return Typed(holder.symbol.type, holder.view, holder.symbol.container)
        owner = holder.parent
        if owner is None or owner.is_type or owner.is_callable or not owner.symbol.type:
            return None
        held = self._engine.type_value(owner.symbol.type, owner.view, owner.symbol.container)
        if held is None or held.target is None:
            return None
        for lineage in self._engine.ancestry.of(held.target):
            for one in lineage.definition.members.get(holder.name, ()):
                if one.symbol.type:
                    return Typed(one.symbol.type, one.view, one.symbol.container)
        return None

    def _passed(self, binding: Binding, siblings: list[Spot], at: Place) -> Typed | None:
        """Return the declared parameter of the function that a closure is passed to, when it is the only closure there."""
        reference = self._around(at.view, binding, siblings[0])
        closures = [
            number
            for number, one in enumerate(reference.arguments if reference is not None else ())
            if one.value[:1] == ("lambda",)
        ]
        if reference is None or len(closures) != 1:
            return None
        targets = [one for one, _, _ in self._engine.answer(reference, at.view).targets]
        if len(targets) != 1 or not targets[0].is_callable or closures[0] >= len(targets[0].symbol.parameters):
            return None
        text = targets[0].symbol.parameters[closures[0]].type
        return Typed(text, targets[0].view, targets[0].symbol.qualified) if text else None

    def _around(self, view: FileView, binding: Binding, start: Spot) -> Reference | None:
        """Return the innermost call around a closure that has a closure among its arguments."""
        if binding.end_line is None:
            return None
        calls = self._calls.get(id(view))
        if calls is None:
            calls = self._calls[id(view)] = _given_closures(view)
        found = [
            one
            for one in calls.get(binding.scope, ())
            if (one.line, one.column) < start and (one.end_line or one.line) >= binding.end_line
        ]
        return max(found, key=lambda one: (one.line, one.column)) if found else None

    def _parameter(self, expected: Typed | None, position: int) -> Value | None:
        """Return an instance of the type that a function type gives to a parameter; several function types must agree."""
        found: Value | None = None
        for typed in self._function_types(expected, 0):
            text = _nth(typed.text, position)
            value = self._engine.type_value(text, typed.view, typed.scope) if text else None
            if value is None or (found is not None and found.target is not value.target):
                return None
            found = value
        return found if found is not None and found.target is not None else None

    def _function_types(self, expected: Typed | None, hops: int) -> Iterator[Typed]:
        """Yield the function types that a type stands for, through aliases, unions and promises."""
        if expected is None or hops > _HOPS or len(expected.text) > _LONGEST:
            return
        text = expected.text.strip()
        if text.startswith("(") and "=>" in text[_matching(text, 0) :]:
            yield expected._replace(text=text)
            return
        parts = _split(text, "|")
        inner = text[text.find("<") + 1 : text.rfind(">")] if text.partition("<")[0].strip() in _WRAPPERS else ""
        for part in parts if len(parts) > 1 else [inner] if inner else []:
            yield from self._function_types(expected._replace(text=part), hops + 1)
        written = read_type(text) if len(parts) == 1 and not inner else None
        named = self._engine.named_type(written.name, expected.view, expected.scope) if written is not None else None
        target = named.target if named is not None else None
        if target is not None and target.kind == "type_alias" and target.symbol.type:
            yield from self._function_types(Typed(target.symbol.type, target.view, target.symbol.qualified), hops + 1)


def _given_closures(view: FileView) -> dict[str, list[Reference]]:
    """Return the calls of a file that have a closure among their arguments, by scope."""
    found: dict[str, list[Reference]] = {}
    for one in view.facts.references:
        if one.arguments and one.kind in {"call", "new"}:
            for argument in one.arguments:
                if argument.value and argument.value[0] == "lambda":
                    found.setdefault(one.scope, []).append(one)
                    break
    return found


def _spot(binding: Binding) -> Spot:
    return binding.line, binding.column or 0


def _siblings(binding: Binding, view: FileView, declared: list[str]) -> list[Spot]:
    """Return where the parameters of one closure stand: those that end with it."""
    end = (binding.end_line, binding.end_column)
    found = {
        _spot(one)
        for name, group in view.bindings.get(binding.scope, {}).items()
        for one in group
        if one.how == "param" and (one.end_line, one.end_column) == end and not (end[0] is None and name in declared)
    }
    return sorted(found)


def _returned(binding: Binding, siblings: list[Spot], view: FileView) -> bool:
    """Tell whether this is a parameter of a closure that its function gives back."""
    for one in view.bindings.get(binding.scope, {}).get("<return>", ()):
        if one.value is None or one.value[0] != "lambda" or one.end_line is None:
            continue
        inside = _spot(one) <= siblings[0] and _spot(binding) < (one.end_line, one.end_column or 0)
        same = binding.end_line is None or (binding.end_line, binding.end_column) == (one.end_line, one.end_column)
        if inside and same:
            return True
    return False


def _nth(text: str, position: int) -> str | None:
    """Return the type of one parameter of `(a: A, b?: B) => R`."""
    end = _matching(text, 0)
    pieces = [piece for piece in _split(text[1:end], ",") if not piece.lstrip().startswith("this:")]
    if position >= len(pieces):
        return None
    parts = _split(pieces[position], ":")
    return ":".join(parts[1:]).strip() or None


def _matching(text: str, start: int) -> int:
    """Return the place of the bracket that closes the one at `start`, the end of the text when none does."""
    level = 0
    for at in range(start, len(text)):
        level += _step(text, at)
        if level == 0:
            return at
    return len(text)


def _split(text: str, mark: str) -> list[str]:
    """Split at the marks of the outermost level."""
    pieces, level, begin = [], 0, 0
    for at, char in enumerate(text):
        level += _step(text, at)
        if char == mark and level == 0:
            pieces.append(text[begin:at].strip())
            begin = at + 1
    pieces.append(text[begin:].strip())
    return [piece for piece in pieces if piece]


def _step(text: str, at: int) -> int:
    char = text[at]
    if char in _OPENING:
        return 1
    return -1 if char in _CLOSING and not (char == ">" and at and text[at - 1] in "=-") else 0
