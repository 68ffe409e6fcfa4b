"""MAPS_TO_TABLE, MIGRATES and QUERIES_TABLE: entities to tables, migrations to the tables they change, statements to those they read.

A literal name gives .95; a framework's default naming .8 (Spring's snake case) or .6; a name no DDL of the snapshot defines gets its own node.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from chunkers.symbol import Decorator
from graph.definition import Definition, FileView
from graph.edges.schema_names import SchemaNames
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_line, at_name

_LITERAL = 0.9
_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def add_tables(world: World) -> None:
    """Enter which code and which migration stands for which table."""
    names = SchemaNames(world.ledger)
    for view in world.project.views.values():
        for definition in view.defs.values():
            if definition.is_type and not view.test:
                for name, confidence, rule, proof in _mapped(world, definition):
                    target = names.table(name, certain=confidence > _LITERAL)
                    if target is not None:
                        resolution = "exact" if confidence > _LITERAL else "convention"
                        world.ledger.edge(
                            definition.id,
                            target,
                            "MAPS_TO_TABLE",
                            [proof],
                            confidence=confidence,
                            resolution=resolution,
                            rule=rule,
                        )
        _statements(world, view, names)
        _history(world, view, names)


def _mapped(world: World, definition: Definition) -> Iterator[tuple[str, float, str, Evidence]]:
    view, symbol = definition.view, definition.symbol
    marks = {mark.name.rsplit(".", 1)[-1]: mark for mark in symbol.decorators}
    table = marks.get("Table")
    at = Place(view, symbol.qualified, symbol.declaration_line)
    if "Entity" in marks or table is not None:
        name = _literal(world, table, at) or (
            _literal(world, marks.get("Entity"), at) if view.language in {"typescript", "tsx"} else None
        )
        if name:
            yield name, 0.95, "table_annotation", at_name(view.path, table or marks["Entity"])
        else:
            yield (
                _SNAKE.sub("_", symbol.name).lower(),
                0.8,
                "default_table_name",
                at_line(view.path, symbol.declaration_line),
            )
    for binding in view.bindings.get(symbol.qualified, {}).get("__tablename__", ()):
        text = world.text(binding.value, at)
        if text:
            yield text, 0.95, "tablename", at_line(view.path, binding.line)
    for binding in view.bindings.get(f"{symbol.qualified}.Meta", {}).get("db_table", ()):
        text = world.text(binding.value, at)
        if text:
            yield text, 0.95, "db_table", at_line(view.path, binding.line)


def _literal(world: World, mark: Decorator | None, at: Place) -> str | None:
    if mark is None:
        return None
    return world.text(argument(mark.arguments, "name") or argument(mark.arguments, "value", 0), at)


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
    for symbol in view.facts.symbols:
        if symbol.kind in {"table", "column"}:
            written.setdefault((symbol.kind, symbol.qualified.partition("~")[0]), []).append(symbol.declaration_line)
    for symbol in view.facts.symbols:
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
