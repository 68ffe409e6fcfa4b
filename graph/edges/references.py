"""REFERENCES and DESCRIBES inside and out of contracts: `$ref` to the schema it names, and a schema to the type that carries its name.

Follows pointers as written; a name convention alone gives .6 and only where it is unique.
"""

from __future__ import annotations

import posixpath

from chunkers.symbol import Mention
from graph.definition import FileView
from graph.world import World, at_line, at_name


def add_contract_references(world: World) -> None:
    """Enter what contracts refer to."""
    pointers = {
        (view.path, symbol.pointer): world.named[view.path, symbol.qualified]
        for view in world.project.views.values()
        for symbol in view.facts.symbols
        if symbol.pointer and (view.path, symbol.qualified) in world.named
    }
    named: dict[str, list[str]] = {}
    for definition in world.project.definitions:
        if definition.is_type and not definition.view.test and definition.parent is None:
            named.setdefault(definition.name, []).append(definition.id)
    for view in world.project.views.values():
        for mention in view.facts.mentions:
            if mention.kind == "ref":
                _reference(world, view, mention, pointers)
        for symbol in view.facts.symbols:
            if symbol.kind == "schema" and len(named.get(symbol.name, ())) == 1:
                source = world.named.get((view.path, symbol.qualified))
                if source is not None and (symbol.pointer or "").count("/") > 1:
                    proof = [at_line(view.path, symbol.declaration_line)]
                    world.ledger.edge(
                        source,
                        named[symbol.name][0],
                        "DESCRIBES",
                        proof,
                        confidence=0.6,
                        resolution="convention",
                        rule="schema_named_like_type",
                    )


def _reference(world: World, view: FileView, mention: Mention, pointers: dict[tuple[str, str], str]) -> None:
    path, _, pointer = mention.target.partition("#")
    file = posixpath.normpath(path) if path else view.path
    target = pointers.get((file, pointer)) or (
        f"file:{file}" if not pointer and file in world.results and file != view.path else None
    )
    source = world.scope_id(view, mention.scope)
    if target is not None and target != source:
        world.ledger.edge(
            source,
            target,
            "REFERENCES",
            [at_name(view.path, mention)],
            confidence=1.0,
            resolution="exact",
            rule="pointer",
        )
