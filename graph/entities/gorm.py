"""GORM: the plural of the struct's name in snake case, or what `TableName` returns."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import LITERAL, Entity, EntityFamily, classes, derived, snake
from graph.resolve.values import Place
from graph.routes.rails_names import plural
from graph.world import World, at_line


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every class."""
    for definition in classes(world, "go"):
        yield from _gorm(world, definition)


def _gorm(world: World, definition: Definition) -> Iterator[Entity]:
    named = definition.members.get("TableName", ())
    for method in named:
        for binding in method.view.bindings.get(method.symbol.qualified, {}).get("<return>", ()):
            text = world.text(binding.value, Place(method.view, method.symbol.qualified, binding.line))
            if text:
                proof = at_line(method.view.path, binding.line)
                yield Entity(definition.id, text, LITERAL, "table_name_method", proof, definition)
    if not named and any(text.lstrip("*") == "gorm.Model" for _, text in definition.symbol.supers):
        yield derived(definition, plural(snake(definition.name)))


FAMILY = EntityFamily("gorm", find)
