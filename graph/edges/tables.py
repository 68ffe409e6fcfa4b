"""MAPS_TO_TABLE, MIGRATES and QUERIES_TABLE: entities to tables, migrations to the tables they change, statements to those they read.

A literal name gives .95; a framework's default naming .8 (Spring's snake case) or .6; a name no DDL of the snapshot defines gets its own node.
"""

from __future__ import annotations

from bisect import bisect_left

import graph.entities
from chunkers.plugins import discover
from graph.definition import FileView
from graph.edges.queries import Entities, add_queries
from graph.edges.schema_names import SchemaNames
from graph.entities.entity import Entity, EntityFamily
from graph.world import World, at_line, at_name

_LITERAL = 0.9


def add_tables(world: World) -> None:
    """Enter which code and which migration stands for which table, and what queries which."""
    names = SchemaNames(world.ledger)
    entities = Entities()
    for family in discover(graph.entities, "FAMILY", EntityFamily):
        for entity in family.find(world):
            target = names.table(entity.table, certain=entity.confidence > _LITERAL)
            if target is not None:
                _mapped(world, entity, target)
                entities.enter(entity, target)
    for view in world.project.views.values():
        _statements(world, view, names)
        _history(world, view, names)
    add_queries(world, entities, names)


def _mapped(world: World, entity: Entity, target: str) -> None:
    world.ledger.edge(
        entity.node,
        target,
        "MAPS_TO_TABLE",
        [entity.evidence],
        confidence=entity.confidence,
        resolution="exact" if entity.confidence > _LITERAL else "convention",
        rule=entity.rule,
    )


def _statements(world: World, view: FileView, names: SchemaNames) -> None:
    for mention in view.facts.mentions:
        if mention.kind != "table":
            continue
        source = world.scope_id(view, mention.scope)
        name = mention.target
        target = names.table(name, certain=source.startswith("migration:"))
        if target is not None:
            kind = "MIGRATES" if source.startswith("migration:") else "QUERIES_TABLE"
            world.ledger.edge(
                source,
                target,
                kind,
                [at_name(view.path, mention)],
                confidence=0.97,
                resolution="exact",
                rule="sql_statement",
            )


def _history(world: World, view: FileView, names: SchemaNames) -> None:
    """Enter what each migration step does to tables and columns; the rule says how: `ddl_create`, `ddl_rename_to`, `undo_drop` ..."""
    written: dict[tuple[str, str], list[int]] = {}
    for symbol in view.others:
        if symbol.kind in {"table", "column"}:
            written.setdefault((symbol.kind, symbol.qualified.partition("~")[0]), []).append(symbol.declaration_line)
    for symbol in view.others:
        source = world.named.get((view.path, symbol.qualified)) if symbol.kind == "migration" else None
        for tag in symbol.tags if source else ():
            way, verb, kind, name = tag.split(":", 3)
            target = names.column(name) if kind == "column" else names.table(name, certain=True)
            lines = written.get((kind, name), [])
            place = bisect_left(lines, symbol.span.start_line)
            inside = place < len(lines) and lines[place] <= symbol.span.end_line
            proof = [at_line(view.path, lines[place] if inside else symbol.declaration_line)]
            if source and target:
                rule = f"{way}_{verb}"
                world.ledger.edge(source, target, "MIGRATES", proof, confidence=1.0, resolution="exact", rule=rule)
