"""FastAPI and Starlette: decorators on applications and routers, `include_router` prefixes across files, mounts, `api_route`, websockets.

Only a receiver made by FastAPI, Starlette or APIRouter registers routes.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.mounts import Mounts
from graph.routes.route import VERBS, Family, Route
from graph.routes.variables import Made, made_by
from graph.world import World, at_name

_APPS = frozenset({"FastAPI", "Starlette"})
_ROUTERS = frozenset({"APIRouter", "Router", "InferringRouter"})
_REGISTERING = frozenset({*VERBS, "api_route", "route", "websocket", "websocket_route"})
_INCLUDING = frozenset({"include_router", "mount"})
_ADDING = frozenset({"add_api_route", "add_route", "add_api_websocket_route", "add_websocket_route"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every application and router."""
    views = [view for view in world.project.views.values() if view.language == "python" and not view.test]
    mounts = Mounts()
    for view in views:
        _inclusions(world, view, mounts)
    for view in views:
        for definition in view.marked:
            for mark in definition.symbol.decorators:
                yield from _decorated(world, definition, mark, mounts)
        for reference in world.sites.within(view, _ADDING):
            if reference.kind == "call" and reference.receiver:
                yield from _added(world, view, reference, mounts)


def _made(world: World, expr: Expr, at: Place, mounts: Mounts) -> Made | None:
    made = made_by(world, expr, at)
    if made is None or made.kind not in _APPS | _ROUTERS or made.dotted.startswith("rest_framework"):
        return None
    if made.kind in _APPS:
        mounts.router(made.key, root=True)
        return made
    prefix: str | None = ""
    proof: tuple[Evidence, ...] = ()
    given = argument(made.call, "prefix") if made.call is not None else None
    if given and made.call is not None:
        prefix = world.text(given, Place(made.view, made.call.scope, made.call.line))
        proof = (at_name(made.view.path, made.call),)
    mounts.router(made.key, root=False, prefix=prefix, evidence=proof)
    return made


def _inclusions(world: World, view: FileView, mounts: Mounts) -> None:
    for reference in world.sites.within(view, _INCLUDING):
        if reference.kind != "call" or not reference.receiver:
            continue
        at = Place(view, reference.scope, reference.line, reference.column)
        mounting = reference.name == "mount"
        child_expr = argument(reference, "app", 1) if mounting else argument(reference, "router", 0)
        parent = _made(world, reference.receiver, at, mounts)
        child = _made(world, child_expr, at, mounts) if child_expr else None
        if parent is None or child is None or parent.key == child.key:
            continue
        given = argument(reference, "path", 0) if mounting else argument(reference, "prefix")
        text = world.text(given, at) if given else ""
        mounts.mount(parent.key, child.key, text, (at_name(view.path, reference),))


def _decorated(world: World, definition: Definition, mark: Decorator, mounts: Mounts) -> Iterator[Route]:
    head, _, last = mark.name.rpartition(".")
    if last not in _REGISTERING or not head:
        return
    at = Place(definition.view, definition.symbol.container, mark.line)
    first, *rest = head.split(".")
    expr: Expr = ("self",) if first == "self" else ("name", first)
    for part in rest:
        expr = ("attr", expr, part)
    holder = _made(world, expr, at, mounts)
    if holder is None:
        return
    given = argument(mark.arguments, "path", 0)
    text = world.text(given, at) if given else ""
    verbs = _verbs(world, last, mark, at)
    proof = (at_name(definition.view.path, mark),)
    for prefix in mounts.prefixes(holder.key):
        full = prefix.then(text, proof)
        for verb in verbs:
            yield full.route(verb, "fastapi", definition.view, mark.line, definition)


def _verbs(world: World, last: str, mark: Decorator | Reference, at: Place) -> list[str]:
    if last in VERBS:
        return [last.upper()]
    if "websocket" in last:
        return ["WS"]
    given = argument(mark.arguments, "methods")
    return [text.upper() for text in world.texts(given, at) if text] or ["GET"] if given else ["GET"]


def _added(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Iterator[Route]:
    at = Place(view, reference.scope, reference.line, reference.column)
    holder = _made(world, reference.receiver or (), at, mounts)
    if holder is None:
        return
    given = argument(reference, "path", 0)
    text = world.text(given, at) if given else ""
    handler = world.handler(argument(reference, "endpoint", 1) or argument(reference, "route", 1), at)
    proof = (at_name(view.path, reference),)
    for prefix in mounts.prefixes(holder.key):
        full = prefix.then(text, proof)
        for verb in _verbs(world, reference.name, reference, at):
            yield full.route(verb, "fastapi", view, reference.line, handler, reference.scope)


FAMILY = Family("fastapi", find)
