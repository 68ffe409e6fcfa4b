"""The record of a class that stands for a table and the form of a family. Knows no framework."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.definition import Definition
from graph.model import Evidence
from graph.world import World, at_line

LITERAL = 0.95
DERIVED = 0.8
_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Entity:
    """One mapping: `node` is the id of the class (or variable) that stands for `table`.

    `alias` is the name that queries call it by, "" for the class's own.
    """

    node: str
    table: str
    confidence: float
    rule: str
    evidence: Evidence
    definition: Definition | None = None
    alias: str = ""


@dataclass(frozen=True, slots=True)
class EntityFamily:
    """A plug-in: its name and the function that finds its entities."""

    name: str
    find: Callable[[World], Iterable[Entity]]


def snake(name: str) -> str:
    """Return `OrderLine` as `order_line`, `HTTPCall` as `http_call`."""
    return _SNAKE.sub("_", name).lower()


def derived(definition: Definition, name: str) -> Entity:
    """Return the mapping of a class to the name that its framework derives."""
    proof = at_line(definition.view.path, definition.symbol.declaration_line)
    return Entity(definition.id, name, DERIVED, "default_table_name", proof, definition)


def classes(world: World, language: str) -> list[Definition]:
    """Return the types of a language that are not tests."""
    return [one for one in world.project.classes.get(language, ()) if not one.view.test]
