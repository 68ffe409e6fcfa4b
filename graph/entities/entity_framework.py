"""Entity Framework: `[Table]`, else the name of the set that a context holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import DERIVED, LITERAL, Entity, EntityFamily, classes
from graph.resolve.origin import argument
from graph.routes.annotations import place_at, short
from graph.world import World, at_line, at_name

_SET = re.compile(r"^(?:I?DbSet)<([\w.]+)\??>$")


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every class."""
    for definition in classes(world, "csharp"):
        yield from _framework(world, definition)


def _framework(world: World, definition: Definition) -> Iterator[Entity]:
    for mark in definition.symbol.decorators:
        if short(mark) == "Table":
            text = world.text(argument(mark.arguments, "name", 0), place_at(definition, mark))
            if text:
                proof = at_name(definition.view.path, mark)
                yield Entity(definition.id, text, LITERAL, "table_annotation", proof, definition)
    if not any(text.rpartition(".")[2].endswith("DbContext") for _, text in definition.symbol.supers):
        return
    for group in definition.members.values():
        for member in group:
            held = _SET.match((member.symbol.type or member.symbol.returns or "").replace(" ", ""))
            value = (
                world.engine(member.view).named_type(held.group(1), member.view, definition.symbol.qualified)
                if held
                else None
            )
            entity = value.target if value is not None else None
            if entity is not None and not any(short(mark) == "Table" for mark in entity.symbol.decorators):
                proof = at_line(member.view.path, member.symbol.declaration_line)
                yield Entity(entity.id, member.name, DERIVED, "default_table_name", proof, entity)


FAMILY = EntityFamily("entity-framework", find)
