"""Rails: `config/routes.rb` and what it draws: resources with their members, namespaces, scopes, concerns, plain verbs, root, engines.

Each block adds to the path, the module and the controller of what it holds (Rails guide, "Rails Routing from the Outside In").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from chunkers.symbol import Argument, Expr
from graph.definition import Definition
from graph.resolve.engine import dotted_name
from graph.routes.call_tree import Call, call_tree
from graph.routes.rails_names import Controllers, plural, words
from graph.routes.rails_scope import Scope, place_text, plain, scoped
from graph.routes.route import ANY, VERBS, Family, Prefix, Route
from graph.world import World, at_name

_FILE = re.compile(r"^(?:.*/)?config/(?:routes|routes/.*)\.rb$")
_MANY = ("index", "new", "create", "show", "edit", "update", "destroy")
_CANONICAL = frozenset(_MANY) - {"edit"}
"""Actions whose name does not show in the path of their resource (ActionDispatch::Routing::Mapper::Resources)."""
_ONE = tuple(name for name in _MANY if name != "index")
_ACTIONS: dict[str, tuple[tuple[str, ...], str, bool]] = {
    "index": (("GET",), "", False),
    "new": (("GET",), "new", False),
    "create": (("POST",), "", False),
    "show": (("GET",), "", True),
    "edit": (("GET",), "edit", True),
    "update": (("PATCH", "PUT"), "", True),
    "destroy": (("DELETE",), "", True),
}
"""Action -> methods, tail, whether it is about one member."""
_SCOPED = frozenset({"namespace", "scope", "controller", "shallow", "member", "collection", "nested", "new"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every route file."""
    views = [
        view
        for view in world.project.views.values()
        if view.language == "ruby" and not view.test and _FILE.match(view.path)
    ]
    if not views:
        return
    reader = _Reader(world)
    trees = {view.path: call_tree(view) for view in views}
    for calls in trees.values():
        for call in calls:
            if call.name == "concern":
                reader.shared[_first(reader, call) or ""] = call
            elif call.name == "mount":
                reader.engines.append(call)
    reader.drawn = {path: [call for call in calls if call.outer is None] for path, calls in trees.items()}
    for calls in trees.values():
        for call in calls:
            if call.name == "draw" and call.receiver is not None and call.receiver.name == "routes":
                start = reader.start(call)
                yield from reader.block(call.inner, Scope(start, start))


def _first(reader: _Reader, call: Call) -> str | None:
    return reader.world.text(call.argument("", 0), call.place)


class _Reader:
    """Walks the blocks of route files."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.controllers = Controllers(world)
        self.shared: dict[str, Call] = {}
        self.engines: list[Call] = []
        self.drawn: dict[str, list[Call]] = {}
        self._open: set[int] = set()
        self._api = any(
            site.name == "api_only"
            for view in world.project.views.values()
            if view.path.endswith("config/application.rb")
            for site in view.facts.references
        )

    def start(self, draw: Call) -> Prefix:
        """Return what stands in front of a `draw` block: nothing for the application, the mount for an engine."""
        receiver = draw.receiver.site.receiver if draw.receiver is not None else None
        while receiver and receiver[0] in {"call", "attr"}:
            name = dotted_name(receiver)
            if name:
                break
            receiver = receiver[1] if isinstance(receiver[1], tuple) else None
        name = dotted_name(receiver or ())
        if name.startswith("Rails"):
            return Prefix()
        mounts = [(call, text) for call in self.engines for text in [self._mounted(call, name)] if text is not None]
        if len(mounts) != 1:
            return Prefix().then(None)
        return Prefix().then(mounts[0][1] or None, (at_name(draw.view.path, mounts[0][0].site),))

    def _mounted(self, call: Call, engine: str) -> str | None:
        """Return the path at which a `mount` call mounts `engine`, None when it mounts another; "" when the path cannot be read."""
        if dotted_name(call.argument("", 0) or ()) == engine:
            return self.world.text(call.argument("at"), call.place) or ""
        for one in call.site.arguments:
            if one.keyword is not None and one.keyword.replace("::", ".") == engine:
                return self.world.text(one.value, call.place) or ""
        return None

    def block(self, calls: list[Call], scope: Scope) -> Iterator[Route]:
        """Yield the routes of the calls of one block."""
        for call in calls:
            if call.site.receiver is not None and call.name not in {"each", "with_options"}:
                continue
            if id(call) in self._open:
                continue
            self._open.add(id(call))
            yield from self._call(call, scope)
            self._open.discard(id(call))

    def _call(self, call: Call, scope: Scope) -> Iterator[Route]:
        read = _READ.get(call.name)
        if read is not None:
            yield from read(self, call, scope)
        elif call.name in _SCOPED:
            yield from self.block(call.inner, scoped(self.world, call, scope))
        elif call.name not in {"concern", "mount", "direct", "resolve"}:
            yield from self.block(call.inner, scope)  # constraints, authenticate, defaults, with_options, each ...

    def root(self, call: Call, scope: Scope) -> Iterator[Route]:
        """Yield the route of `root`."""
        given = call.argument("to") or call.argument("", 0) or (call.site.arguments or (Argument(()),))[0].value
        yield self._route(call, "GET", scope.path.then(""), self._handler(call, scope, given, None))

    def resources(self, call: Call, scope: Scope) -> Iterator[Route]:
        """Yield the routes of `resources` and `resource` with what their blocks hold."""
        for text in self._names(call):
            yield from self._resource(call, text, scope)

    def concerns(self, call: Call, scope: Scope) -> Iterator[Route]:
        """Yield the routes of the concerns that are named."""
        for name in self._listed(call.argument("", 0), call):
            yield from self._concern(name, scope)

    def draw(self, call: Call, scope: Scope) -> Iterator[Route]:
        """Yield the routes of `config/routes/NAME.rb`, drawn in place."""
        name = _first(self, call)
        for path, calls in self.drawn.items():
            if name and path.endswith(f"config/routes/{name}.rb"):
                yield from self.block(calls, scope)

    def _names(self, call: Call) -> list[str | None]:
        return [self.world.text(one.value, call.place) for one in call.site.arguments if one.keyword is None]

    def _listed(self, expr: Expr | None, call: Call) -> list[str]:
        return [text for text in self.world.texts(expr, call.place) if text] if expr else []

    def _concern(self, name: str, scope: Scope) -> Iterator[Route]:
        held = self.shared.get(name)
        if held is not None and id(held) not in self._open:
            self._open.add(id(held))
            yield from self.block(held.inner, scope)
            self._open.discard(id(held))

    def _text(self, call: Call, keyword: str) -> str | None:
        return self.world.text(call.argument(keyword), call.place)

    def _resource(self, call: Call, text: str | None, scope: Scope) -> Iterator[Route]:
        single = call.name == "resource"
        name = text or ""
        given = call.argument("path")
        path = place_text(self.world, call, given) if given else text
        proof = (at_name(call.view.path, call.site),)
        collection = scope.path.then(plain(path), proof)
        key = self._text(call, "param") or "id"
        shallow = scope.shallow or call.argument("shallow") == ("lit", "bool")
        front = scope.bare.then(plain(path), proof) if shallow else collection
        member = collection if single else front.then(f":{key}")
        module = self._text(call, "module")
        inner = replace(
            scope,
            module=(*scope.module, *((module.split("/")) if module else ())),
            controller=self._text(call, "controller") or (plural(name) if single else name) or None,
        )
        yield from self._actions(call, inner, (collection, member), _ONE if single else _MANY)
        nested = collection if single else front.then(f":{words(name)}_{key}")
        below = replace(inner, path=nested, collection=collection, member=member, shallow=shallow)
        for concern in self._listed(call.argument("concerns"), call):
            yield from self._concern(concern, below)
        yield from self.block(call.inner, below)

    def _actions(
        self, call: Call, scope: Scope, places: tuple[Prefix, Prefix], actions: tuple[str, ...]
    ) -> Iterator[Route]:
        only, without = call.argument("only"), self._listed(call.argument("except"), call)
        kept = self._listed(only, call) if only is not None else list(actions)
        named = call.argument("path_names")
        for action in actions:
            if action not in kept or action in without or (self._api and action in {"new", "edit"}):
                continue
            verbs, tail, of_member = _ACTIONS[action]
            if named and tail:
                tail = self._renamed(named, action, call) or tail
            full = places[of_member].then(tail)
            handler = self.controllers.action(scope.module, scope.controller, action)
            for verb in verbs:
                yield self._route(call, verb, full, handler)

    def _renamed(self, named: Expr, action: str, call: Call) -> str | None:
        for pair in named[1:]:
            if isinstance(pair, tuple) and len(pair) > 1 and pair[0] == ("str", action) and isinstance(pair[1], tuple):
                return self.world.text(pair[1], call.place)
        return None

    def verb(self, call: Call, scope: Scope) -> Iterator[Route]:
        """Yield the routes of `get`, `post` ... and `match`."""
        on = self._text(call, "on")
        base = {"member": scope.member, "collection": scope.collection}.get(on or "") or scope.path
        if on == "new":
            base = (scope.collection or scope.path).then("new")
        proof = (at_name(call.view.path, call.site),)
        via = call.argument("via")
        verbs = [call.name.upper()] if call.name != "match" else [v.upper() for v in self._listed(via, call)] or [ANY]
        of_resource = on is not None or scope.path in {scope.member, scope.collection}
        for text, target in self._targets(call):
            full = base.then("" if of_resource and text in _CANONICAL else plain(text), proof)
            handler = self._handler(call, scope, target, text)
            for verb in verbs:
                yield self._route(call, ANY if verb == "ALL" else verb, full, handler)

    def _targets(self, call: Call) -> list[tuple[str | None, Expr | None]]:
        """Return (path, what it leads to) of a verb call: `"x" => "a#b"`, `"x", to: "a#b"`, or bare names."""
        for one in call.site.arguments:
            if one.keyword is not None and one.keyword[:1] in {'"', "'"}:
                return [(one.keyword[1:-1], one.value)]
        return [(text, call.argument("to")) for text in self._names(call)]

    def _handler(self, call: Call, scope: Scope, target: Expr | None, text: str | None) -> Definition | None:
        said = self.world.text(target, call.place) if target else None
        controller = self._text(call, "controller") or scope.controller
        action = self._text(call, "action")
        module = self._text(call, "module")
        at = (*scope.module, *(module.split("/") if module else ()))
        if said is None and target is not None and target[0] != "str":
            return None  # a redirect, a lambda, a rack application
        if said and "#" in said:
            controller, _, action = said.partition("#")
            at = () if controller.startswith("/") else at
        elif said:
            action = said
        elif action is None and text is not None:
            head, _, last = text.strip("/").rpartition("/")
            controller, action = (controller or head, last) if head == "" or controller else (head, last)
        return self.controllers.action(at, controller, action or "")

    def _route(self, call: Call, verb: str, full: Prefix, handler: Definition | None) -> Route:
        proof = at_name(call.view.path, call.site)
        told = full if proof in full.evidence else full.then("", (proof,))
        return told.route(verb, "rails", call.view, call.site.line, handler)


_READ: Mapping[str, Callable[[_Reader, Call, Scope], Iterator[Route]]] = {
    **dict.fromkeys((*VERBS, "match"), _Reader.verb),
    "root": _Reader.root,
    "resources": _Reader.resources,
    "resource": _Reader.resources,
    "concerns": _Reader.concerns,
    "draw": _Reader.draw,
}


FAMILY = Family("rails", find)
