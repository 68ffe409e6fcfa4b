"""Annotations of JVM frameworks: those of a definition with those of annotations declared in the repository, and the type hierarchy above it.

Shared by the annotation-driven families; knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable

from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.resolve.ancestry import Ancestry
from graph.resolve.values import Place
from graph.world import World

Mark = tuple[Decorator, Definition]
"""An annotation and the definition it stands on."""
JVM = frozenset({"java", "kotlin", "groovy"})


def short(mark: Decorator) -> str:
    """Return the simple name of an annotation."""
    return mark.name.rsplit(".", 1)[-1]


def effective(world: World, definition: Definition) -> list[Mark]:
    """Return the annotations of a definition and, one level deep, those of annotations declared in the repository."""
    found = [(mark, definition) for mark in definition.symbol.decorators]
    for mark in definition.symbol.decorators:
        value = world.engine(definition.view).named_type(mark.name, definition.view, definition.symbol.container)
        if value is not None and value.target is not None and value.target.kind == "annotation_type":
            found += [(inner, value.target) for inner in value.target.symbol.decorators]
    return found


def hierarchy(world: World, holder: Definition) -> list[Definition]:
    """Return a type and its supertypes in the repository, nearest first."""
    ancestry = getattr(world.engine(holder.view), "ancestry", None)
    return [line.definition for line in ancestry.of(holder)] if isinstance(ancestry, Ancestry) else [holder]


def inherited(
    world: World, method: Definition, lines: list[Definition], wanted: Callable[[Decorator], bool]
) -> list[Mark]:
    """Return the wanted annotations of a method, its own or those of the method that it overrides or implements."""
    own = [pair for pair in effective(world, method) if wanted(pair[0])]
    if own:
        return own
    for base in lines:
        for other in base.members.get(method.name, ()):
            if other is not method and len(other.symbol.parameters) == len(method.symbol.parameters):
                above = [pair for pair in effective(world, other) if wanted(pair[0])]
                if above:
                    return above
    return []


def place_at(at: Definition, mark: Decorator) -> Place:
    """Return where the arguments of an annotation are read: inside the type that it stands on or in."""
    return Place(at.view, at.symbol.qualified if at.is_type else at.symbol.container, mark.line)
