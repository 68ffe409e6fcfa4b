"""What the methods of a class assign to its attributes: `this.store = new Store()`, `$this->user = $user`, promoted parameters.

Takes a class, gives the bindings of each attribute with the file they stand in. Gives no value: engines compute those.
"""

from __future__ import annotations

from chunkers.symbol import Binding
from graph.definition import Definition, FileView

Assigned = dict[str, list[tuple[Binding, FileView]]]


class Attributes:
    """The assigned attributes of classes, each class read once."""

    def __init__(self) -> None:
        self._known: dict[int, Assigned] = {}

    def of(self, owner: Definition, name: str) -> list[tuple[Binding, FileView]]:
        """Return the bindings of `self.NAME` in the methods of a class, in the order of the methods."""
        table = self._known.get(id(owner))
        if table is None:
            table = self._known[id(owner)] = _assigned(owner)
        return table.get(f"self.{name}", [])


def _assigned(owner: Definition) -> Assigned:
    table: Assigned = {}
    for group in owner.members.values():
        for one in group:
            for name, bound in one.view.bindings.get(one.symbol.qualified, {}).items():
                if name.startswith("self."):
                    table.setdefault(name, []).extend((binding, one.view) for binding in bound)
    return table
