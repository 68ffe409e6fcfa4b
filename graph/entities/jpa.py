"""JPA and its kin on the JVM: `@Entity`, `@Table`, `@JoinTable`, `@CollectionTable`; Spring's default name is the class name in snake case."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.entities.entity import DERIVED, LITERAL, Entity, EntityFamily, snake
from graph.resolve.origin import argument
from graph.routes.annotations import JVM, place_at, short
from graph.world import World, at_line, at_name

_JOINED = frozenset({"JoinTable", "CollectionTable", "SecondaryTable"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mappings of every annotated class."""
    for definition in world.project.marked:
        if definition.view.language in JVM and definition.is_type and not definition.view.test:
            yield from _mapped(world, definition)


def _mapped(world: World, definition: Definition) -> Iterator[Entity]:
    marks = {short(mark): mark for mark in definition.symbol.decorators}
    table, entity = marks.get("Table"), marks.get("Entity") or marks.get("MappedEntity")
    if table is None and entity is None:
        return
    path = definition.view.path
    alias = _text(world, definition, marks.get("Entity"), "name", None) or ""
    name = _text(world, definition, table, "name", 0)
    if name is None and "MappedEntity" in marks:
        name = _text(world, definition, marks["MappedEntity"], "value", 0)
    if name:
        proof = at_name(path, table or marks["MappedEntity"])
        yield Entity(definition.id, name, LITERAL, "table_annotation", proof, definition, alias)
    elif table is None or argument(table.arguments, "name", 0) is None:
        proof = at_line(path, definition.symbol.declaration_line)
        derived = snake(alias or definition.name)
        yield Entity(definition.id, derived, DERIVED, "default_table_name", proof, definition, alias)
    for group in definition.members.values():
        for member in group:
            for mark in member.symbol.decorators:
                joined = _text(world, definition, mark, "name", None) if short(mark) in _JOINED else None
                if joined:
                    yield Entity(definition.id, joined, LITERAL, "join_table", at_name(path, mark))


def _text(world: World, at: Definition, mark: Decorator | None, keyword: str, position: int | None) -> str | None:
    given = argument(mark.arguments, keyword, position) if mark is not None else None
    return world.text(given, place_at(at, mark)) if given and mark is not None else None


FAMILY = EntityFamily("jpa", find)
