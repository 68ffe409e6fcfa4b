"""Flask and Quart: `@app.route`, verb shortcuts, `add_url_rule`, method views, blueprints and where they are registered.

A prefix given at registration replaces the blueprint's own; nested blueprints concatenate.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Argument, Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.mounts import Mounts
from graph.routes.route import VERBS, Family, Key, Prefix, Route
from graph.routes.variables import Made, made_by
from graph.world import World, at_name

_APPS = frozenset({"Flask", "Quart", "APIFlask", "OpenAPI"})
_BLUEPRINTS = frozenset({"Blueprint", "APIBlueprint"})
_REGISTERING = frozenset({"register_blueprint"})
_RULES = frozenset({"add_url_rule"})
_DECORATORS = frozenset({"route", *VERBS, "websocket"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every application and blueprint."""
    views = [view for view in world.project.views.values() if view.language == "python" and not view.test]
    mounts = Mounts()
    for view in views:
        _registrations(world, view, mounts)
    for view in views:
        for definition in view.marked:
            for mark in definition.symbol.decorators:
                yield from _decorated(world, definition, mark, mounts)
        for reference in world.sites.within(view, _RULES):
            if reference.kind == "call" and reference.receiver:
                yield from _added(world, view, reference, mounts)


def _made(world: World, expr: Expr, at: Place, mounts: Mounts) -> Made | None:
    """Return the application or blueprint that `expr` holds, entered into `mounts`."""
    made = made_by(world, expr, at)
    if made is None:
        return _parameter(world, expr, at, mounts)
    if made.kind in _APPS:
        mounts.router(made.key, root=True)
    elif made.kind in _BLUEPRINTS:
        prefix: str | None = ""
        proof: tuple[Evidence, ...] = ()
        given = argument(made.call, "url_prefix") if made.call is not None else None
        if given and made.call is not None and given != ("lit", "null"):
            prefix = world.text(given, Place(made.view, made.call.scope, made.call.line))
            proof = (at_name(made.view.path, made.call),)
        mounts.router(made.key, root=False, prefix=prefix, evidence=proof)
    else:
        return None
    return made


def _parameter(world: World, expr: Expr, at: Place, mounts: Mounts) -> Made | None:
    """Read a parameter called `app` in `init_app(app)`-like functions as the application."""
    found = world.origin(expr, at)
    if (
        found is None
        or found.binding.how != "param"
        or found.binding.name not in {"app", "application", "flask_app"}
        or found.binding.type
    ):
        return None
    mounts.router(found.key, root=True)
    return Made("Flask", "flask.Flask", found.key, None, found.view)


def _registrations(world: World, view: FileView, mounts: Mounts) -> None:
    for reference in world.sites.within(view, _REGISTERING):
        if reference.kind != "call" or not reference.receiver:
            continue
        at = Place(view, reference.scope, reference.line, reference.column)
        child_expr = argument(reference, "blueprint", 0)
        parent = _made(world, reference.receiver, at, mounts)
        child = _made(world, child_expr, at, mounts) if child_expr else None
        if parent is None or child is None:
            continue
        given = argument(reference, "url_prefix")
        proof = (at_name(view.path, reference),)
        if given and given != ("lit", "null"):
            mounts.above[child.key].append((parent.key, _override(world.text(given, at)), proof))
        else:
            mounts.mount(parent.key, child.key, "", proof)


class _Replaced(str):
    """A registration prefix: it stands in place of the blueprint's own."""

    __slots__ = ()


def _override(text: str | None) -> str | None:
    return None if text is None else _Replaced(text)


def _prefixes(key: Key, mounts: Mounts) -> list[Prefix]:
    """Return the full prefixes of a blueprint; a registration prefix silences the one it was made with."""
    own, proof = mounts.own.get(key, ("", ()))
    replaced = [one for one in mounts.above.get(key, []) if isinstance(one[1], _Replaced) or one[1] is None]
    if not replaced:
        return mounts.prefixes(key)
    plain = [one for one in mounts.above[key] if one not in replaced]
    found: list[Prefix] = []
    for parent, text, evidence in replaced:
        found += [outer.then(text, evidence) for outer in _prefixes(parent, mounts)]
    for parent, text, evidence in plain:
        found += [outer.then(text, evidence).then(own, proof) for outer in _prefixes(parent, mounts)]
    return found


def _decorated(world: World, definition: Definition, mark: Decorator, mounts: Mounts) -> Iterator[Route]:
    head, _, last = mark.name.rpartition(".")
    if last not in _DECORATORS or not head:
        return
    at = Place(definition.view, definition.symbol.container, mark.line)
    holder = _made(world, _dotted(head), at, mounts)
    if holder is None:
        return
    verbs = (
        ["WS"]
        if last == "websocket"
        else _methods(world, mark.arguments, at, definition)
        if last == "route"
        else [last.upper()]
    )
    text = world.text(argument(mark.arguments, "rule", 0), at)
    proof = (at_name(definition.view.path, mark),)
    for prefix in _prefixes(holder.key, mounts):
        full = prefix.then(text, proof)
        for verb in verbs:
            yield full.route(verb, "flask", definition.view, mark.line, definition)


def _added(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Iterator[Route]:
    at = Place(view, reference.scope, reference.line, reference.column)
    holder = _made(world, reference.receiver or (), at, mounts)
    if holder is None:
        return
    expr = argument(reference, "view_func", 2)
    handler = _view_function(world, expr, at)
    text = world.text(argument(reference, "rule", 0), at)
    proof = (at_name(view.path, reference),)
    for prefix in _prefixes(holder.key, mounts):
        full = prefix.then(text, proof)
        for verb in _methods(world, reference.arguments, at, handler):
            target = _verb_method(handler, verb)
            yield full.route(verb, "flask", view, reference.line, target, reference.scope)


def _view_function(world: World, expr: Expr | None, at: Place) -> Definition | None:
    if expr and expr[0] == "call" and isinstance(expr[1], tuple) and expr[1][0] == "attr" and expr[1][2] == "as_view":
        expr = expr[1][1] if isinstance(expr[1][1], tuple) else None
    return world.handler(expr, at)


def _verb_method(handler: Definition | None, verb: str) -> Definition | None:
    if handler is None or not handler.is_type:
        return handler
    named = handler.members.get(verb.lower()) or handler.members.get("dispatch_request")
    return named[0] if named else handler


def _methods(world: World, arguments: tuple[Argument, ...], at: Place, handler: Definition | None) -> list[str]:
    given = argument(arguments, "methods")
    if given:
        return [text.upper() for text in world.texts(given, at) if text] or ["GET"]
    if handler is not None and handler.is_type:
        return [verb.upper() for verb in VERBS if verb in handler.members] or ["GET"]
    return ["GET"]


def _dotted(name: str) -> Expr:
    first, *rest = name.split(".")
    expr: Expr = ("self",) if first == "self" else ("name", first)
    for part in rest:
        expr = ("attr", expr, part)
    return expr


FAMILY = Family("flask", find)
