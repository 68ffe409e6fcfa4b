"""Cobra commands: the first word of `Use`, those of the commands they are added to in front, and the function that runs them."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.entries.entry import Entry, EntryFamily
from graph.resolve.origin import argument, call_of
from graph.resolve.values import Place
from graph.routes.route import Key
from graph.world import World, at_name, place_of

_RUNS = ("RunE", "Run", "PreRunE", "PreRun")
_DEPTH = 10


def find(world: World) -> Iterator[Entry]:
    """Yield the commands of every Go file."""
    views = [
        view
        for view in world.project.views.values()
        if view.language == "go" and not view.test and any("spf13/cobra" in item.module for item in view.facts.imports)
    ]
    tree = _Tree(world, views)
    for view in views:
        for site in view.facts.references:
            if site.kind == "new" and site.name == "Command" and argument(site, "Use"):
                yield from _command(world, tree, view, site)


def _command(world: World, tree: _Tree, view: FileView, site: Reference) -> Iterator[Entry]:
    run = next((given for name in _RUNS if (given := argument(site, name))), None)
    key = tree.key_of_literal(view, site)
    if run is None or key is None:
        return
    at = place_of(view, site)
    handler = world.handler(run, at)
    for words in tree.words(key, 0):
        target = handler.id if handler is not None else tree.holder(view, site, key)
        yield Entry("cli_command", words, view, site.line, at_name(view.path, site), target)


class _Tree:
    """Which command holds which."""

    def __init__(self, world: World, views: list[FileView]) -> None:
        self._world = world
        self._names: dict[Key, str] = {}
        self._above: dict[Key, list[Key]] = {}
        for view in views:
            for site in view.facts.references:
                if site.kind == "new" and site.name == "Command":
                    key = self.key_of_literal(view, site)
                    use = world.text(argument(site, "Use"), place_of(view, site))
                    if key is not None and use:
                        self._names[key] = use.split()[0]
        for view in views:
            for site in view.facts.references:
                if site.kind == "call" and site.name == "AddCommand" and site.receiver:
                    self._add(view, site)

    def _add(self, view: FileView, site: Reference) -> None:
        at = Place(view, site.scope, site.end_line or site.line, 1 << 20)
        parent = self._key_of(site.receiver or (), at)
        for one in site.arguments:
            child = self._key_of(one.value, at)
            if parent is not None and child is not None and parent != child:
                self._above.setdefault(child, []).append(parent)

    def key_of_literal(self, view: FileView, site: Reference) -> Key | None:
        """Return the variable a command literal is bound to, else the function that returns it."""
        for name, bound in view.bindings.get(site.scope, {}).items():
            for binding in bound:
                if binding.line <= site.line <= binding.line + 1 and call_of(binding, view) is site:
                    return (view.path, site.scope, name)
        return (view.path, site.scope, "<return>") if site.scope else None

    def _key_of(self, expr: Expr, at: Place) -> Key | None:
        if expr and expr[0] == "call" and isinstance(expr[1], tuple):
            answer = self._world.engine(at.view).callees(expr[1], 0, at, 0)
            target = answer.targets[0][0] if answer.targets else None
            return self._made_in(target.view, target.symbol.qualified) if target is not None else None
        found = self._world.origin(expr, at) if expr else None
        if found is None:
            return None
        value = found.binding.value
        if value and value[0] == "call":
            return self._key_of(value, Place(found.view, found.binding.scope, found.binding.line, 1 << 20)) or found.key
        return found.key

    def _made_in(self, view: FileView, scope: str) -> Key | None:
        """Return the command that a function makes: the first of its own."""
        known = [key for key in self._names if key[:2] == (view.path, scope)]
        return known[0] if known else None

    def words(self, key: Key, depth: int) -> list[str]:
        """Return the full names of a command, once per place where it is added."""
        name = self._names.get(key, "")
        parents = self._above.get(key, ())
        if not parents or depth > _DEPTH:
            return [name] if name else []
        return [f"{front} {name}".strip() for parent in parents for front in self.words(parent, depth + 1)]

    def holder(self, view: FileView, site: Reference, key: Key) -> str:
        """Return the node of a command whose function has no name: its variable, else the scope around."""
        definition = view.defs.get(key[2]) if not key[1] else None
        named = self._world.named.get((view.path, key[2]))
        return definition.id if definition is not None else named or self._world.scope_id(view, site.scope)


FAMILY = EntryFamily("cobra", find)
