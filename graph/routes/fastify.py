"""Fastify: verb calls and `route({method, url})` on an instance, plug-ins registered below a prefix."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.values import Place
from graph.routes.route import ANY, Family, Key, Route
from graph.routes.script_routers import FRAMEWORK_VERBS, Makers, callable_argument, chain_of, option, script_views
from graph.world import World, at_name, place_of

_VERBS = frozenset({*FRAMEWORK_VERBS, "route"})
_REGISTERING = frozenset({"register"})
_MADE = frozenset({"fastify", "fastify.default", "fastify.fastify", "fastify.Fastify"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every instance and plug-in."""
    views = script_views(world, "fastify", "fastify-plugin")
    makers = Makers(_MADE, frozenset())
    for _ in range(3 if views else 0):  # a plug-in registers plug-ins: each round opens one more level
        for view in views:
            for reference in world.sites.within(view, _REGISTERING):
                if reference.kind == "call" and reference.receiver:
                    _register(world, makers, view, reference)
    for view in views:
        for reference in world.sites.within(view, _VERBS):
            if reference.kind == "call" and reference.receiver:
                yield from _registered(world, makers, view, reference)


def _register(world: World, makers: Makers, view: FileView, reference: Reference) -> None:
    at = place_of(view, reference)
    parent = chain_of(world, makers, reference.receiver or (), at)
    plugin = _plugin(world, reference, at)
    if parent is None or plugin is None or not plugin.symbol.parameters:
        return
    key: Key = (plugin.view.path, plugin.symbol.qualified, plugin.symbol.parameters[0].name)
    given = option(reference.arguments[1].value if len(reference.arguments) > 1 else None, "prefix")
    text = world.text(given, at) if given else ""
    entry = (parent.key, text, (at_name(view.path, reference),))
    if entry not in makers.mounts.above[key]:
        makers.mounts.above[key].append(entry)


def _plugin(world: World, reference: Reference, at: Place) -> Definition | None:
    expr: Expr = reference.arguments[0].value if reference.arguments else ()
    if expr and expr[0] == "call" and expr[1] == ("name", "require"):
        for site in at.view.calls_at.get(("require", reference.line), ()):
            text = world.text(site.arguments[0].value if site.arguments else None, at)
            file = world.engine(at.view).named_file(text, at.view) if text else None
            if file is not None:
                return world.handler(
                    ("name", world.engine(file).exported_name(file, "default")), Place(file, "", 1 << 30)
                )
    return world.handler(expr, at)


def _registered(world: World, makers: Makers, view: FileView, reference: Reference) -> Iterator[Route]:
    at = place_of(view, reference)
    chain = chain_of(world, makers, reference.receiver or (), at)
    if chain is None or not reference.arguments:
        return
    first = reference.arguments[0].value
    if reference.name == "route":
        verbs = [text.upper() for text in world.texts(option(first, "method"), at) if text] or [ANY]
        text, handler = world.text(option(first, "url"), at), world.handler(option(first, "handler"), at)
    else:
        if len(reference.arguments) < 2:  # noqa: PLR2004 - a path and a handler
            return
        verbs = [FRAMEWORK_VERBS[reference.name]]
        text, handler = world.text(first, at), world.handler(callable_argument(reference), at)
    proof = (at_name(view.path, reference),)
    for outer in makers.mounts.prefixes(chain.key):
        full = outer.then(text, proof)
        for verb in verbs:
            yield full.route(verb, "fastify", view, reference.line, handler, reference.scope)


FAMILY = Family("fastify", find)
