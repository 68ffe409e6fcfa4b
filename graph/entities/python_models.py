"""SQLAlchemy, SQLModel and Flask-SQLAlchemy models and `Table(...)` variables; Django models with their application's label."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition, FileView
from graph.entities.entity import DERIVED, LITERAL, Entity, EntityFamily, snake
from graph.resolve.origin import argument, call_of
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.world import World, at_line

_DJANGO = frozenset({"models.Model", "Model", "gis_models.Model", "TimeStampedModel", "PolymorphicModel", "MPTTModel"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mappings of every model class and table variable."""
    for definition in world.project.definitions:
        if definition.view.language == "python" and definition.is_type and not definition.view.test:
            yield from _named(world, definition) or _derived(world, definition)
    for view in world.project.views.values():
        if view.language == "python" and not view.test:
            yield from _tables(world, view)


def _bound(world: World, definition: Definition, scope: str, name: str) -> tuple[str, int] | None:
    view = definition.view
    for binding in view.bindings.get(scope, {}).get(name, ()):
        text = world.text(binding.value, Place(view, definition.symbol.qualified, binding.line))
        if text:
            return text, binding.line
    return None


def _named(world: World, definition: Definition) -> list[Entity]:
    own = definition.symbol.qualified
    for scope, name, rule in ((own, "__tablename__", "tablename"), (f"{own}.Meta", "db_table", "db_table")):
        found = _bound(world, definition, scope, name)
        if found is not None:
            text, line = found
            return [Entity(definition.id, text, LITERAL, rule, at_line(definition.view.path, line), definition)]
    return []


def _derived(world: World, definition: Definition) -> list[Entity]:
    bases = [text for line in hierarchy(world, definition) for _, text in line.symbol.supers]
    proof = at_line(definition.view.path, definition.symbol.declaration_line)
    if any(text.endswith("db.Model") for text in bases):
        return [Entity(definition.id, snake(definition.name), DERIVED, "default_table_name", proof, definition)]
    if any(text.rpartition(".")[2] == "SQLModel" for text in bases) and _keyed(definition):
        return [Entity(definition.id, definition.name.lower(), DERIVED, "default_table_name", proof, definition)]
    if _imports_django(world, definition) and set(bases) & _DJANGO and not _abstract(definition):
        label = _bound(world, definition, f"{definition.symbol.qualified}.Meta", "app_label")
        app = label[0] if label is not None else _app(definition.view.path)
        if app:
            name = f"{app}_{definition.name.lower()}"
            return [Entity(definition.id, name, DERIVED, "default_table_name", proof, definition)]
    return []


def _keyed(definition: Definition) -> bool:
    """Tell whether a class has a primary key: of SQLModel's classes those with `table=True` must have one."""
    return any(
        site.name == "Field" and site.scope == definition.symbol.qualified and argument(site, "primary_key")
        for site in definition.view.facts.references
    )


def _imports_django(world: World, definition: Definition) -> bool:
    return any(
        item.module.startswith("django.db") or item.module.startswith("django.contrib.gis")
        for line in hierarchy(world, definition)
        for item in line.view.facts.imports
    )


def _abstract(definition: Definition) -> bool:
    meta = definition.view.bindings.get(f"{definition.symbol.qualified}.Meta", {})
    return "abstract" in meta or "proxy" in meta


def _app(path: str) -> str:
    """Return the label of the application a model file belongs to: the package that holds `models`."""
    parts = path.split("/")
    for at in range(len(parts) - 1, 0, -1):
        if parts[at] in {"models", "models.py"}:
            return parts[at - 1]
    return parts[-2] if len(parts) > 1 else ""


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


FAMILY = EntityFamily("python-models", find)
