"""Eloquent: the plural of the class in snake case, or its `$table`."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import LITERAL, Entity, EntityFamily, classes, derived, snake
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.routes.rails_names import plural
from graph.world import World, at_line

_ELOQUENT = frozenset({"Model", "Authenticatable", "Pivot", "Illuminate\\Database\\Eloquent\\Model"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every class."""
    for definition in classes(world, "php"):
        yield from _eloquent(world, definition)


def _eloquent(world: World, definition: Definition) -> Iterator[Entity]:
    bases = {text for line in hierarchy(world, definition) for _, text in line.symbol.supers}
    if not bases & _ELOQUENT or "abstract" in definition.symbol.modifiers:
        return
    view, own = definition.view, definition.symbol.qualified
    if not any(
        "Illuminate" in item.module for line in hierarchy(world, definition) for item in line.view.facts.imports
    ):
        return
    for name in ("table", "$table"):
        for binding in view.bindings.get(own, {}).get(name, ()):
            text = world.text(binding.value, Place(view, own, binding.line))
            if text:
                yield Entity(
                    definition.id, text, LITERAL, "table_property", at_line(view.path, binding.line), definition
                )
                return
    yield derived(definition, plural(snake(definition.name)))


FAMILY = EntityFamily("eloquent", find)
