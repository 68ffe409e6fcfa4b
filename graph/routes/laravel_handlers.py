"""What a Laravel route leads to: `[C::class, 'm']`, `'C@m'`, an invokable class, a method of the group's controller.

Takes the action of a registration, gives a definition of the snapshot or None.
"""

from __future__ import annotations

from chunkers.symbol import Expr
from graph.definition import Definition
from graph.routes.annotations import hierarchy
from graph.routes.call_tree import Call
from graph.routes.script_routers import option
from graph.world import World

Said = dict[str, list[tuple[Expr, Call]]]


class Handlers:
    """Finds handlers in the classes of a snapshot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._classes: dict[str, list[Definition]] = {}
        for one in world.project.definitions:
            if one.is_type and one.view.language == "php" and not one.view.test:
                self._classes.setdefault(one.name, []).append(one)

    def of(self, target: Expr | None, call: Call, said: Said) -> Definition | None:
        """Return the method that the action of a verb call names."""
        if target and target[0] == "dict":
            target = option(target, "uses") or next((part[1] for part in target[1:] if isinstance(part, tuple)), None)
        if not target:
            return None
        if target[0] == "list" and len(target) > 1 and isinstance(target[1], tuple):
            name = target[2] if len(target) > 2 and isinstance(target[2], tuple) else None  # noqa: PLR2004 - class, method
            if name is None:
                return self.of(target[1], call, said)
            return self.action(target[1], self._world.text(name, call.place) or "", call, said)
        text = self._world.text(target, call.place)
        if text is None:
            return self.action(target, "__invoke", call, said)
        holder, _, method = text.partition("@")
        if method:
            return self._method(self._named(holder, said), method)
        controllers = said["controller"]
        if controllers and "\\" not in text:
            return self.action(controllers[-1][0], text, controllers[-1][1], said)
        return self._method(self._named(text, said), "__invoke")

    def action(self, target: Expr | None, method: str, call: Call, said: Said) -> Definition | None:
        """Return a method of the class that an expression names."""
        if not target:
            return None
        if target[0] == "attr" and target[2] == "class" and isinstance(target[1], tuple):
            found = self._world.handler(target[1], call.place)
            holder = found if found is not None and found.is_type else self._named(str(target[1][-1]), said)
            return self._method(holder, method)
        text = self._world.text(target, call.place)
        return self._method(self._named(text, said), method) if text else None

    def _named(self, name: str, said: Said) -> Definition | None:
        """Return the class of a written name: as it stands, or below the namespaces of the groups."""
        spaces = [self._world.text(given, at.place) or "" for given, at in said["namespace"]]
        dotted = name.strip("\\").replace("\\", ".")
        wanted = ".".join([*(space.strip("\\").replace("\\", ".") for space in spaces if space), dotted])
        known = self._classes.get(dotted.rpartition(".")[2], [])
        for text in dict.fromkeys((wanted, dotted)):
            hits = [one for one in known if f".{one.view.container}.{one.symbol.qualified}".endswith(f".{text}")]
            if len(hits) == 1:
                return hits[0]
        return None

    def _method(self, holder: Definition | None, method: str) -> Definition | None:
        if holder is None:
            return None
        for line in hierarchy(self._world, holder):
            found = line.members.get(method)
            if found:
                return found[0]
        return holder
