"""What a variable was made by: the constructor's simple name, the variable's identity and the constructing call.

Shared by families whose routers are objects (Flask, FastAPI, Express, gin ...); follows imports, factories and annotations, guesses nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.origin import Origin, call_of, origin
from graph.resolve.values import Place, Value
from graph.routes.route import Key
from graph.world import World

_HOPS = 6


class Made(NamedTuple):
    """A variable holding an object: the class or factory's simple name, its dotted name, identity, the call and its file."""

    kind: str
    dotted: str
    key: Key
    call: Reference | None
    view: FileView


def made_by(world: World, expr: Expr, at: Place, hops: int = 0) -> Made | None:
    """Return what made the object an expression holds, None when that cannot be read."""
    if hops > _HOPS:
        return None
    if expr and expr[0] == "call":
        return _of_call(world, expr, at, hops)
    found = origin(world.engine(at.view), expr, at)
    return _of_origin(world, found, hops) if found is not None else None


def _of_origin(world: World, found: Origin, hops: int) -> Made | None:
    binding, view = found
    engine = world.engine(view)
    place = Place(view, binding.scope, binding.line)
    call = call_of(binding, view)
    if call is not None and binding.value:
        inner = binding.value[1] if binding.value[0] in {"call", "await"} else ("name", binding.value[1])
        callee: Expr = inner if isinstance(inner, tuple) else ("name", str(inner))
        named = class_name(engine.value(callee, place)) or _spelled(callee)
        if named is not None:
            made = Made(named.rsplit(".", 1)[-1], named, found.key, call, view)
            answer = engine.callees(callee, call.arguments, place, 0)
            factory = answer.targets[0][0] if answer.targets and answer.targets[0][0].is_callable else None
            return _of_factory(world, factory, made, hops) if factory is not None else made
    if binding.type:
        named = class_name(engine.type_value(binding.type, view, binding.scope)) or binding.type
        return Made(named.rsplit(".", 1)[-1].strip("\"'*& "), named, found.key, None, view)
    if binding.value and binding.value[0] in {"attr", "name"} and binding.how not in {"param", "for"}:
        inner_made = made_by(world, binding.value, place, hops + 1)
        return inner_made if inner_made is not None and inner_made.key != found.key else None
    return None


def _of_call(world: World, expr: Expr, at: Place, hops: int) -> Made | None:
    callee = expr[1] if isinstance(expr[1], tuple) else ()
    answer = world.engine(at.view).callees(callee, 0, at, 0) if callee else None
    if answer is None or not answer.targets or not answer.targets[0][0].is_callable:
        return None
    return _of_factory(world, answer.targets[0][0], None, hops)


def _of_factory(world: World, factory: Definition, made: Made | None, hops: int) -> Made | None:
    """Look into a function of the repository for the variable that it returns."""
    view, scope = factory.view, factory.symbol.qualified
    for binding in view.bindings.get(scope, {}).get("<return>", ()):
        if binding.value and binding.value[0] in {"name", "attr"}:
            inner = made_by(world, binding.value, Place(view, scope, binding.line), hops + 1)
            if inner is not None:
                return inner
    if factory.symbol.returns:
        named = class_name(world.engine(view).type_value(factory.symbol.returns, view, scope))
        if named:
            key = made.key if made is not None else (view.path, scope, "<return>")
            return Made(named.rsplit(".", 1)[-1], named, key, None, view)
    return made


def class_name(value: Value | None) -> str | None:
    """Return the dotted name of a class value: an external one, or the nearest external base of one in the repository."""
    if value is None:
        return None
    if value.form == "external":
        return value.name
    if value.target is not None and value.target.is_type:
        supers = [text for _, text in value.target.symbol.supers]
        return supers[0].split("[")[0].split("<")[0] if supers and value.target.name not in _OWN else value.target.name
    return value.target.name if value.target is not None else None


_OWN = frozenset({"Flask", "Blueprint", "FastAPI", "APIRouter", "Starlette", "Router", "Hono", "Mux"})


def _spelled(callee: Expr) -> str | None:
    return str(callee[-1]) if callee and callee[0] in {"name", "attr"} else None
