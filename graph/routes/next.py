"""Next.js: the route of a handler is its file's place: `app/**/route.ts` by exported verb, `pages/api/**` for any method."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graph.definition import FileView
from graph.project import family
from graph.routes.route import ANY, Family, Route
from graph.world import World, at_line, at_name, declared

_APP = re.compile(r"^(?:.*/)?(?:src/)?app/(?:(.*)/)?route\.(?:ts|tsx|js|jsx|mjs)$")
_PAGES = re.compile(r"^(?:.*/)?(?:src/)?pages/(api(?:/.*)?)\.(?:ts|tsx|js|jsx|mjs)$")
_VERBS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of route files; only where the repository depends on next."""
    views = [view for view in world.project.views.values() if family(view.facts.language) == "script" and not view.test]
    if not any(_depends(world, view) for view in views):
        return
    for view in views:
        placed = _APP.match(view.path)
        if placed:
            yield from _verbs(world, view, "/" + _segments(placed.group(1) or ""))
        page = _PAGES.match(view.path)
        if page:
            yield from _page(world, view, "/" + _segments(page.group(1).removesuffix("/index")))


def _depends(world: World, view: FileView) -> bool:
    del world
    return (
        any(item.module == "next" or item.module.startswith("next/") for item in view.facts.imports)
        or "/route." in view.path
    )


def _segments(folder: str) -> str:
    """Return the URL of a folder: groups `(x)` and slots `@x` do not show in it."""
    kept = [
        part
        for part in folder.split("/")
        if part and not (part.startswith("(") and part.endswith(")")) and not part.startswith("@")
    ]
    return "/".join(kept)


def _verbs(world: World, view: FileView, path: str) -> Iterator[Route]:
    yield from _handed_on(world, view, path)
    for name in sorted(_VERBS & set(view.top)):
        definition = view.top[name][-1]
        yield Route(
            name,
            path,
            "next",
            view,
            definition.symbol.declaration_line,
            (declared(definition),),
            definition if definition.is_callable else None,
        )


def _handed_on(world: World, view: FileView, path: str) -> Iterator[Route]:
    """Yield the methods that a route file takes from elsewhere: by import and export, or as parts of an object."""
    exported = {}
    for name, value in view.facts.extras:
        if name == "export":
            local, _, shown = value.partition(" as ")
            exported[local] = shown or local
    for item in view.facts.imports:
        local = item.alias or item.name or ""
        name = local if item.kind == "reexport" else exported.get(local, "")
        if name in _VERBS:
            source = world.engine(view).import_file(item, view)
            found = source.top.get(item.name or "") if source is not None else None
            handler = found[-1] if found and found[-1].is_callable else None
            yield Route(name, path, "next", view, item.line, (at_name(view.path, item),), handler)
    for name in sorted(_VERBS & set(view.bindings.get("", {})) - set(view.top)):
        bound = view.bindings[""][name][-1]
        if bound.how == "unpack":
            yield Route(name, path, "next", view, bound.line, (at_line(view.path, bound.line),))


def _page(world: World, view: FileView, path: str) -> Iterator[Route]:
    name = world.engine(view).exported_name(view, "default")
    found = view.top.get(name, ())
    if found and found[-1].is_callable:
        yield Route(ANY, path, "next", view, found[-1].symbol.declaration_line, (declared(found[-1]),), found[-1])


FAMILY = Family("next", find)
