"""aiohttp: `add_get`-style calls, `add_routes` lists, route tables with decorators, sub-applications."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.mounts import Mounts
from graph.routes.route import ANY, VERBS, Family, Key, Route
from graph.routes.variables import made_by
from graph.world import World, at_name

_ADDING = {f"add_{verb}": verb.upper() for verb in VERBS}
_APPLICATION = "Application"
_TABLE = "RouteTableDef"


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every application and route table."""
    views = [
        view
        for view in world.project.views.values()
        if view.language == "python"
        and not view.test
        and any(item.module.split(".")[0] == "aiohttp" for item in view.facts.imports)
    ]
    mounts = Mounts()
    for view in views:
        for reference in view.facts.references:
            if reference.kind == "call" and reference.receiver:
                _hang(world, view, reference, mounts)
    for view in views:
        for definition in view.defs.values():
            for mark in definition.symbol.decorators:
                yield from _decorated(world, definition, mark, mounts)
        for reference in view.facts.references:
            if reference.kind == "call" and reference.receiver:
                yield from _called(world, view, reference, mounts)


def _key(world: World, expr: Expr, at: Place, mounts: Mounts) -> Key | None:
    """Return the application or table an expression holds; `app.router` is the application."""
    if expr and expr[0] == "attr" and expr[2] == "router" and isinstance(expr[1], tuple):
        expr = expr[1]
    made = made_by(world, expr, at)
    if made is not None and made.kind in {_APPLICATION, _TABLE}:
        mounts.router(made.key, root=made.kind == _APPLICATION)
        return made.key
    found = world.origin(expr, at)
    if found is not None and found.binding.how == "param" and found.binding.name == "app":
        mounts.router(found.key, root=True)
        return found.key
    return None


def _hang(world: World, view: FileView, reference: Reference, mounts: Mounts) -> None:
    at = Place(view, reference.scope, reference.line, reference.column)
    if reference.name == "add_subapp":
        parent, child = (
            _key(world, reference.receiver or (), at, mounts),
            _key(world, argument(reference, "subapp", 1) or (), at, mounts),
        )
        if parent and child:
            mounts.mount(
                parent, child, world.text(argument(reference, "prefix", 0), at), (at_name(view.path, reference),)
            )
    elif reference.name == "add_routes":
        parent, child = (
            _key(world, reference.receiver or (), at, mounts),
            _key(world, argument(reference, "routes", 0) or (), at, mounts),
        )
        if parent and child:
            mounts.mount(parent, child, "", (at_name(view.path, reference),))


def _decorated(world: World, definition: Definition, mark: Decorator, mounts: Mounts) -> Iterator[Route]:
    head, _, last = mark.name.rpartition(".")
    if last not in {*VERBS, "route", "view"} or not head or "." in head:
        return
    at = Place(definition.view, definition.symbol.container, mark.line)
    key = _key(world, ("name", head), at, mounts)
    if key is None:
        return
    verb = world.text(argument(mark.arguments, "method", 0), at) if last == "route" else last
    text = world.text(argument(mark.arguments, "path", 1 if last == "route" else 0), at)
    for prefix in mounts.prefixes(key):
        full = prefix.then(text, (at_name(definition.view.path, mark),))
        for method, handler in _verbs(definition, ANY if last == "view" or verb in {"*", None} else str(verb).upper()):
            yield full.route(method, "aiohttp", definition.view, mark.line, handler)


def _verbs(handler: Definition | None, verb: str) -> list[tuple[str, Definition | None]]:
    if handler is None or not handler.is_type:
        return [(verb, handler)]
    return [(one.upper(), handler.members[one][0]) for one in VERBS if one in handler.members] or [(verb, handler)]


def _called(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Iterator[Route]:
    at = Place(view, reference.scope, reference.line, reference.column)
    if reference.name in _ADDING or reference.name in {"add_route", "add_view"}:
        key = _key(world, reference.receiver or (), at, mounts)
        first = 1 if reference.name == "add_route" else 0
        verb = (
            _ADDING.get(reference.name) or (world.text(argument(reference, "method", 0), at) if first else ANY) or ANY
        )
    elif reference.name in {*VERBS, "route", "view"} and reference.receiver == ("name", "web"):
        key = _list_owner(world, view, reference, mounts)
        first = 1 if reference.name == "route" else 0
        verb = reference.name.upper() if reference.name in VERBS else ANY
    else:
        return
    if key is None:
        return
    handler = world.handler(argument(reference, "handler", first + 1), at)
    text = world.text(argument(reference, "path", first), at)
    for prefix in mounts.prefixes(key):
        full = prefix.then(text, (at_name(view.path, reference),))
        for method, target in _verbs(handler, ANY if verb == "*" else verb.upper()):
            yield full.route(method, "aiohttp", view, reference.line, target, reference.scope)


def _list_owner(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Key | None:
    """Return the application whose `add_routes([...])` call this `web.get(..)` stands in."""
    for line in range(reference.line, max(0, reference.line - 40), -1):
        for outer in view.calls_at.get(("add_routes", line), ()):
            if outer.receiver and (outer.end_line or outer.line) >= reference.line:
                return _key(world, outer.receiver, Place(view, outer.scope, outer.line), mounts)
    return None


FAMILY = Family("aiohttp", find)
