"""Mappers that derive the table from the class: GORM and ActiveRecord and Eloquent by plural snake case, Entity Framework by its sets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import DERIVED, LITERAL, Entity, EntityFamily, snake
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy, place_at, short
from graph.routes.rails_names import plural
from graph.world import World, at_line, at_name

_SET = re.compile(r"^(?:I?DbSet)<([\w.]+)\??>$")
_ELOQUENT = frozenset({"Model", "Authenticatable", "Pivot", "Illuminate\\Database\\Eloquent\\Model"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mappings of Go, Ruby, PHP and C# classes."""
    readers = {"go": _gorm, "ruby": _active_record, "php": _eloquent, "csharp": _framework}
    for definition in world.project.definitions:
        reader = readers.get(definition.view.language)
        if reader is not None and definition.is_type and not definition.view.test:
            yield from reader(world, definition)


def _derived(definition: Definition, name: str) -> Entity:
    proof = at_line(definition.view.path, definition.symbol.declaration_line)
    return Entity(definition.id, name, DERIVED, "default_table_name", proof, definition)


def _gorm(world: World, definition: Definition) -> Iterator[Entity]:
    named = definition.members.get("TableName", ())
    for method in named:
        for binding in method.view.bindings.get(method.symbol.qualified, {}).get("<return>", ()):
            text = world.text(binding.value, Place(method.view, method.symbol.qualified, binding.line))
            if text:
                proof = at_line(method.view.path, binding.line)
                yield Entity(definition.id, text, LITERAL, "table_name_method", proof, definition)
    if not named and any(text.lstrip("*") == "gorm.Model" for _, text in definition.symbol.supers):
        yield _derived(definition, plural(snake(definition.name)))


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
    yield _derived(definition, _prefix(world, outer) + plural(snake(last)))


def _prefix(world: World, module: str) -> str:
    """Return what a module puts in front of the tables of its classes: what its `table_name_prefix` returns."""
    wanted = f"{module}.table_name_prefix"
    for view in world.project.views.values() if module else ():
        method = view.defs.get(wanted) if view.language == "ruby" else None
        if method is not None:
            return "_".join(snake(part) for part in module.split(".")) + "_"
    return ""


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
    yield _derived(definition, plural(snake(definition.name)))


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


FAMILY = EntityFamily("conventional-models", find)
