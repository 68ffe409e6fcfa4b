"""picocli: `@Command` classes with their sub-commands, by `subcommands` and by annotated methods."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr
from graph.definition import Definition
from graph.entries.entry import Entry, EntryFamily
from graph.resolve.origin import argument
from graph.routes.annotations import JVM, place_at, short
from graph.world import World, at_name

_RUNS = ("call", "run")
_DEPTH = 8


def find(world: World) -> Iterator[Entry]:
    """Yield the commands of every annotated class and method."""
    marked = [
        (definition, mark)
        for definition in world.project.marked
        if definition.view.language in JVM and not definition.view.test
        for mark in definition.symbol.decorators
        if short(mark) == "Command" and _names_picocli(definition)
    ]
    above: dict[str, list[Definition]] = {}
    for definition, mark in marked:
        for one in _classes(argument(mark.arguments, "subcommands")):
            child = world.handler(one, place_at(definition, mark))
            if child is not None:
                above.setdefault(child.id, []).append(definition)
        if definition.is_callable and definition.parent is not None:
            above.setdefault(definition.id, []).append(definition.parent)
    marks = {definition.id: mark for definition, mark in marked}
    for definition, mark in marked:
        for words in _words(world, definition, marks, above, 0):
            run = next((definition.members[name][0] for name in _RUNS if name in definition.members), definition)
            path = definition.view.path
            yield Entry("cli_command", words, definition.view, mark.line, at_name(path, mark), run.id)


def _names_picocli(definition: Definition) -> bool:
    return any(item.module.startswith("picocli") for item in definition.view.facts.imports)


def _classes(given: Expr | None) -> list[Expr]:
    """Return the class names of `X.class` and `{X.class, Y.class}`."""
    items = (
        [one for one in (given or ())[1:] if isinstance(one, tuple)] if given and given[0] == "list" else [given or ()]
    )
    return [one[1] for one in items if one and one[0] == "attr" and one[2] == "class" and isinstance(one[1], tuple)]


def _words(
    world: World, definition: Definition, marks: dict[str, Decorator], above: dict[str, list[Definition]], depth: int
) -> list[str]:
    mark = marks.get(definition.id)
    if mark is None or depth > _DEPTH:
        return [""]
    given = argument(mark.arguments, "name")
    name = world.text(given, place_at(definition, mark)) if given else definition.name if definition.is_callable else ""
    fronts = [front for one in above.get(definition.id, ()) for front in _words(world, one, marks, above, depth + 1)]
    found = [f"{front} {name}".strip() for front in fronts or [""]]
    return [words for words in found if words] if name else fronts if depth else []


FAMILY = EntryFamily("picocli", find)
