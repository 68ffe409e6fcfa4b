"""Which overload a call means: by number of arguments, then by declared types of arguments (JLS 15.12.2 without inference).

Takes the candidates and the site, gives those that remain; more than one is a tie that the caller must show as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from chunkers.symbol import Argument
from graph.definition import Definition
from graph.resolve.containers import JAVA_SUPERS
from graph.resolve.values import BEYOND, Place, Value

if TYPE_CHECKING:
    from graph.resolve.java_calls import JavaCalls

_WIDENING = {
    "byte": 1,
    "short": 2,
    "char": 2,
    "int": 3,
    "long": 4,
    "float": 5,
    "double": 6,
}
_BOXES = {
    "int": "Integer",
    "long": "Long",
    "char": "Character",
    "boolean": "Boolean",
    "double": "Double",
    "float": "Float",
    "byte": "Byte",
    "short": "Short",
}
_IMPOSSIBLE = -1


Given = Value | str | None
"""What an argument is: its value, "lambda" or "null", None when nothing is known."""
Arguments = tuple[Argument, ...] | int
"""The arguments of a call, or only their number."""


def fitting_number(found: list[Definition], arguments: Arguments) -> list[Definition]:
    """Return the candidates that take so many arguments; where nothing but the number is known, variadic ones only if no other does."""
    count = arguments if isinstance(arguments, int) else len(arguments)
    fitting = [one for one in found if takes(one, count)]
    if len(fitting) > 1 and (not arguments or isinstance(arguments, int)):
        return [one for one in fitting if not _variadic(one)] or fitting
    return fitting


def argument_values(engine: JavaCalls, arguments: Iterable[Argument], at: Place, depth: int) -> tuple[Given, ...]:
    """Return what the arguments of a call are."""
    return tuple([_argument(engine, argument, at, depth) for argument in arguments])


def best_of(engine: JavaCalls, fitting: Iterable[Definition], values: Sequence[Given]) -> list[Definition]:
    """Return the candidates that fit arguments of these types best."""
    scored = [(_score(engine, one, values), one) for one in fitting]
    possible = [(score, one) for score, one in scored if score is not None]
    if not possible:
        return []
    best = max(score for score, _ in possible)
    return [one for score, one in possible if score == best]


def takes(definition: Definition, count: int) -> bool:
    """Tell whether a method can be called with so many arguments."""
    parameters = definition.symbol.parameters
    if definition.kind == "field":
        return count <= 1  # an accessor that nobody wrote: getter or setter
    if parameters and parameters[-1].variadic:
        return count >= len(parameters) - 1
    if count >= len(parameters):
        return count == len(parameters)
    needed = [one for one in parameters if not one.default and "->" not in (one.type or "")]
    return count >= len(needed)  # a closure may stand behind the arguments, and is not among them


def _variadic(definition: Definition) -> bool:
    parameters = definition.symbol.parameters
    return bool(parameters) and parameters[-1].variadic


def _argument(engine: JavaCalls, argument: Argument, at: Place, depth: int) -> Given:
    form = argument.value[0] if argument.value else "?"
    if form == "lambda":
        return "lambda"
    if form == "lit" and argument.value[1] == "null":
        return "null"
    return engine.value(argument.value, at, depth + 1)


def _score(engine: JavaCalls, definition: Definition, values: Sequence[Given]) -> tuple[int, ...] | None:
    parameters = definition.symbol.parameters
    total = 0
    for position, value in enumerate(values):
        parameter = parameters[min(position, len(parameters) - 1)] if parameters else None
        text = parameter.type if parameter is not None else definition.symbol.type  # a setter that nobody wrote
        spread = parameter is not None and parameter.variadic and position >= len(parameters) - 1
        wanted = engine.type_value(text, definition.view, definition.symbol.qualified) if text else None
        fit = _fit(engine, value, wanted)
        if spread and wanted is not None and wanted.name == "[]" and wanted.args:
            fit = (
                max(fit, _fit(engine, value, wanted.args[0]))
                if len(values) == len(parameters)
                else _fit(engine, value, wanted.args[0])
            )
        if fit == _IMPOSSIBLE:
            return None
        total += fit
    return (0 if _variadic(definition) else 1, total) if values else (0 if _variadic(definition) else 1, 0)


def _fit(engine: JavaCalls, value: Given, wanted: Value | None) -> int:
    """Return how well a value fits a parameter: 100 exact, less for wider types, 40 when nothing is known, -1 when it cannot be."""
    if wanted is None or value is None or value is BEYOND or isinstance(value, str):
        return _fit_special(value, wanted)
    if "typevar" in {wanted.form, value.form}:
        return _fit_variable(engine, value, wanted)
    if value.form in {"type", "callable", "unknown"}:
        return 40
    if value.target is not None and wanted.target is not None:
        position = engine.ancestry.inherits(value.target, wanted.target)
        if position < 0 and wanted.target.view.language == "kotlin":
            position = _by_platform(engine, value.target, wanted.target)
        if position < 0:
            return _IMPOSSIBLE if wanted.target.kind != "interface" or not engine.ancestry.is_open(value.target) else 20
        return 100 - min(position, 50)
    if value.target is not None:
        return 20 if wanted.name == "Object" else _repository_to_external(engine, value.target, wanted)
    if wanted.target is not None:
        return _IMPOSSIBLE if _closed(value) else 10
    return _external(value, wanted)


def _by_platform(engine: JavaCalls, target: Definition, wanted: Definition) -> int:
    """Return how far above `target` stands a type that is `wanted` on another platform (`expect` and its `actual`s), -1 when none does."""
    container, qualified = wanted.view.container, wanted.symbol.qualified
    for position, lineage in enumerate(engine.ancestry.of(target)):
        one = lineage.definition
        if one.symbol.qualified == qualified and one.view.container == container:
            return position
    return -1


def _fit_variable(engine: JavaCalls, value: Value, wanted: Value) -> int:
    """Return the fit where either side is a type variable: by its bound, and never better than a plain type."""
    if wanted.form == "typevar":
        bound = wanted.args[0] if wanted.args else None
        fit = 30 if bound is None else _fit(engine, value, bound)
        return min(fit, 60) if fit >= 0 else fit
    bound = value.args[0] if value.args else None
    return 40 if bound is None else _fit(engine, bound, wanted)


def _fit_special(value: Given, wanted: Value | None) -> int:
    primitive = wanted is not None and (wanted.name in _BOXES)
    if value == "null":
        return _IMPOSSIBLE if primitive else 40
    if value == "lambda":
        if wanted is None:
            return 40
        if wanted.target is not None:
            return 60 if wanted.target.kind == "interface" else _IMPOSSIBLE
        return _IMPOSSIBLE if primitive or wanted.name in {"String", "[]", "Object"} else 50
    return 40


def _closed(value: Value) -> bool:
    """Tell whether an external value can never be an instance of a repository type."""
    return value.name in _BOXES or value.name == "[]" or _simple(value) in JAVA_SUPERS


def _repository_to_external(engine: JavaCalls, target: Definition, wanted: Value) -> int:
    if wanted.name in _BOXES or wanted.name in {"String", "[]"} or wanted.name in _BOXES.values():
        return _IMPOSSIBLE
    simple = wanted.name.rsplit(".", 1)[-1]
    for lineage in engine.ancestry.of(target):
        for _, text in lineage.definition.symbol.supers:
            if text.split("<")[0].rsplit(".", 1)[-1].strip() == simple:
                return 70
    return 5 if engine.ancestry.is_open(target) else _IMPOSSIBLE


def _external(value: Value, wanted: Value) -> int:
    given, asked = _simple(value), _simple(wanted)
    if given == asked:
        return _arrays(value, wanted) if given == "[]" else 100
    if given in _WIDENING and asked in _WIDENING:
        gap = _WIDENING[asked] - _WIDENING[given]
        return 95 - gap if gap >= 0 and asked != "char" else _IMPOSSIBLE
    if _BOXES.get(given) == asked or _BOXES.get(asked) == given:
        return 60
    if given in _BOXES or asked in _BOXES:
        return 15 if asked in {"Object", "Number", "Comparable"} else _IMPOSSIBLE
    above = JAVA_SUPERS.get(given)
    if above is not None and asked in above:
        return 95 - 5 * above.index(asked)
    if asked == "Object":
        return 20
    if "[]" in {given, asked} or (above is not None and asked in JAVA_SUPERS):
        return _IMPOSSIBLE
    return 30


def _simple(value: Value) -> str:
    return value.name.rpartition(".")[2]


def _arrays(value: Value, wanted: Value) -> int:
    left, right = (value.args or (None,))[0], (wanted.args or (None,))[0]
    if left is None or right is None:
        return 60
    if left.target is right.target and left.name == right.name:
        return 100
    return 30 if left.name not in _BOXES and right.name not in _BOXES else _IMPOSSIBLE


def _erased(text: str) -> str:
    return text.split("<", 1)[0].replace("final ", "").strip().rpartition(".")[2]


def shape(definition: Definition) -> str:
    """Return the erased parameter types, by simple name; a type variable is whatever stands at its place."""
    return ",".join(_erased(p.type or "") + ("..." if p.variadic else "") for p in definition.symbol.parameters)
