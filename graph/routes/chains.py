"""Chains of calls as values: which variable one is bound to, in which function it stands, and the calls that follow a call.

Shared by the families whose routers are made by builders; knows none of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from chunkers.symbol import Binding, Expr
from graph.routes.call_tree import Call
from graph.routes.route import Key

_LONGEST = 256


class Chains:
    """The chains of some files."""

    def __init__(self, calls: Iterable[Call]) -> None:
        self._next: dict[int, Call] = {}
        self._starting: dict[tuple[str, str, str], list[Call]] = {}
        for call in calls:
            self._starting.setdefault((call.view.path, call.site.scope, call.name), []).append(call)
            if call.receiver is not None:
                self._next.setdefault(id(call.receiver), call)

    def last(self, call: Call) -> Call:
        """Return the last call of the chain that `call` belongs to."""
        for _ in range(_LONGEST):
            following = self._next.get(id(call))
            if following is None:
                break
            call = following
        return call

    def variable_of(self, root: Call) -> Key | None:
        """Return the variable that holds the value of a chain, by the first call of the chain; None where it is bound to none."""
        best: tuple[tuple[int, int], Binding] | None = None
        for bound in root.view.bindings.get(root.site.scope, {}).values():
            for binding in bound:
                at = (binding.line, binding.column or 0)
                if at < _position(root) and binding.value and (best is None or at > best[0]):
                    best = (at, binding)
        if best is None or not _starts(best[1].value or (), root):
            return None
        alike = self._starting.get((root.view.path, root.site.scope, root.name), ())
        first = next(
            (one for one in alike if _position(one) > best[0]), None
        )  # another chain may follow that starts alike
        return (root.view.path, best[1].scope, best[1].name) if first is root else None


def _position(call: Call) -> tuple[int, int]:
    return call.site.line, call.site.column


def _starts(value: Expr, root: Call) -> bool:
    """Tell whether a bound value is a chain that starts with `root`."""
    callee: Expr = (
        ("name", root.site.name) if root.site.receiver is None else ("attr", root.site.receiver, root.site.name)
    )
    for _ in range(_LONGEST):
        if value and value[0] == "call" and value[1] == callee:
            return True
        if not value or len(value) < 2 or not isinstance(value[1], tuple):  # noqa: PLR2004 - form and what it holds
            return False
        value = value[1]
    return False
