"""Actix Web: attribute macros, scopes, resources and `configure` functions; a handler hangs where it is registered as a service."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr
from graph.definition import Definition, FileView
from graph.resolve.values import Place
from graph.routes.call_tree import Call, call_tree
from graph.routes.chains import Chains
from graph.routes.mounts import Mounts
from graph.routes.route import ANY, VERBS, Family, Key, Route
from graph.world import World, at_name

_VERBS = {verb: verb.upper() for verb in VERBS}
_CONFIG = "ServiceConfig"
_HANDLER = "<handler>"


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every application, scope and resource."""
    views = [view for view in world.project.views.values() if view.language == "rust" and not view.test]
    used = [view for view in views if any("actix_web" in item.module for item in view.facts.imports) or _named(view)]
    if not used:
        return
    services = _Services(world, [call for view in used for call in call_tree(view)])
    services.settle()
    for view in used:
        for definition in view.defs.values():
            for mark in definition.symbol.decorators if definition.is_callable else ():
                yield from _decorated(world, services, definition, mark)
    for call in services.calls:
        if call.name in {"route", "to", *_VERBS}:
            yield from _registered(world, services, call)


def _named(view: FileView) -> bool:
    """Tell whether a file names the crate in paths: `actix_web::web::scope("/x")`."""
    marks = (mark.name for one in view.defs.values() for mark in one.symbol.decorators)
    return any(name.startswith("actix_web::") for name in marks) or any(
        one.kind == "call" and "actix_web" in _first_names(one.receiver) for one in view.facts.references
    )


def _first_names(receiver: Expr | None) -> list[str]:
    """Return the first name of a path, and the one it is called on."""
    for _ in range(8):
        if not receiver or receiver[0] != "attr" or not isinstance(receiver[1], tuple):
            break
        receiver = receiver[1]
    return [str(receiver[1])] if receiver and receiver[0] == "name" else []


def _decorated(world: World, services: _Services, definition: Definition, mark: Decorator) -> Iterator[Route]:
    short = mark.name.rpartition("::")[2]
    if short not in {*_VERBS, "route"} or not mark.arguments:
        return
    at = Place(definition.view, definition.symbol.container, mark.line)
    texts = [world.text(one.value, at) for one in mark.arguments]
    verbs = [_VERBS[short]] if short in _VERBS else []
    for one, text in zip(mark.arguments[1:], texts[1:], strict=True):  # method = "GET", method = "POST"
        if short == "route" and one.value[:1] == ("str",) and text and text.isupper():
            verbs.append(text)
    key = (definition.view.path, definition.symbol.qualified, _HANDLER)
    proof = (at_name(definition.view.path, mark),)
    for prefix in services.mounts.prefixes(key):
        full = prefix.then(texts[0], proof)
        for verb in verbs or [ANY]:
            yield full.route(verb, "actix", definition.view, mark.line, definition)


def _registered(world: World, services: _Services, call: Call) -> Iterator[Route]:
    """Yield the routes of `.route("/x", web::get().to(f))`, `.route(web::get().to(f))`, and of `.to(f)` or `.get(f)` on a resource."""
    holder = services.holder(call)
    if holder is None:
        return
    key, of_resource = holder
    if call.name == "route":
        given = None if of_resource else call.argument("", 0)
        served = [_served(world, inner) for inner in call.inner if inner.name == "to"]
    elif of_resource and call.site.arguments:
        given, served = None, [(_VERBS.get(call.name, ANY), world.handler(call.argument("", 0), call.place))]
    else:
        return
    text = world.text(given, call.place) if given is not None else ""
    proof = (at_name(call.view.path, call.site),)
    for prefix in services.mounts.prefixes(key):
        full = prefix.then(text, proof)
        for verb, handler in served:
            yield full.route(verb, "actix", call.view, call.site.line, handler, call.site.scope)


def _served(world: World, to: Call) -> tuple[str, Definition | None]:
    verb = ANY
    for step in to.chain()[:-1]:
        if step.name in _VERBS:
            verb = _VERBS[step.name]
        elif step.name == "method":
            given = step.argument("", 0)
            verb = str(given[-1]).upper() if given and given[0] == "attr" else ANY
    return verb, world.handler(to.argument("", 0), to.place)


class _Services:
    """Applications, scopes, resources and configuration functions: what is registered where."""

    def __init__(self, world: World, calls: list[Call]) -> None:
        self.world = world
        self.calls = calls
        self.mounts = Mounts()
        self._chains = Chains(calls)
        self._roots: dict[int, tuple[Key, bool] | None] = {}

    def settle(self) -> None:
        """Enter every registration."""
        for call in self.calls:
            if call.name == "service":
                self._service(call)
            elif call.name == "configure":
                self._configure(call)

    def holder(self, call: Call, hops: int = 0) -> tuple[Key, bool] | None:
        """Return what a call registers on: its identity, and whether that is a resource."""
        root = call.chain()[0]
        if root is call and root.site.receiver is None:
            return None
        if id(root) not in self._roots:
            self._roots[id(root)] = None
            self._roots[id(root)] = self._rooted(root, hops)
        return self._roots[id(root)]

    def _rooted(self, root: Call, hops: int) -> tuple[Key, bool] | None:
        receiver = root.site.receiver
        if root.name == "new" and receiver and receiver[-1] == "App":
            return self._enter(root, application=True), False
        if root.name in {"scope", "resource"} and len(root.site.arguments) == 1 and _of_web(receiver):
            return self._enter(root, application=False), root.name == "resource"
        if not receiver or receiver[0] != "name" or hops > 8:  # noqa: PLR2004 - variables that hold variables
            return None
        found = self.world.origin(receiver, root.place)
        if found is None:
            return None
        if found.binding.how == "param":
            if _CONFIG in (found.binding.type or ""):
                return found.key, False
            around = next((outer for outer in root.around() if outer.name == "configure"), None)
            return self.holder(around, hops + 1) if around is not None and not found.binding.type else None
        return (found.key, False) if found.key in self.mounts.own else None

    def _enter(self, root: Call, *, application: bool) -> Key:
        bound = self._chains.variable_of(root)
        key = bound or (root.view.path, root.site.scope, f"<{root.site.line}:{root.site.column}>")
        given = root.argument("", 0)
        text = self.world.text(given, root.place) if given is not None and not application else ""
        proof = () if application else (at_name(root.view.path, root.site),)
        self.mounts.router(key, root=application, prefix=text, evidence=proof)
        return key

    def _service(self, call: Call) -> None:
        parent = self.holder(call)
        given = call.argument("", 0)
        if parent is None or not given:
            return
        proof = (at_name(call.view.path, call.site),)
        for one in given[1:] if given[0] == "list" else (given,):
            child = self._registered(one, call) if isinstance(one, tuple) else None
            if child is not None and child != parent[0]:
                self.mounts.mount(parent[0], child, "", proof)

    def _registered(self, given: Expr, call: Call) -> Key | None:
        """Return what is given to `service`: a handler, a variable, or a scope or resource written in place."""
        if given[0] in {"name", "attr"}:
            handler = self.world.handler(given, call.place)
            if handler is not None and handler.is_callable:
                return (handler.view.path, handler.symbol.qualified, _HANDLER)
            found = self.world.origin(given, call.place)
            return found.key if found is not None and found.key in self.mounts.own else None
        inner = [one for one in call.inner if one.receiver is None and one.name in {"scope", "resource"}]
        held = self.holder(inner[0]) if len(inner) == 1 else None
        return held[0] if held is not None else None

    def _configure(self, call: Call) -> None:
        parent = self.holder(call)
        function = self.world.handler(call.argument("", 0), call.place)
        if parent is None or function is None:
            return
        for parameter in function.symbol.parameters:
            if _CONFIG in (parameter.type or ""):
                key = (function.view.path, function.symbol.qualified, parameter.name)
                self.mounts.mount(parent[0], key, "", (at_name(call.view.path, call.site),))


def _of_web(receiver: Expr | None) -> bool:
    return receiver is None or receiver[-1] == "web"


FAMILY = Family("actix", find)
