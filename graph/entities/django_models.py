"""Django models: `db_table`, else the label of the application and the name of the class."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition
from graph.entities.entity import LITERAL, Entity, EntityFamily, classes, derived
from graph.entities.sqlalchemy import bound_text
from graph.routes.annotations import hierarchy
from graph.world import World, at_line

_DJANGO = frozenset({"models.Model", "Model", "gis_models.Model", "TimeStampedModel", "PolymorphicModel", "MPTTModel"})


def find(world: World) -> Iterator[Entity]:
    """Yield the mapping of every model."""
    for definition in classes(world, "python"):
        named = bound_text(world, definition, f"{definition.symbol.qualified}.Meta", "db_table")
        if named is not None:
            text, line = named
            yield Entity(definition.id, text, LITERAL, "db_table", at_line(definition.view.path, line), definition)
        elif _is_model(world, definition):
            if _migrated(world, definition):
                yield derived(definition, definition.name)
                continue
            label = bound_text(world, definition, f"{definition.symbol.qualified}.Meta", "app_label")
            app = label[0] if label is not None else _app(definition.view.path)
            if app:
                yield derived(definition, f"{app}_{definition.name.lower()}")


def _migrated(world: World, definition: Definition) -> bool:
    """Tell whether the migrations of the model's own application create its table, which they call by the model's name."""
    node = world.ledger.nodes.get(f"table:{definition.name}")
    if node is None or node.path is None or "/migrations/" not in f"/{node.path}":
        return False
    application = f"/{node.path}".partition("/migrations/")[0]
    return f"/{definition.view.path}".startswith(f"{application}/models")


def _is_model(world: World, definition: Definition) -> bool:
    bases = {text for line in hierarchy(world, definition) for _, text in line.symbol.supers}
    return bool(bases & _DJANGO) and _imports_django(world, definition) and not _abstract(definition)


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


FAMILY = EntityFamily("django", find)
