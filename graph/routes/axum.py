"""Axum: `route`, `nest` and `merge` on routers, in variables and in functions that return them, across modules.

A router is complete when it is served, or when nothing in the repository serves any and nobody nests it; else it is partial.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr
from graph.definition import Definition
from graph.routes.call_tree import Call, call_tree
from graph.routes.chains import Chains
from graph.routes.mounts import Mounts
from graph.routes.route import ANY, Family, Key, Route
from graph.world import World, at_name

_ROUTERS = frozenset({"Router", "ApiRouter", "OpenApiRouter"})
_VERBS = {verb: verb.upper() for verb in ("get", "post", "put", "patch", "delete", "head", "options", "trace")} | {
    "any": ANY
}
_HANDLING = {f"{name}{tail}": verb for name, verb in _VERBS.items() for tail in ("", "_service", "_with")}
_SERVED = frozenset({"into_make_service", "into_make_service_with_connect_info"})
_RETURNED = "<router>"


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every router."""
    views = [view for view in world.project.views.values() if view.language == "rust" and not view.test]
    if not any("axum" in item.module for view in views for item in view.facts.imports):
        return
    routers = _Routers(world, [call for view in views for call in call_tree(view)])
    routers.settle()
    for call in routers.calls:
        if call.name in {"route", "api_route"} and len(call.site.arguments) > 1:
            yield from _registered(world, routers, call)


def _registered(world: World, routers: _Routers, call: Call) -> Iterator[Route]:
    key = routers.key_of(call)
    if key is None:
        return
    text = world.text(call.argument("", 0), call.place)
    served = [inner for inner in call.inner if inner.name in _HANDLING or inner.name == "on"]
    proof = (at_name(call.view.path, call.site),)
    for prefix in routers.mounts.prefixes(key):
        full = prefix.then(text, proof)
        for inner in served:
            verb, handler = _served(world, inner)
            yield full.route(verb, "axum", call.view, inner.site.line, handler, call.site.scope)
        if not served:
            yield full.route(ANY, "axum", call.view, call.site.line, None, call.site.scope)


def _served(world: World, inner: Call) -> tuple[str, Definition | None]:
    if inner.name == "on":
        given = inner.argument("", 0)
        return (str(given[-1]).upper() if given and given[0] == "attr" else ANY), world.handler(
            inner.argument("", 1), inner.place
        )
    return _HANDLING[inner.name], world.handler(inner.argument("", 0), inner.place)


class _Routers:
    """The routers of a snapshot: whose routes stand under whose prefix."""

    def __init__(self, world: World, calls: list[Call]) -> None:
        self.world = world
        self.calls = calls
        self.mounts = Mounts()
        self._chains = Chains(calls)
        self._made: dict[int, Key | None] = {}
        self._outer: set[Key] = set()
        self._unused: dict[Key, Call] = {}

    def settle(self) -> None:
        """Enter every mount and find out which routers are served."""
        for call in self.calls:
            if call.name in {"nest", "merge", "nest_service", "nest_api_service"}:
                self._mount(call)
            elif call.name in _SERVED or (call.name == "serve" and call.site.arguments):
                given = call.argument("", -1 if call.name == "serve" else 0)
                key = self.key_of(call) if call.name in _SERVED else self._of(given, call)
                if key is not None:
                    self.mounts.router(key, root=True)
            else:
                self.key_of(call) if call.name == "route" else None
        for key, root in self._unused.items():
            if key not in self.mounts.above and key not in self.mounts.roots:
                self._hand_on(root, key)
        if not self.mounts.roots:
            self.mounts.roots |= {key for key in self._outer if key not in self.mounts.above}

    def _mount(self, call: Call) -> None:
        parent = self.key_of(call)
        child = self._of(call.argument("", 0 if call.name == "merge" else 1), call)
        if parent is None or child is None or parent == child:
            return
        text = "" if call.name == "merge" else self.world.text(call.argument("", 0), call.place)
        self.mounts.mount(parent, child, text, (at_name(call.view.path, call.site),))

    def key_of(self, call: Call) -> Key | None:
        """Return the router on which a call is made."""
        root = call.chain()[0]
        if id(root) not in self._made:
            self._made[id(root)] = None
            self._made[id(root)] = self._rooted(root)
        return self._made[id(root)]

    def _rooted(self, root: Call) -> Key | None:
        receiver = root.site.receiver
        if root.name in {"new", "default"} and receiver and receiver[-1] in _ROUTERS:
            return self._held(root)
        if receiver and receiver[0] == "name" and root.name not in {"new", "default"}:
            found = self.world.origin(receiver, root.place)
            if found is not None:
                return self._renamed(root, found.key)
        returned = self._function(root)
        if returned is None:
            return None
        key = self._held(root)
        if key != returned:
            self.mounts.mount(key, returned, "", ())
        return key

    def _renamed(self, root: Call, key: Key) -> Key | None:
        """Return the router of a chain on a variable: `let app = app.route(..)` stays one, `let b = a.route(..)` holds the other."""
        if key not in self._outer:
            return None
        bound = self._chains.variable_of(root)
        if bound is None or bound == key:
            return key
        self._outer.add(bound)
        self.mounts.mount(bound, key, "", ())
        self._unused.setdefault(bound, root)
        return bound

    def _function(self, root: Call) -> Key | None:
        """Return the router that a function of the repository gives back."""
        site = root.site
        answer = self.world.engine(root.view).answer(site, root.view)
        for target, _, _ in answer.targets:
            if target.is_callable and any(name in (target.symbol.returns or "") for name in _ROUTERS):
                key = (target.view.path, target.symbol.qualified, _RETURNED)
                self._outer.add(key)
                return key
        return None

    def _held(self, root: Call) -> Key:
        """Return the identity of a router that is made here: its variable, else the place; what is not used up is handed on."""
        bound = self._chains.variable_of(root)
        key = bound or (root.view.path, root.site.scope, f"<{root.site.line}:{root.site.column}>")
        self._outer.add(key)
        if root.outer is None or bound is not None:
            self._unused.setdefault(key, root)
        return key

    def _hand_on(self, root: Call, key: Key) -> None:
        """Enter that the function around hands a router on, when its result is one and the router is not served there."""
        holder = root.view.defs.get(root.site.scope)
        if holder is None:
            return
        if holder.name == "main":
            self.mounts.router(key, root=True)
        elif any(name in (holder.symbol.returns or "") for name in _ROUTERS):
            function = (root.view.path, root.site.scope, _RETURNED)
            self._outer.add(function)
            self.mounts.mount(function, key, "", ())

    def _of(self, given: Expr | None, call: Call) -> Key | None:
        """Return the router that an argument holds: a variable, or a chain written in place."""
        if not given:
            return None
        if given[0] == "name":
            found = self.world.origin(given, call.place)
            return found.key if found is not None and found.key in self._outer else None
        inner = [one for one in call.inner if one.receiver is None and one.site.kind == "call"]
        return self.key_of(inner[-1]) if inner else None


FAMILY = Family("axum", find)
