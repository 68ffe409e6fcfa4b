"""USES_FIXTURE: which pytest fixtures a test or another fixture asks for by the names of its parameters.

Takes the index, follows pytest's own look-up (the file, then the conftest files above it); fixtures of plug-ins are no nodes.
"""

from __future__ import annotations

from chunkers.symbol import Binding
from graph.definition import Definition
from graph.model import Evidence
from graph.resolve.python import PythonEngine
from graph.resolve.values import CONFIDENCE, Place
from graph.world import World, declared


def add_fixtures(world: World) -> None:
    """Enter an edge for each parameter that names a fixture of the repository."""
    engine = world.engines.get("python")
    if not isinstance(engine, PythonEngine):
        return
    for definition in world.project.definitions:
        if definition.view.language != "python" or not {"test", "fixture"} & set(definition.symbol.tags):
            continue
        at = Place(definition.view, definition.symbol.qualified, definition.symbol.declaration_line)
        for parameter in definition.symbol.parameters:
            fixture = engine.fixture(parameter.name, at)
            if fixture is not None and fixture.id != definition.id:
                world.ledger.edge(
                    definition.id,
                    fixture.id,
                    "USES_FIXTURE",
                    [_written(definition, parameter.name)],
                    confidence=CONFIDENCE["explicit_import"],
                    resolution="exact",
                    rule="fixture_name",
                )


def _written(definition: Definition, name: str) -> Evidence:
    """Return where the parameter stands."""
    found: list[Binding] = definition.view.bindings.get(definition.symbol.qualified, {}).get(name, [])
    for one in found:
        if one.how == "param" and one.column is not None:
            return Evidence(definition.view.path, one.line, one.column, one.line, one.column + len(name))
    return declared(definition)
