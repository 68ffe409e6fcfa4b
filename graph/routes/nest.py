"""NestJS: /{global prefix}/v{version}/{controller}/{method}, versions in the URI only where they are switched on, excluded paths without prefix."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr, Reference
from graph.definition import Definition
from graph.model import Evidence
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.paths import join, normalised
from graph.routes.route import Family, Prefix, Route
from graph.routes.script_routers import option
from graph.world import World, at_name, place_of

_VERBS = {
    "Get": "GET",
    "Post": "POST",
    "Put": "PUT",
    "Patch": "PATCH",
    "Delete": "DELETE",
    "Head": "HEAD",
    "Options": "OPTIONS",
    "All": "ANY",
}


_BOOTSTRAP = frozenset({"setGlobalPrefix", "enableVersioning"})


class _Site:
    """What the application's bootstrap says: global prefix, excluded paths, versioning in the URI."""

    def __init__(self, world: World) -> None:
        self.prefix = Prefix()
        self.excluded: set[str] = set()
        self.versioned = False
        self.default: Expr | None = None
        self.mark = "v"
        for view in world.project.views.values():
            if family(view.facts.language) == "script" and not view.test:
                found = [one for one in world.sites.within(view, _BOOTSTRAP) if one.kind in {"call", "new"}]
                for site in sorted(found, key=lambda one: one.name, reverse=True):  # the prefix first
                    self._read(world, site, place_of(view, site), at_name(view.path, site))

    def _read(self, world: World, site: Reference, at: Place, proof: Evidence) -> None:
        first = site.arguments[0].value if site.arguments else ()
        if site.name == "setGlobalPrefix":
            self.prefix = Prefix().then(world.text(first, at), (proof,))
            given = option(site.arguments[1].value if len(site.arguments) > 1 else None, "exclude")
            self.excluded |= {normalised(text) for text in world.texts(given, at) if text} if given else set()
        else:
            kind = option(first, "type")
            self.versioned = kind is None or kind[-1] == "URI"
            self.default = option(first, "defaultVersion")
            self.mark = world.text(option(first, "prefix"), at) or "v"


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every controller class."""
    site = None
    for definition in world.project.marked:
        if not definition.is_type or definition.view.test or family(definition.view.facts.language) != "script":
            continue
        mark = next((one for one in definition.symbol.decorators if one.name == "Controller"), None)
        if mark is not None:
            site = site or _Site(world)
            yield from _controller(world, definition, mark, site)


def _controller(world: World, holder: Definition, mark: Decorator, site: _Site) -> Iterator[Route]:
    at = Place(holder.view, holder.symbol.qualified, mark.line)
    given = argument(mark.arguments, "path", 0)
    options = given if given and given[0] == "dict" else None
    path = option(options, "path") if options else given
    version = option(options, "version") if options else None
    for text in world.texts(path, at) if path else [""]:
        for name, group in holder.members.items():
            for method in group:
                for inner in method.symbol.decorators:
                    if inner.name in _VERBS and name:
                        yield from _method(world, method, inner, site, (text, version), at_name(holder.view.path, mark))


def _method(
    world: World,
    method: Definition,
    mark: Decorator,
    site: _Site,
    controller: tuple[str | None, Expr | None],
    proof: Evidence,
) -> Iterator[Route]:
    at = Place(method.view, method.symbol.container, mark.line)
    own = next(
        (argument(one.arguments, "version", 0) for one in method.symbol.decorators if one.name == "Version"), None
    )
    given = argument(mark.arguments, "path", 0)
    version = own or controller[1] or site.default
    versions = (
        [f"{site.mark}{text}" if text else None for text in world.texts(version, at)]
        if site.versioned and version
        else [""]
    )
    if version and version[-1] == "VERSION_NEUTRAL":
        versions = [""]
    evidence = (proof, at_name(method.view.path, mark))
    for text in world.texts(given, at) if given else [""]:
        plain = (
            normalised(join(controller[0] or "", text or "")) if text is not None and controller[0] is not None else ""
        )
        base = Prefix() if plain in site.excluded else site.prefix
        for one in versions:
            full = base.then(one).then(controller[0]).then(text, evidence)
            yield full.route(_VERBS[mark.name], "nest", method.view, mark.line, method)


FAMILY = Family("nest", find)
