"""IMPORTS edges: from a file to the definition, file or external package that an import names."""

from __future__ import annotations

from chunkers.symbol import Import
from graph.definition import FileView
from graph.world import ECOSYSTEM, World, at_name

_INSIDE = (1.0, "exact", "import")
_OUTSIDE = (0.9, "exact", "external_import")


def add_imports(world: World) -> None:
    """Enter one edge per import and target."""
    for view in world.project.views.values():
        for item in view.facts.imports:
            target = _target(world, view, item)
            if target is None:
                continue
            inside = not target.startswith("external:")
            kind = "EXPORTS" if item.kind == "reexport" else "IMPORTS"
            world.ledger.enter(view.node, target, kind, at_name(view.path, item), _INSIDE if inside else _OUTSIDE)


def _target(world: World, view: FileView, item: Import) -> str | None:
    engine = world.engine(view)
    definition = engine.import_definition(item, view)
    if definition is not None:
        return None if definition.view.test and not view.test else definition.id
    file = engine.import_file(item, view)
    if file is not None:
        return None if file is view else file.node
    package = engine.import_package(item, view)
    if package is not None:
        return f"module:{package}"
    name = engine.external_import(item, view)
    return world.ledger.external(ECOSYSTEM.get(view.language, view.language or "unknown"), name) if name else None
