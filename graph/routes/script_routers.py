"""Router objects of script frameworks: what a receiver is, through variables, imports, chains and plug-in parameters.

Shared by Express, Fastify, Koa and Hono; knows only how such objects are made and passed on. A receiver that cannot be traced is no router.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from chunkers.symbol import Expr, Reference
from graph.definition import FileView
from graph.project import family
from graph.resolve.origin import Origin, call_of, origin
from graph.resolve.values import Place
from graph.routes.mounts import Mounts
from graph.routes.route import Key
from graph.world import World

_HOPS = 8
_REQUIRE: Expr = ("call", ("name", "require"), 1)


class Step(NamedTuple):
    """One call of a chain: its name and its call site."""

    name: str
    site: Reference | None


class Chain(NamedTuple):
    """A receiver taken apart: the router at its root and the calls between it and the site, outermost last."""

    key: Key
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Makers:
    """How a family makes routers: dotted names of applications and of routers; `prefix_option` names a constructor option that prefixes."""

    applications: frozenset[str]
    routers: frozenset[str]
    prefix_option: str | None = None
    mounts: Mounts = field(default_factory=Mounts)


def script_views(world: World, *packages: str) -> list[FileView]:
    """Return the script files that are not tests, [] when none imports one of `packages`."""
    views = [view for view in world.project.views.values() if family(view.facts.language) == "script" and not view.test]
    used = any(
        item.module.split("/")[0] in packages or item.module in packages
        for view in views
        for item in view.facts.imports
    )
    return views if used else []


def chain_of(world: World, makers: Makers, expr: Expr, at: Place, hops: int = 0) -> Chain | None:
    """Return the router at the root of a receiver and the calls on the way."""
    steps: list[Step] = []
    while expr and expr[0] in {"call", "await"}:
        inner = _tuple(expr[1])
        if expr[0] == "await":
            expr = inner
            continue
        if not inner or inner[0] != "attr" or _made(world, makers, expr, at):
            break
        steps.append(Step(str(inner[2]), _site(at, str(inner[2]))))
        expr = _tuple(inner[1])
    if not expr or hops > _HOPS:
        return None
    made = _made(world, makers, expr, at)
    if made:
        key = (at.view.path, at.scope, _holder(expr, at) or f"<{made}:{at.line}>")
        prefix = _constructed_prefix(world, makers, key, at)
        makers.mounts.router(key, root=made in makers.applications, prefix=prefix)
        return Chain(key, tuple(reversed(steps)))
    root = _of_variable(world, makers, expr, at, hops)
    return Chain(root.key, (*root.steps, *reversed(steps))) if root is not None else None


def _holder(expr: Expr, at: Place) -> str | None:
    """Return the variable bound last above a place to a chain that starts with `expr`: the router being made there."""
    best, line = None, 0
    for name, bound in at.view.bindings.get(at.scope, {}).items():
        for binding in bound:
            if line < binding.line <= at.line and binding.value and _rooted(binding.value, expr):
                best, line = name, binding.line
    return best


def _rooted(value: Expr, expr: Expr) -> bool:
    for _ in range(64):
        if value == expr:
            return True
        inner = _tuple(value[1]) if value and value[0] in {"call", "attr", "await"} else ()
        if not inner:
            return False
        value = inner
    return False


def _site(at: Place, name: str) -> Reference | None:
    """Return the call of `name` nearest above a place in the text."""
    for line in range(at.line, max(0, at.line - 30), -1):
        found = [
            one for one in at.view.calls_at.get((name, line), ()) if (one.line, one.column) <= (at.line, at.column)
        ]
        if found:
            return found[-1]
    return None


def _made(world: World, makers: Makers, expr: Expr, at: Place) -> str:
    """Return the dotted name of the maker when `expr` makes a router, "" otherwise."""
    names: list[str] = []
    maker = _tuple(expr[1]) if expr[0] == "call" else ()
    if maker == _REQUIRE or (maker[:1] == ("attr",) and maker[1] == _REQUIRE):
        site = _site(at, "require")
        module = world.text(site.arguments[0].value, at) if site is not None and site.arguments else None
        names = [f"{module}.{maker[2]}" if maker != _REQUIRE else module] if module else []
    elif expr[0] in {"new", "call"}:
        engine = world.engine(at.view)
        value = (
            engine.named_type(str(expr[1]), at.view, at.scope)
            if expr[0] == "new"
            else engine.value(_tuple(expr[1]), at)
        )
        if value is not None:
            names = (
                [value.name]
                if value.form == "external"
                else [value.target.name]
                if value.target is not None and value.form == "type"
                else []
            )
    return next((name for name in names if name in makers.applications or name in makers.routers), "")


def _of_variable(world: World, makers: Makers, expr: Expr, at: Place, hops: int) -> Chain | None:
    if expr == _REQUIRE or (expr[0] == "attr" and expr[1] == _REQUIRE):
        site = _site(Place(at.view, at.scope, at.line), "require")
        return _required(world, makers, site, at, hops, "default" if expr == _REQUIRE else str(expr[2]))
    found = origin(world.engine(at.view), expr, at)
    if found is None:
        return None
    return _of_origin(world, makers, found, hops)


def _of_origin(world: World, makers: Makers, found: Origin, hops: int) -> Chain | None:
    binding, view = found
    if binding.how == "param":
        kind = (binding.type or "").split("<")[0].strip()
        known = {name.rpartition(".")[2] for name in makers.applications | makers.routers} | {
            "FastifyInstance",
            "Express",
            "Application",
            "IRouter",
        }
        if kind and kind not in known:
            return None
        if found.key in makers.mounts.above or kind in known:
            makers.mounts.router(found.key, root=False)
            return Chain(found.key, ())
        return None
    if not binding.value:
        return None
    return chain_of(
        world,
        makers,
        binding.value,
        Place(view, binding.scope, binding.line, (binding.column or 0) + (1 << 20)),
        hops + 1,
    )


def _constructed_prefix(world: World, makers: Makers, key: Key, at: Place) -> str | None:
    bound = at.view.bindings.get(key[1], {}).get(key[2]) if makers.prefix_option is not None else None
    call = call_of(bound[-1], at.view) if bound else None
    given = option(call.arguments[0].value if call is not None and call.arguments else None, makers.prefix_option or "")
    return world.text(given, Place(at.view, key[1], at.line)) if given else ""


def _required(world: World, makers: Makers, site: Reference | None, at: Place, hops: int, member: str) -> Chain | None:
    text = world.text(site.arguments[0].value if site is not None and site.arguments else None, at)
    file = world.engine(at.view).named_file(text, at.view) if text else None
    if file is None:
        return None
    name = world.engine(file).exported_name(file, member)
    return chain_of(world, makers, ("name", name), Place(file, "", 1 << 30), hops + 1)


def _tuple(part: object) -> Expr:
    return part if isinstance(part, tuple) else ()


def option(expr: Expr | None, name: str) -> Expr | None:
    """Return the value of a key of an object literal."""
    if not expr or expr[0] != "dict":
        return None
    for pair in expr[1:]:
        key, *values = pair if isinstance(pair, tuple) else ((),)
        if key in {("str", name), ("name", name)} and values and isinstance(values[0], tuple):
            return values[0]
    return None


def callable_argument(reference: Reference) -> Expr | None:
    """Return the handler of a registration: its last argument that is not text or an options object."""
    for one in reversed(reference.arguments):
        if one.value and one.value[0] in {"name", "attr", "lambda", "call"}:
            return one.value
        if one.value and one.value[0] == "list" and len(one.value) > 1 and isinstance(one.value[-1], tuple):
            return one.value[-1]
    return None


FRAMEWORK_VERBS: Mapping[str, str] = {
    "get": "GET",
    "post": "POST",
    "put": "PUT",
    "patch": "PATCH",
    "delete": "DELETE",
    "del": "DELETE",
    "head": "HEAD",
    "options": "OPTIONS",
    "all": "ANY",
}
