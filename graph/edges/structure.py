"""Nodes of files, modules and symbols, and what holds what: DECLARES (file to symbol), CONTAINS (module to file, symbol to member).

Reads facts only; resolves nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from chunkers.span import Span
from chunkers.symbol import Symbol
from graph import ids
from graph.definition import Definition, FileView
from graph.model import Node
from graph.world import World, at_line, declared

_MODULES = frozenset({"python", "java", "kotlin", "scala", "groovy", "go", "csharp", "php"})
_WRITTEN = (1.0, "exact", "structure")
_SHARED = frozenset(
    {"config_key", "env_var", "table", "column", "rpc", "message", "service", "graphql_type", "graphql_field", "schema"}
)


def add_structure(world: World) -> None:
    """Enter every file, module and symbol and how they nest."""
    for path in sorted(world.results):
        facts = world.results[path].facts
        language = facts.language if facts else world.results[path].classification.language
        world.ledger.add(Node(f"file:{path}", "file", path.rsplit("/", 1)[-1], path, language=language))
    for view in world.project.views.values():
        _module(world, view)
    for definition in world.project.definitions:
        _definition(world, definition)
    common = _common_names(world)
    for view in world.project.views.values():
        if view.others:
            _format_symbols(world, view, common)


def _common_names(world: World) -> frozenset[str]:
    """Return the names that several files with migration steps share (`up.sql`, one script per database): a step's id takes the path there."""
    found = Counter(
        path.rsplit("/", 1)[-1]
        for path, view in world.project.views.items()
        if any(symbol.kind == "migration" for symbol in view.others)
    )
    return frozenset(name for name, count in found.items() if count > 1)


def _module(world: World, view: FileView) -> None:
    if view.language not in _MODULES or not view.container:
        return
    lone = view.language == "python"
    node = Node(
        f"module:{view.container}", "module", view.container, view.path if lone else None, language=view.language
    )
    world.ledger.ensure(node)
    world.ledger.edge(
        node.id,
        view.node,
        "CONTAINS",
        [at_line(view.path, 1)],
        confidence=1.0,
        resolution="exact",
        rule="structure",
    )


def _definition(world: World, definition: Definition) -> None:
    symbol, view = definition.symbol, definition.view
    kind = "test_case" if definition.is_test else symbol.kind
    if world.project.by_id[definition.id] is definition:
        span, line = symbol.span, symbol.declaration_line
        if definition.id in world.project.merged and view.language == "python":
            span, line = _extent(world, definition)
        language = symbol.language or view.facts.language
        world.ledger.add(Node(definition.id, kind, ids.display(symbol), view.path, span, line, language))
    parent = definition.parent
    source, what = (parent.id, "CONTAINS") if parent is not None else (view.node, "DECLARES")
    if source != definition.id:
        world.ledger.enter(source, definition.id, what, declared(definition), _WRITTEN)


def _extent(world: World, definition: Definition) -> tuple[Span, int]:
    """Return span and line of the name; a function with overload signatures begins, and is declared, with the first of them."""
    symbol, view = definition.symbol, definition.view
    stubs = [
        one.symbol
        for one in world.project.merged[definition.id]
        if one.view is view
        and view.roles.get(one.symbol.qualified) == "overload"
        and one.symbol.span.start_line < symbol.span.start_line
    ]
    if not stubs:
        return symbol.span, symbol.declaration_line
    first = min(stubs, key=lambda one: one.span.start_line)
    span = replace(
        symbol.span,
        start_line=first.span.start_line,
        start_column=first.span.start_column,
        start_byte=first.span.start_byte,
    )
    return span, first.declaration_line


def _format_symbols(world: World, view: FileView, common: frozenset[str]) -> None:
    facts = view.facts
    seen: dict[str, int] = {}
    named: dict[str, str] = {}
    headings = Counter(symbol.name for symbol in view.others if symbol.kind == "doc_section")
    for symbol in view.others:
        if symbol.kind == "config_key" and facts.category == "data":
            continue  # no program reads its settings from the rows of a table
        short = symbol.kind == "doc_section" and headings[symbol.name] == 1
        plain = f"doc:{facts.path}#{symbol.name}" if short else ids.format_id(facts, symbol, common)
        node_id = _unique(seen, plain, symbol)
        named[symbol.qualified] = node_id
        world.named.setdefault((facts.path, symbol.qualified), node_id)
        node = Node(
            node_id,
            symbol.kind,
            symbol.name,
            facts.path,
            symbol.span,
            symbol.declaration_line,
            symbol.language or facts.language,
        )
        world.ledger.ensure(node)
        parent = named.get(symbol.container) if symbol.container else None
        source, what = (parent, "CONTAINS") if parent and parent != node_id else (view.node, "DECLARES")
        world.ledger.enter(source, node_id, what, at_line(facts.path, symbol.declaration_line), _WRITTEN)


def _unique(seen: dict[str, int], node_id: str, symbol: Symbol) -> str:
    if symbol.kind in _SHARED:
        return node_id
    seen[node_id] = seen.get(node_id, 0) + 1
    return node_id if seen[node_id] == 1 else f"{node_id}~{seen[node_id]}"
