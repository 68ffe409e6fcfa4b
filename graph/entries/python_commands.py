"""Commands of Click, Typer and their kin: the words of the groups in front, `add_command` and `add_typer` across files; argparse sub-parsers."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.entries.entry import Entry, EntryFamily
from graph.resolve.origin import argument, call_of
from graph.resolve.values import Place
from graph.routes.variables import made_by
from graph.world import World, at_name, place_of

_GROUPS = frozenset({"group", "Group", "Typer", "AppGroup", "FlaskGroup"})
_MODULES = frozenset({"click", "typer", "", "rich_click", "asyncclick"})
_HANGING = frozenset({"add_command", "add_typer"})
_DEFAULTS = frozenset({"set_defaults"})
_DEPTH = 8
Target = tuple[str, str, str]
"""A group or command: (path, scope, name) of its function or variable."""


def find(world: World) -> Iterator[Entry]:
    """Yield the commands of every Python file."""
    views = [view for view in world.project.views.values() if view.language == "python" and not view.test]
    hung = _Hung(world, views)
    for view in views:
        for definition in view.marked:
            for mark in definition.symbol.decorators if definition.is_callable else ():
                if mark.name.rpartition(".")[2] in {"command", *_GROUPS}:
                    for words in hung.words(definition, mark, 0):
                        yield Entry("cli_command", words, view, mark.line, at_name(view.path, mark), definition.id)
        yield from _parsers(world, view)


class _Hung:
    """Which group a group or a command hangs on, and under which name."""

    def __init__(self, world: World, views: list[FileView]) -> None:
        self._world = world
        self._above: dict[Target, list[tuple[Expr, Place, str | None]]] = {}
        for view in views:
            for site in world.sites.within(view, _HANGING):
                if site.kind == "call" and site.receiver:
                    at = place_of(view, site)
                    child = self._key(argument(site, "cmd", 0) or argument(site, "typer_instance", 0), at)
                    given = argument(site, "name", 1 if site.name == "add_command" else None)
                    if child is not None:
                        name = world.text(given, at)
                        self._above.setdefault(child, []).append((site.receiver, at, name))

    def _key(self, expr: Expr | None, at: Place) -> Target | None:
        if not expr:
            return None
        found = self._world.handler(expr, at)
        if found is not None:
            return (found.view.path, "", found.symbol.qualified)
        made = made_by(self._world, expr, at)
        return made.key if made is not None else None

    def words(self, definition: Definition, mark: Decorator, depth: int) -> list[str]:
        """Return the full names of a command: those of its groups in front, once per place where it hangs."""
        head = mark.name.rpartition(".")[0]
        at = Place(definition.view, definition.symbol.container, mark.line)
        name = self._world.text(argument(mark.arguments, "name", 0), at) or _default(definition.name)
        if depth > _DEPTH:
            return []
        if head in _MODULES:
            return self._below((definition.view.path, "", definition.symbol.qualified), name, depth)
        fronts = self._group(_dotted(head), at, depth + 1)
        return [f"{front} {name}".strip() for front in fronts]

    def _below(self, key: Target, name: str, depth: int) -> list[str]:
        hung = self._above.get(key, ())
        if not hung or depth > _DEPTH:
            return [name]
        return [
            f"{front} {given or name}".strip() for expr, at, given in hung for front in self._group(expr, at, depth + 1)
        ]

    def _group(self, expr: Expr, at: Place, depth: int) -> list[str]:
        """Return the words in front of what hangs on a group; [] when it is none."""
        outer = self._world.handler(expr, at)
        if outer is not None and outer.is_callable:
            for own in outer.symbol.decorators:
                if own.name.rpartition(".")[2] in _GROUPS:
                    return self.words(outer, own, depth)
            return []
        made = made_by(self._world, expr, at)
        if made is None or made.kind not in _GROUPS or depth > _DEPTH:
            return []
        named = argument(made.call, "name", 0 if made.kind == "AppGroup" else None) if made.call is not None else None
        own_name = self._world.text(named, Place(made.view, made.key[1], made.call.line)) if named and made.call else ""
        return self._below(made.key, own_name or "", depth)


def _default(name: str) -> str:
    return name.replace("_", "-").removesuffix("-command")


def _dotted(name: str) -> Expr:
    first, *rest = name.split(".")
    expr: Expr = ("name", first)
    for part in rest:
        expr = ("attr", expr, part)
    return expr


def _parsers(world: World, view: FileView) -> Iterator[Entry]:
    """Yield the sub-commands of argparse: `subs.add_parser("run")` with the function its defaults name."""
    for site in world.sites.within(view, _DEFAULTS):
        if site.kind == "call" and site.receiver and site.receiver[0] == "name":
            found = world.origin(site.receiver, place_of(view, site))
            parser = call_of(found.binding, found.view) if found is not None else None
            if found is None or parser is None or parser.name != "add_parser":
                continue
            name = world.text(argument(parser, "name", 0), place_of(found.view, parser))
            for one in site.arguments:
                handler = world.handler(one.value, place_of(view, site)) if one.keyword else None
                if name and handler is not None and handler.is_callable:
                    words = f"{_program(world, parser, found.view)} {name}".strip()
                    line = parser.line
                    yield Entry("cli_command", words, found.view, line, at_name(found.view.path, parser), handler.id)


def _program(world: World, parser: Reference, view: FileView) -> str:
    """Return the words in front of a sub-parser: the program's name, or those of the sub-parser that holds it."""
    words = ""
    for _ in range(_DEPTH):
        group = world.origin(parser.receiver or (), place_of(view, parser))
        made = call_of(group.binding, group.view) if group is not None else None
        if group is None or made is None or made.name != "add_subparsers" or not made.receiver:
            return words
        outer = world.origin(made.receiver, place_of(group.view, made))
        above = call_of(outer.binding, outer.view) if outer is not None else None
        if outer is None or above is None:
            return words
        view, parser = outer.view, above
        named = argument(above, "name", 0) if above.name == "add_parser" else argument(above, "prog", 0)
        words = f"{world.text(named, place_of(view, above)) or ''} {words}".strip()
        if above.name != "add_parser":
            return words
    return words


FAMILY = EntryFamily("python-commands", find)
