"""Spring's functional endpoints (WebFlux and MVC): builders, `route(predicate, handler)`, nested paths, router functions used in others."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr
from graph.definition import Definition, FileView
from graph.resolve.values import Place
from graph.routes.annotations import JVM, hierarchy, short
from graph.routes.call_tree import Call, call_tree
from graph.routes.chains import Chains
from graph.routes.context_path import ContextPaths
from graph.routes.route import ANY, VERBS, Family, Prefix, Route
from graph.world import World, at_name

_VERBS = frozenset(verb.upper() for verb in VERBS)
_PACKAGES = ("web.reactive.function.server", "web.servlet.function")
_ROUTING = frozenset({"route", "andRoute"})
_NESTING = frozenset({"nest", "andNest"})
_HOPS = 6


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every router function."""
    views = [view for view in world.project.views.values() if view.language in JVM and not view.test and _uses(view)]
    if not views:
        return
    reader = _Reader(world, [call for view in views for call in call_tree(view)])
    for call in reader.calls:
        if call.name in _VERBS and call.site.receiver is not None and call.site.arguments and not _is_predicate(call):
            yield from reader.registered(
                call, [call.name], [call.argument("", 0)] if len(call.site.arguments) > 1 else [None]
            )
        elif call.name in _ROUTING and len(call.site.arguments) > 1:
            verbs, given = reader.predicate(call)
            yield from reader.registered(call, verbs or [ANY], given or [None])


def _uses(view: FileView) -> bool:
    return any(package in item.module for item in view.facts.imports for package in _PACKAGES)


def _is_predicate(call: Call) -> bool:
    """Tell `RequestPredicates.GET("/x")` from `builder.GET("/x", handler)`."""
    return len(call.site.arguments) == 1 and (call.site.receiver or ("",))[-1] == "RequestPredicates"


class _Reader:
    """Reads the router functions of a snapshot."""

    def __init__(self, world: World, calls: list[Call]) -> None:
        self.world = world
        self.calls = calls
        self._chains = Chains(calls)
        self._in_scope: dict[tuple[str, str], list[Call]] = {}
        for call in calls:
            self._in_scope.setdefault((call.view.path, call.site.scope), []).append(call)
        self._context = ContextPaths(world, "spring")

    def registered(self, call: Call, verbs: list[str], given: list[Expr | None]) -> Iterator[Route]:
        """Yield the routes of one registration, below each place where its function is used."""
        values = [inner for inner in call.inner if inner.site.kind == "value"]
        handler = self._handler(values[-1]) if values else None
        proof = (at_name(call.view.path, call.site),)
        for prefix in self._prefixes(call, 0):
            for expr in given:
                full = prefix.then(self.world.text(expr, call.place) if expr is not None else "", proof)
                for verb in verbs:
                    yield full.route(verb, "spring", call.view, call.site.line, handler, call.site.scope)

    def predicate(self, call: Call) -> tuple[list[str], list[Expr | None]]:
        """Return the methods and paths that the predicates of a call ask for."""
        verbs: list[str] = []
        paths: list[Expr | None] = []
        for inner in self._predicates(call):
            if inner.name in _VERBS:
                verbs.append(inner.name)
                paths.append(inner.argument("", 0))
            elif inner.name == "path":
                paths.append(inner.argument("", 0))
            elif inner.name in {"method", "methods"}:
                verbs += [str(one.value[-1]).upper() for one in inner.site.arguments if one.value]
        return verbs, paths

    def _predicates(self, call: Call) -> Iterator[Call]:
        """Yield the predicate calls in the first argument, those given to `and` and `or` as well."""
        stack = [one for one in call.inner if one.site.kind == "call"]
        while stack:
            one = stack.pop(0)
            if one.name in {*_ROUTING, *_NESTING, "build", "add"} or (
                one.name in _VERBS and len(one.site.arguments) > 1
            ):
                continue
            yield one
            stack += [inner for inner in one.inner if one.name in {"and", "or"} and inner.site.kind == "call"]

    def _prefixes(self, call: Call, hops: int) -> list[Prefix]:
        """Return the full prefixes of a place: those of the call around it, of the variable that holds it, of its function."""
        if call.outer is not None:
            return self._inside(call.outer, hops)
        bound = self._chains.variable_of(call.chain()[0])
        users = [
            one
            for one in self._in_scope.get((call.view.path, call.site.scope), ())
            if bound is not None and any(given.value == ("name", bound[2]) for given in one.site.arguments)
        ]
        if not users or hops > _HOPS:
            return self._of_function(call, hops)
        return [prefix for one in users for prefix in self._inside(one, hops + 1)]

    def _inside(self, outer: Call, hops: int) -> list[Prefix]:
        """Return the full prefixes of what is given to a call."""
        found = self._prefixes(outer, hops)
        if outer.name in _NESTING:
            return self._nested(found, outer)
        if outer.name == "path" and len(outer.site.arguments) > 1:
            text = self.world.text(outer.argument("", 0), outer.place)
            return [prefix.then(text, (at_name(outer.view.path, outer.site),)) for prefix in found]
        return found

    def _nested(self, found: list[Prefix], outer: Call) -> list[Prefix]:
        first = outer.argument("", 0)
        proof = (at_name(outer.view.path, outer.site),)
        if not first or first[0] != "call":
            return [prefix.then(None, proof) for prefix in found]
        _, paths = self.predicate(outer)
        for expr in paths:
            found = [prefix.then(self.world.text(expr, outer.place), proof) for prefix in found]
        return found

    def _of_function(self, call: Call, hops: int) -> list[Prefix]:
        """Return where the function around a registration hangs: a bean at the root, another where it is called."""
        holder = call.view.defs.get(call.site.scope)
        while holder is not None and not (holder.kind == "method" or holder.parent is None):
            holder = holder.parent
        base = self._context.of(call.view)
        if holder is None or not holder.is_callable or any(short(mark) == "Bean" for mark in holder.symbol.decorators):
            return [base]
        callers = [
            one
            for one in self.calls
            if one.name == holder.name
            and one.site.kind == "call"
            and one.site.scope != call.site.scope
            and self._calls(one, holder)
        ]
        if not callers or hops > _HOPS:
            return [Prefix().then(None)]
        return [prefix for one in callers for prefix in self._prefixes(one, hops + 1)]

    def _calls(self, site: Call, holder: Definition) -> bool:
        answer = self.world.engine(site.view).answer(site.site, site.view)
        return any(target.id == holder.id for target, _, _ in answer.targets)

    def _handler(self, value: Call) -> Definition | None:
        site = value.site
        at = Place(value.view, site.scope, site.line, site.column)
        held = self.world.engine(value.view).value(site.receiver, at) if site.receiver else None
        for line in hierarchy(self.world, held.target) if held is not None and held.target is not None else ():
            if site.name in line.members:
                return line.members[site.name][0]
        return None


FAMILY = Family("spring-functional", find)
