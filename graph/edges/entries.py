"""Entry points that are not HTTP: commands, message listeners, scheduled jobs, tasks. Each is a node that ROUTES_TO the code that serves it."""

from __future__ import annotations

import graph.entries
from chunkers.plugins import discover
from chunkers.span import Span
from graph.entries.entry import Entry, EntryFamily
from graph.model import Node
from graph.world import World


def add_entries(world: World) -> None:
    """Enter every entry point and what it leads to."""
    for family in discover(graph.entries, "FAMILY", EntryFamily):
        for entry in family.find(world):
            _enter(world, entry)


def _enter(world: World, entry: Entry) -> None:
    view = entry.view
    span = Span(entry.line, entry.line)
    world.ledger.ensure(Node(entry.id, entry.kind, entry.name, view.path, span, entry.line, view.facts.language))
    world.ledger.edge(
        entry.id, entry.target, "ROUTES_TO", [entry.evidence], confidence=0.95, resolution="exact", rule=entry.kind
    )
