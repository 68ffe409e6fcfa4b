"""Flask-RESTful and Flask-RESTX: resources added to an `Api`, namespaces with routes, prefixes of the api and of what it hangs on."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.routes.mounts import Mounts
from graph.routes.route import VERBS, Family, Key, Route
from graph.routes.variables import Made, made_by
from graph.world import World, at_name, place_of

_MODULES = ("flask_restful", "flask_restx", "flask_restplus", "flask_rebar")
_HOLDERS = frozenset({"Flask", "Quart"})
_APIS = frozenset({"Api", "Namespace"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every resource."""
    views = [
        view
        for view in world.project.views.values()
        if view.language == "python"
        and not view.test
        and any(item.module.split(".")[0] in {*_MODULES, "flask"} for item in view.facts.imports)
    ]
    if not any(item.module.split(".")[0] in _MODULES for view in views for item in view.facts.imports):
        return
    apis = _Apis(world)
    for view in views:
        for site in view.facts.references:
            if (
                site.kind == "call"
                and site.receiver
                and site.name in {"init_app", "add_namespace", "register_blueprint"}
            ):
                apis.hang(view, site)
    for view in views:
        for site in view.facts.references:
            if site.kind == "call" and site.receiver and site.name == "add_resource":
                yield from _added(world, apis, view, site)
        for definition in view.defs.values():
            for mark in definition.symbol.decorators if definition.is_type else ():
                yield from _routed(world, apis, definition, mark)


class _Apis:
    """Which api or namespace stands below what."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.mounts = Mounts()
        self._seen: set[Key] = set()

    def key(self, expr: Expr | None, at: Place) -> Key | None:
        """Return the api, namespace, blueprint or application that an expression holds, entered with its own prefix."""
        made = made_by(self._world, expr, at) if expr else None
        if made is None or made.kind not in _APIS | _HOLDERS | {"Blueprint"}:
            return None
        if made.key not in self._seen:
            self._seen.add(made.key)
            self._enter(made)
        return made.key

    def _enter(self, made: Made) -> None:
        given = None
        if made.call is not None:
            keyword = {"Api": "prefix", "Namespace": "path", "Blueprint": "url_prefix"}.get(made.kind, "")
            given = argument(made.call, keyword) if keyword else None
        text: str | None = ""
        if made.kind == "Namespace" and given is None and made.call is not None:
            name = self._world.text(argument(made.call, "name", 0), place_of(made.view, made.call))
            text = f"/{name}" if name is not None else None
        elif given is not None and made.call is not None:
            text = self._world.text(given, place_of(made.view, made.call))
        self.mounts.router(made.key, root=made.kind in _HOLDERS, prefix=text)
        holder = argument(made.call, "app", 0) if made.kind == "Api" and made.call is not None else None
        parent = self.key(holder, place_of(made.view, made.call)) if holder and made.call is not None else None
        if parent is not None:
            self.mounts.mount(parent, made.key, "", ())

    def hang(self, view: FileView, site: Reference) -> None:
        """Enter `api.init_app(app)`, `api.add_namespace(ns, path="/x")` and `app.register_blueprint(bp)`."""
        at = place_of(view, site)
        one, other = self.key(site.receiver, at), self.key(site.arguments[0].value if site.arguments else None, at)
        if one is None or other is None or one == other:
            return
        parent, child = (other, one) if site.name == "init_app" else (one, other)
        given = argument(site, "path", 1) or argument(site, "url_prefix")
        text = self._world.text(given, at) if given else ""
        if given and child in self.mounts.own:
            self.mounts.own[child] = ("", ())  # a prefix given here stands in place of its own
        self.mounts.mount(parent, child, text, (at_name(view.path, site),))


def _added(world: World, apis: _Apis, view: FileView, site: Reference) -> Iterator[Route]:
    at = place_of(view, site)
    key = apis.key(site.receiver, at)
    plain = [one.value for one in site.arguments if one.keyword is None]
    resource = world.handler(plain[0], at) if plain else None
    if key is None:
        return
    for given in plain[1:]:
        for prefix in apis.mounts.prefixes(key):
            full = prefix.then(world.text(given, at), (at_name(view.path, site),))
            for verb, method in _verbs(world, resource):
                yield full.route(verb, "flask-restful", view, site.line, method, site.scope)


def _routed(world: World, apis: _Apis, definition: Definition, mark: Decorator) -> Iterator[Route]:
    head, _, last = mark.name.rpartition(".")
    at = Place(definition.view, definition.symbol.container, mark.line)
    key = apis.key(("name", head), at) if last == "route" and head and "." not in head else None
    if key is None:
        return
    for one in (one for one in mark.arguments if one.keyword is None):
        for prefix in apis.mounts.prefixes(key):
            full = prefix.then(world.text(one.value, at), (at_name(definition.view.path, mark),))
            for verb, method in _verbs(world, definition):
                yield full.route(verb, "flask-restful", definition.view, mark.line, method)


def _verbs(world: World, resource: Definition | None) -> list[tuple[str, Definition | None]]:
    if resource is None or not resource.is_type:
        return [("ANY", resource)]
    lines = hierarchy(world, resource)
    found: list[tuple[str, Definition | None]] = []
    for verb in VERBS:
        method = next((line.members[verb][0] for line in lines if verb in line.members), None)
        if method is not None:
            found.append((verb.upper(), method))
    return found


FAMILY = Family("flask-restful", find)
