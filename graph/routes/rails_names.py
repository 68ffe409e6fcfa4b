"""The names that Rails derives: plurals of resources, classes of controllers, the method of an action.

Takes words, gives definitions of the snapshot; knows no route.
"""

from __future__ import annotations

import re

from graph.definition import Definition
from graph.routes.annotations import hierarchy
from graph.world import World

_UNCOUNTED = frozenset(
    {"equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police"}
)
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women", "sex": "sexes", "move": "moves"}
_ENDINGS = (
    (re.compile(r"(quiz)$"), r"\1zes"),
    (re.compile(r"(matr|vert|ind)(?:ix|ex)$"), r"\1ices"),
    (re.compile(r"(x|ch|ss|sh)$"), r"\1es"),
    (re.compile(r"([^aeiouy]|qu)y$"), r"\1ies"),
    (re.compile(r"(?:([^f])fe|([lr])f)$"), r"\1\2ves"),
    (re.compile(r"sis$"), "ses"),
    (re.compile(r"(buffal|tomat)o$"), r"\1oes"),
    (re.compile(r"(bu|alias|status)s?$"), r"\1ses"),
    (re.compile(r"s$"), "s"),
)
"""The common rules of English plurals, as ActiveSupport's inflections apply them."""


def plural(name: str) -> str:
    """Return the plural of the last word of a resource's name."""
    head, sep, last = name.rpartition("_")
    if last in _UNCOUNTED:
        return name
    if last in _IRREGULAR:
        return f"{head}{sep}{_IRREGULAR[last]}"
    for ending, into in _ENDINGS:
        if ending.search(last):
            return f"{head}{sep}{ending.sub(into, last)}"
    return f"{name}s"


def words(name: str) -> str:
    """Return a name that may stand in a parameter: letters, digits and underscores of `name`, "resource" when there are none."""
    return re.sub(r"\W", "_", name).strip("_") or "resource"


class Controllers:
    """Controller classes by the path Rails gives them: `admin/posts` for `Admin::PostsController`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._found: dict[str, Definition] = {}
        for definition in world.project.definitions:
            if definition.is_type and definition.view.language == "ruby" and not definition.view.test:
                name = definition.symbol.qualified.replace("::", "/").replace(".", "/")
                if name.endswith("Controller"):
                    self._found.setdefault(_folded(name.removesuffix("Controller")), definition)

    def action(self, module: tuple[str, ...], controller: str | None, action: str) -> Definition | None:
        """Return the method of an action, the class when the action is only a template, None when the class is not here."""
        if not controller:
            return None
        path = "/".join([*module, controller.strip("/")])
        holder = self._found.get(_folded(path))
        if holder is None:
            return None
        for line in hierarchy(self._world, holder):
            methods = line.members.get(action)
            if methods:
                return methods[0]
        return holder


def _folded(path: str) -> str:
    return path.replace("_", "").lower()
