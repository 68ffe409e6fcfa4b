"""ActiveRecord: the plural of the class in snake case with its module's prefix, or `table_name`."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import LITERAL, Entity, EntityFamily, classes, derived, snake
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.routes.rails_names import plural
from graph.world import World, at_line


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every class."""
    for definition in classes(world, "ruby"):
        yield from _active_record(world, definition)


def _active_record(world: World, definition: Definition) -> Iterator[Entity]:
    bases = [text for line in hierarchy(world, definition) for _, text in line.symbol.supers]
    if (
        not any(text in {"ApplicationRecord", "ActiveRecord::Base"} for text in bases)
        or definition.name == "ApplicationRecord"
    ):
        return
    view, own = definition.view, definition.symbol.qualified
    for site in view.facts.references:
        if site.scope == own and site.name == "abstract_class" and site.receiver == ("self",):
            return
    for name in ("self.table_name", "table_name"):
        for binding in view.bindings.get(own, {}).get(name, ()):
            text = world.text(binding.value, Place(view, own, binding.line))
            if text:
                yield Entity(definition.id, text, LITERAL, "table_name", at_line(view.path, binding.line), definition)
                return
    outer, _, last = own.replace("::", ".").rpartition(".")
    yield derived(definition, _prefix(world, outer) + plural(snake(last)))


def _prefix(world: World, module: str) -> str:
    """Return what a module puts in front of the tables of its classes: what its `table_name_prefix` returns."""
    wanted = f"{module}.table_name_prefix"
    for view in world.project.views.values() if module else ():
        method = view.defs.get(wanted) if view.language == "ruby" else None
        if method is not None:
            return "_".join(snake(part) for part in module.split(".")) + "_"
    return ""


FAMILY = EntityFamily("active-record", find)
