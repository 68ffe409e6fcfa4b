"""Route nodes and ROUTES_TO edges from what the framework families found.

One node per application, method and full path; several registrations add evidence to it. A partial route keeps confidence .5.
"""

from __future__ import annotations

import graph.routes
from chunkers.plugins import discover
from chunkers.span import Span
from graph.model import GraphFinding, Node
from graph.routes.applications import told_apart
from graph.routes.route import Family, Route
from graph.world import World

_SURE = 0.97
_PARTIAL = 0.5


def add_routes(world: World) -> list[Route]:
    """Enter every route and return them, sorted by id, path and line."""
    seen = [route for family in discover(graph.routes, "FAMILY", Family) for route in family.find(world)]
    found: dict[tuple[str, str, int, str], Route] = {}
    for route in told_apart(seen, world.results):
        found.setdefault((route.id, route.view.path, route.line, route.handler.id if route.handler else ""), route)
    routes = [found[key] for key in sorted(found)]
    for route in routes:
        _enter(world, route)
    _ambiguous(world, routes)
    return routes


def _enter(world: World, route: Route) -> None:
    span = Span(route.line, route.line)
    name = f"{route.method} {route.path}"
    world.ledger.ensure(Node(route.id, "route", name, route.view.path, span, route.line, route.view.facts.language))
    world.ledger.edge(
        route.id,
        handler_id(world, route),
        "ROUTES_TO",
        route.evidence,
        confidence=_PARTIAL if route.partial else _SURE,
        resolution="inferred" if route.partial else "exact",
        rule=f"{route.framework}_route",
    )


def handler_id(world: World, route: Route) -> str:
    """Return the node that serves a route: its handler, else the scope of its registration."""
    return route.handler.id if route.handler is not None else world.scope_id(route.view, route.scope)


def _ambiguous(world: World, routes: list[Route]) -> None:
    handlers: dict[str, dict[str, Route]] = {}
    for route in routes:
        if not route.partial:
            handlers.setdefault(route.id, {}).setdefault(handler_id(world, route), route)
    for key in sorted(handlers):
        several = handlers[key]
        if len(several) > 1:
            first = next(iter(several.values()))
            world.findings.append(
                GraphFinding(
                    "ambiguous_route",
                    first.view.path,
                    first.line,
                    f"{first.method} {first.path} is registered for {len(several)} handlers",
                    "the framework takes one of them by order or by content type; keep one, or tell them apart",
                )
            )
