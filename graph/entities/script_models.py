"""TypeORM and MikroORM entities, Sequelize models made by `define`, by `init` and by decorators."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Reference
from graph.definition import Definition, FileView
from graph.entities.entity import DERIVED, LITERAL, Entity, EntityFamily, snake
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.script_routers import option
from graph.world import World, at_line, at_name, place_of

_MAKING = frozenset({"define", "init"})
_ENTITIES = frozenset({"Entity", "Table", "ViewEntity"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mappings of every class and model variable."""
    for definition in world.project.marked:
        if family(definition.view.facts.language) == "script" and definition.is_type and not definition.view.test:
            yield from _decorated(world, definition)
    for view in world.project.views.values():
        if family(view.facts.language) == "script" and not view.test:
            for site in world.sites.within(view, _MAKING):
                if site.kind == "call" and site.receiver and len(site.arguments) > 1:
                    yield from _made(world, view, site)


def _decorated(world: World, definition: Definition) -> Iterator[Entity]:
    for mark in definition.symbol.decorators:
        if mark.name.rpartition(".")[2] not in _ENTITIES:
            continue
        at = Place(definition.view, definition.symbol.qualified, mark.line)
        given = [one.value for one in mark.arguments]
        named = next((found for one in given for key in ("name", "tableName") if (found := option(one, key))), None)
        text = world.text(named or argument(mark.arguments, "name", 0), at)
        proof = at_name(definition.view.path, mark)
        if text:
            yield Entity(definition.id, text, LITERAL, "table_annotation", proof, definition)
        elif named is None and (not given or given[0][:1] == ("dict",)):
            yield Entity(definition.id, snake(definition.name), DERIVED, "default_table_name", proof, definition)


def _made(world: World, view: FileView, site: Reference) -> Iterator[Entity]:
    """Read `sequelize.define('Book', {..}, {tableName: 'books'})` and `Pen.init({..}, {sequelize, tableName: 'pens'})`."""
    at = place_of(view, site)
    text = world.text(option(site.arguments[-1].value, "tableName"), at)
    if not text:
        return
    proof = at_name(view.path, site)
    if site.name == "init":
        model = world.handler(site.receiver, at)
        if model is not None and model.is_type:
            yield Entity(model.id, text, LITERAL, "model_options", proof, model)
        return
    for name, bound in view.bindings.get(site.scope, {}).items():
        if any(binding.line == site.line and (binding.column or 0) < site.column for binding in bound):
            yield Entity(world.scope_id(view, name), text, LITERAL, "model_options", at_line(view.path, site.line))
            return


FAMILY = EntityFamily("script-models", find)
