"""gorilla/mux routes written as chains: `r.Methods("DELETE").Path("/x").HandlerFunc(f)`, in any order of the matchers."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr
from graph.resolve.values import Place
from graph.routes.call_tree import Call, call_tree
from graph.routes.go_routers import GoRouters, framework_of
from graph.routes.route import ANY, Family, Route
from graph.world import World, at_name

_ENDS = frozenset({"Handler", "HandlerFunc"})
_MATCHERS = frozenset({"Path", "Methods", "Name", "Host", "Schemes", "Headers", "Queries", "MatcherFunc", "PathPrefix"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes that such chains register."""
    views = [view for view in world.project.views.values() if view.language == "go" and not view.test]
    used = [view for view in views if any(framework_of(item.module) == "gorilla" for item in view.facts.imports)]
    routers = GoRouters(world)
    for view in used:
        for call in call_tree(view):
            if call.name in _ENDS and len(call.site.arguments) == 1 and call.receiver is not None:
                yield from _chained(world, routers, call)


def _chained(world: World, routers: GoRouters, call: Call) -> Iterator[Route]:
    steps = call.chain()[:-1]
    if any(step.name not in _MATCHERS for step in steps):
        return
    first = steps[0]
    paths = [step for step in steps if step.name in {"Path", "PathPrefix"}]
    key = routers.key_of(first.site.receiver or (), first.place)
    if key is None or len(paths) != 1 or not paths[0].site.arguments:
        return
    text = world.text(paths[0].site.arguments[0].value, paths[0].place)
    text = f"{text}/*" if text is not None and paths[0].name == "PathPrefix" else text
    verbs = [
        _method(world, one.value, step.place) for step in steps if step.name == "Methods" for one in step.site.arguments
    ]
    handler = world.handler(call.site.arguments[0].value, call.place)
    for prefix in routers.prefixes(key):
        full = prefix.then(text, (at_name(call.view.path, call.site),))
        for verb in verbs or [ANY]:
            yield full.route(verb, "gorilla", call.view, call.site.line, handler, call.site.scope)


def _method(world: World, expr: Expr, at: Place) -> str:
    if expr and expr[0] == "attr" and str(expr[2]).startswith("Method"):
        return str(expr[2])[len("Method") :].upper()
    return (world.text(expr, at) or ANY).upper()


FAMILY = Family("gorilla-chains", find)
