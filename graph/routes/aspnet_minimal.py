"""ASP.NET minimal APIs: `MapGet` and its like on the application, on groups, and in methods that are given either.

Groups hang where they are made; a method that takes a route builder hangs where it is called, and is partial where nobody calls it.
"""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition, FileView
from graph.resolve.origin import Origin
from graph.resolve.values import Place
from graph.routes.call_tree import Call, call_tree
from graph.routes.mounts import Mounts
from graph.routes.route import ANY, Family, Key, Prefix, Route
from graph.world import World, at_name

_VERBS = {f"Map{verb.title()}": verb for verb in ("GET", "POST", "PUT", "PATCH", "DELETE")} | {"Map": ANY}
_BUILDERS = frozenset(
    {"IEndpointRouteBuilder", "RouteGroupBuilder", "WebApplication", "IVersionedEndpointRouteBuilder"}
)
_GIVEN = frozenset({"UseEndpoints"})
_SERVED = frozenset({"AddRoutes"})
"""Carter calls `AddRoutes` of every module with the application."""
_HOPS = 8


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every registration on a route builder."""
    views = [view for view in world.project.views.values() if view.language == "csharp" and not view.test]
    if not any(one.name in _VERBS or one.name == "MapMethods" for view in views for one in view.facts.references):
        return
    builders = _Builders(world, {view.path: call_tree(view) for view in views})
    for calls in builders.trees.values():
        for call in calls:
            if (call.name in _VERBS or call.name == "MapMethods") and len(call.site.arguments) > 1:
                yield from _registered(world, builders, call)


def _registered(world: World, builders: _Builders, call: Call) -> Iterator[Route]:
    found = builders.of(call)
    if found is None:
        return
    key, groups = found
    listed = call.name == "MapMethods"
    verbs = [_VERBS.get(call.name, ANY)]
    if listed:
        verbs = [text.upper() for text in world.texts(call.argument("httpMethods", 1), call.place) if text] or [ANY]
    text = world.text(call.argument("pattern", 0), call.place)
    handler = world.handler(call.argument("handler", 2 if listed else 1), call.place)
    proof = (at_name(call.view.path, call.site),)
    for prefix in builders.mounts.prefixes(key):
        full = builders.behind(prefix, groups).then(text, proof)
        for verb in verbs:
            yield full.route(verb, "aspnet", call.view, call.site.line, handler, call.site.scope)


class _Builders:
    """The route builders of a snapshot: what a receiver is, and under which prefixes it stands."""

    def __init__(self, world: World, trees: dict[str, list[Call]]) -> None:
        self.world = world
        self.trees = trees
        self.mounts = Mounts()
        self._calls: dict[str, list[Call]] = {}
        self._next: dict[int, Call] = {}
        for calls in trees.values():
            for call in calls:
                if call.receiver is not None:
                    self._next.setdefault(id(call.receiver), call)
                self._calls.setdefault(call.name, []).append(call)
        self._known: set[Key] = set()

    def behind(self, prefix: Prefix, groups: list[Call]) -> Prefix:
        """Return a prefix with those of the groups on the way."""
        for group in groups:
            text = self.world.text(group.argument("prefix", 0), group.place)
            prefix = prefix.then(text, (at_name(group.view.path, group.site),))
        return prefix

    def of(self, call: Call, hops: int = 0) -> tuple[Key, list[Call]] | None:
        """Return the builder at the root of a call's receiver and the groups between it and the call."""
        chain = call.chain()
        root = chain[0].site.receiver
        if root is None or root[0] != "name" or hops > _HOPS:
            return None
        found = self.world.origin(root, chain[0].place)
        key = self._of_variable(found, chain[0], hops) if found is not None else None
        groups = [step for step in chain[:-1] if step.name == "MapGroup"]
        return (key, groups) if key is not None else None

    def _of_variable(self, found: Origin, user: Call, hops: int) -> Key | None:
        binding, view = found
        key = found.key
        if key in self._known:
            return key
        made = self._made(view, binding.line, binding.column or 0) if binding.value else []
        names = [call.name for call in made]
        if binding.how == "param":
            return self._of_parameter(found, user, hops)
        if "Build" in names or names[:1] == ["Create"] or binding.type == "WebApplication":
            return self._enter(key, root=True)
        if made and ("MapGroup" in names or "NewVersionedApi" in names):
            self._known.add(key)
            outer = self.of(made[0], hops + 1)
            if outer is None:
                self._known.discard(key)
                return None
            groups = [*outer[1], *(call for call in made if call.name == "MapGroup")]
            self._mount(outer[0], key, groups)
            return self._enter(key, root=False)
        return None

    def _mount(self, parent: Key, child: Key, groups: list[Call]) -> None:
        prefix = self.behind(Prefix(), groups)
        entry = (parent, None if prefix.partial else prefix.text, prefix.evidence)
        if parent != child and entry not in self.mounts.above[child]:
            self.mounts.above[child].append(entry)

    def _enter(self, key: Key, *, root: bool) -> Key:
        self._known.add(key)
        self.mounts.router(key, root=root)
        return key

    def _made(self, view: FileView, line: int, column: int) -> list[Call]:
        """Return the chain of calls that makes the value bound at a place."""
        first = next(
            (call for call in self.trees.get(view.path, ()) if (call.site.line, call.site.column) > (line, column)),
            None,
        )
        chain: list[Call] = []
        while first is not None and len(chain) < 64:  # noqa: PLR2004 - longer than any chain of builders
            chain.append(first)
            first = self._next.get(id(first))
        return chain

    def _of_parameter(self, found: Origin, user: Call, hops: int) -> Key | None:
        binding, view = found
        key = found.key
        for outer in user.around():
            if outer.name in _GIVEN and not binding.type:
                return self._enter(key, root=True)
        if (binding.type or "").rstrip("?") not in _BUILDERS:
            return None
        holder = view.defs.get(binding.scope)
        self._enter(key, root=holder is not None and holder.name in _SERVED)
        if holder is not None:
            for parent, groups in self._callers(holder, binding.name, hops):
                self.mounts.roots.discard(key)
                self._mount(parent, key, groups)
        return key

    def _callers(self, holder: Definition, name: str, hops: int) -> Iterator[tuple[Key, list[Call]]]:
        """Yield the builders that the callers of a method pass: as receiver of an extension method, or as an argument."""
        position = next((at for at, one in enumerate(holder.symbol.parameters) if one.name == name), 0)
        for call in self._calls.get(holder.name, ()):
            found = self.of(call, hops + 1) if position == 0 else None
            if found is None:
                found = self._passed(call, position, hops)
            if found is not None:
                yield found

    def _passed(self, call: Call, position: int, hops: int) -> tuple[Key, list[Call]] | None:
        given = call.argument("", position)
        if given is None or given[0] != "name":
            return None
        origin = self.world.origin(given, Place(call.view, call.site.scope, call.site.line, call.site.column))
        key = self._of_variable(origin, call, hops + 1) if origin is not None else None
        return (key, []) if key is not None else None


FAMILY = Family("aspnet-minimal", find)
