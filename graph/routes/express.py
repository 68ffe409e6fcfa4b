"""Express, Koa (router) and Hono: verb calls on applications and routers, `use`/`route` mounts across files, route chains, base paths."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.model import Evidence
from graph.routes.route import ANY, Family, Key, Prefix, Route
from graph.routes.script_routers import FRAMEWORK_VERBS, Chain, Makers, Step, callable_argument, chain_of, script_views
from graph.world import World, at_name, place_of

_EXPRESS = (
    "express",
    frozenset({"express", "express.default"}),
    frozenset({"express.Router", "express.default.Router"}),
    None,
)
_KOA = (
    "koa",
    frozenset({"koa", "koa.default"}),
    frozenset({"@koa/router", "@koa/router.default", "koa-router", "koa-router.default"}),
    "prefix",
)
_HONO = ("hono", frozenset({"hono.Hono", "@hono/zod-openapi.OpenAPIHono"}), frozenset[str](), None)
_PACKAGES = {"express": ("express",), "koa": ("@koa/router", "koa-router"), "hono": ("hono", "@hono/zod-openapi")}
_VERBS = frozenset({*FRAMEWORK_VERBS, "on"})
_MOUNTING = frozenset({"use", "route", "mount"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of the three frameworks; each has its own routers."""
    for name, applications, routers, option in (_EXPRESS, _KOA, _HONO):
        views = script_views(world, *_PACKAGES[name])
        if not views:
            continue
        makers = Makers(applications, routers, option)
        for view in views:
            for reference in world.sites.within(view, _MOUNTING):
                if reference.kind == "call" and reference.receiver:
                    _mount(world, makers, view, reference, name)
        for view in views:
            for reference in world.sites.within(view, _VERBS):
                if reference.kind == "call" and reference.receiver:
                    yield from _registered(world, makers, view, reference, name)


def _mount(world: World, makers: Makers, view: FileView, reference: Reference, framework: str) -> None:
    at = place_of(view, reference)
    if not reference.arguments or (reference.name == "route" and framework != "hono"):
        return
    parent = chain_of(world, makers, reference.receiver or (), at)
    if parent is None:
        return
    first = reference.arguments[0].value
    prefixed = len(reference.arguments) > 1 and _is_prefix(world, makers, first, view, reference)
    texts = world.texts(first, at) if prefixed else [""]
    for one in reference.arguments[1 if prefixed else 0 :]:
        child = _child(world, makers, one.value, view, reference)
        if child is not None and child != parent.key:
            for text in texts:
                joined = _steps_prefix(world, view, parent).then(text)
                makers.mounts.mount(
                    parent.key, child, None if joined.partial else joined.text, (at_name(view.path, reference),)
                )


def _is_prefix(world: World, makers: Makers, first: Expr, view: FileView, reference: Reference) -> bool:
    """Tell a path from a middleware: text, or a value that is neither a function, nor made by a call, nor a router."""
    at = place_of(view, reference)
    if first and first[0] in {"str", "list", "binary"}:
        return True
    if not first or first[0] not in {"name", "attr"}:
        return False
    if world.text(first, at) is not None:
        return True
    found = world.origin(first, at)
    made = (
        found is not None
        and bool(found.binding.value)
        and (found.binding.value or ("?",))[0] in {"call", "new", "lambda"}
    )
    return not made and world.handler(first, at) is None and _child(world, makers, first, view, reference) is None


def _child(world: World, makers: Makers, expr: Expr, view: FileView, reference: Reference) -> Key | None:
    at = place_of(view, reference)
    if expr and expr[0] == "call" and isinstance(expr[1], tuple) and expr[1][0] == "attr" and expr[1][2] == "routes":
        expr = expr[1][1] if isinstance(expr[1][1], tuple) else ()  # koa: router.routes()
    chain = chain_of(world, makers, expr, at) if expr else None
    return chain.key if chain is not None and not chain.key[2].startswith("<") else None


def _steps_prefix(world: World, view: FileView, chain: Chain) -> Prefix:
    """Return what base-path and route() calls on the way add."""
    prefix = Prefix()
    for step in chain.steps:
        if step.name in {"basePath", "route"} and not _is_mount(step):
            prefix = prefix.then(_first_text(world, view, step), ())
    return prefix


def _is_mount(step: Step) -> bool:
    return step.site is not None and len(step.site.arguments) > 1


def _first_text(world: World, view: FileView, step: Step) -> str | None:
    if step.site is None or not step.site.arguments:
        return None
    return world.text(step.site.arguments[0].value, place_of(view, step.site))


def _registered(world: World, makers: Makers, view: FileView, reference: Reference, framework: str) -> Iterator[Route]:
    at = place_of(view, reference)
    chain = chain_of(world, makers, reference.receiver or (), at)
    if chain is None:
        return
    through_route = any(step.name == "route" and not _is_mount(step) for step in chain.steps)
    arguments = reference.arguments
    if not arguments or (not through_route and len(arguments) < 2):  # noqa: PLR2004 - app.get("setting") reads a setting
        return
    verbs = [FRAMEWORK_VERBS.get(reference.name, ANY)]
    at_path = 0
    if reference.name == "on":
        verbs = [text.upper() for text in world.texts(arguments[0].value, at) if text]
        at_path = 1
    elif framework == "koa" and arguments[1:] and arguments[1].value[:1] == ("str",):
        at_path = 1  # the first text is the name of the route
    texts = [""] if through_route else world.texts(arguments[at_path].value, at)
    proof: tuple[Evidence, ...] = (at_name(view.path, reference),)
    handler = world.handler(callable_argument(reference), at)
    inner = _steps_prefix(world, view, chain)
    for outer in makers.mounts.prefixes(chain.key):
        for text in texts:
            base = outer.then(None if inner.partial else inner.text)
            full = base.then(text, proof)
            for verb in verbs:
                yield full.route(verb, framework, view, reference.line, handler, reference.scope)


FAMILY = Family("express", find)
