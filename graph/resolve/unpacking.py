"""Several names that take the parts of one value: `a, (b, c) = f, (g, h)` and `a, b = pair()`.

Takes a binding, gives the value of its part by the place of the name among the others; where the shapes differ, nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Binding, Expr
from graph.definition import FileView
from graph.resolve.engine import Engine
from graph.resolve.values import Place, Value

_SHARED = frozenset({"call", "list", "attr", "name", "await"})


_Key = tuple[str, int, int, object, object]


def _key(binding: Binding) -> _Key:
    """Return line and outline of a value: enough to tell values of one line apart, and never as deep as a hostile one."""
    value = binding.value or ("",)
    inner = value[1] if len(value) > 1 and isinstance(value[1], tuple) and value[1] else ("",)
    last = inner[-1] if isinstance(inner[-1], str) else ""
    return binding.scope, binding.line, len(value), value[0], last


class Unpacking:
    """The names of each file that share a value in one line."""

    def __init__(self) -> None:
        self._together: dict[int, dict[_Key, list[int]]] = {}

    def beside(self, binding: Binding, view: FileView) -> list[int]:
        """Return the columns of the names that take the value of `binding` in its line, its own among them."""
        table = self._together.get(id(view))
        if table is None:
            table = self._together[id(view)] = {}
            for names in view.bindings.values():
                for one in (one for group in names.values() for one in group if one.value and one.value[0] in _SHARED):
                    table.setdefault(_key(one), []).append(one.column or 0)
        found = table.get(_key(binding), ())
        return sorted(found) if len(found) > 1 else list(found)


def part_of(engine: Engine, binding: Binding, beside: list[int], at: Place, depth: int) -> Value | None:
    """Return the part of a tuple that a name takes, by its place among the names, where both sides have the same shape."""
    if (binding.column or 0) not in beside or not binding.value:
        return None
    position, value = beside.index(binding.column or 0), binding.value
    if value[0] == "list":
        parts = value[1:] if len(value) - 1 == len(beside) else tuple(_flat(value))
        part = parts[position] if len(parts) == len(beside) else None
        return engine.value(part, at, depth + 1) if isinstance(part, tuple) else None
    found = engine.value(value, at, depth + 1)
    if found is None or found.name.rpartition(".")[2].lower() != "tuple" or len(found.args) != len(beside):
        return None
    return found.args[position]


def _flat(value: Expr) -> Iterator[Expr]:
    """Yield the innermost elements of nested tuples, in order."""
    work: list[object] = [value]
    while work:
        part = work.pop()
        if isinstance(part, tuple) and part and part[0] == "list":
            work.extend(reversed(part[1:]))
        elif isinstance(part, tuple):
            yield part
