"""SQLAlchemy, SQLModel and Flask-SQLAlchemy: `__tablename__`, `Table(...)` variables, the names the two others derive."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition, FileView
from graph.entities.entity import LITERAL, Entity, EntityFamily, classes, derived, snake
from graph.resolve.origin import argument, call_of
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.world import World, at_line


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every model class and table variable."""
    for definition in classes(world, "python"):
        named = bound_text(world, definition, definition.symbol.qualified, "__tablename__")
        if named is not None:
            text, line = named
            yield Entity(definition.id, text, LITERAL, "tablename", at_line(definition.view.path, line), definition)
        else:
            yield from _by_base(world, definition)
    for view in world.project.views.values():
        if view.language == "python" and not view.test:
            yield from _tables(world, view)


def bound_text(world: World, definition: Definition, scope: str, name: str) -> tuple[str, int] | None:
    """Return the constant text of a variable of a class and its line."""
    view = definition.view
    for binding in view.bindings.get(scope, {}).get(name, ()):
        text = world.text(binding.value, Place(view, definition.symbol.qualified, binding.line))
        if text:
            return text, binding.line
    return None


def _by_base(world: World, definition: Definition) -> Iterator[Entity]:
    bases = [text for line in hierarchy(world, definition) for _, text in line.symbol.supers]
    if any(text.endswith("db.Model") for text in bases):
        yield derived(definition, snake(definition.name))
    elif any(text.rpartition(".")[2] == "SQLModel" for text in bases) and _keyed(definition):
        yield derived(definition, definition.name.lower())


def _keyed(definition: Definition) -> bool:
    """Tell whether a class has a primary key: of SQLModel's classes those with `table=True` must have one."""
    return any(
        site.name == "Field" and site.scope == definition.symbol.qualified and argument(site, "primary_key")
        for site in definition.view.facts.references
    )


def _tables(world: World, view: FileView) -> Iterator[Entity]:
    if not any("sqlalchemy" in item.module for item in view.facts.imports):
        return
    for name, bound in view.bindings.get("", {}).items():
        for binding in bound:
            call = call_of(binding, view)
            if call is not None and call.name == "Table" and call.arguments:
                text = world.text(call.arguments[0].value, Place(view, "", binding.line))
                node = view.defs.get(name)
                if text:
                    target = node.id if node is not None else world.scope_id(view, name)
                    yield Entity(target, text, LITERAL, "table_object", at_line(view.path, binding.line), node)


FAMILY = EntityFamily("sqlalchemy", find)
