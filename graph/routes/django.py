"""Django: `urlpatterns` with path, re_path and include, class-based views by their verbs, and Django REST framework routers.

An URL configuration hangs on ROOT_URLCONF or on the `include` that names it; one that nobody includes is partial.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.call_tree import Call, call_tree
from graph.routes.django_views import verbs_of, viewset_routes
from graph.routes.mounts import Mounts
from graph.routes.paths import unanchored
from graph.routes.route import Family, Key, Prefix, Route
from graph.routes.variables import made_by
from graph.world import World, at_name

_PATHS = frozenset({"path", "re_path", "url"})
_ROUTERS = frozenset({"DefaultRouter", "SimpleRouter", "BaseRouter"})
_PATTERNS = "urlpatterns"
_SOCKETS = frozenset({"URLRouter"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every URL configuration."""
    views = [view for view in world.project.views.values() if view.language == "python" and not view.test]
    configured = [view for view in views if _PATTERNS in view.bindings.get("", {})]
    if not configured:
        return
    mounts = Mounts()
    trees = {view.path: call_tree(view, reads=True) for view in configured}
    sockets = set(_sockets(world, views, mounts))
    _roots(world, views, configured, mounts)
    for view in configured:
        for call in _path_calls(trees[view.path]):
            _include(world, call, mounts)
        _own_routers(world, view, mounts)
        _spread_routers(world, trees[view.path], mounts)
    for view in configured:
        for call in _path_calls(trees[view.path]):
            yield from _pattern(world, call, mounts, sockets)
    for view in views:
        for reference in view.facts.references:
            if reference.kind == "call" and reference.name == "register" and reference.receiver:
                yield from _registered(world, view, reference, mounts)


def _path_calls(tree: list[Call]) -> list[Call]:
    return [one for one in tree if one.site.kind == "call" and one.name in _PATHS and one.site.receiver is None]


def _text(world: World, call: Call) -> str | None:
    """Return the path of one call as a template; the anchors of a regular expression are no part of it."""
    text = world.text(call.argument("route", 0) or call.argument("regex"), call.place)
    return unanchored(text) if text is not None and call.name != "path" else text


def _around(world: World, call: Call, prefix: Prefix) -> Prefix:
    """Return a prefix with those of the path() calls whose `include([...])` holds this one."""
    for outer in reversed([one for one in call.around() if one.name in _PATHS]):
        prefix = prefix.then(_text(world, outer), (at_name(outer.view.path, outer.site),))
    return prefix


def _roots(world: World, views: list[FileView], configured: list[FileView], mounts: Mounts) -> None:
    named = set()
    for view in views:
        for binding in view.bindings.get("", {}).get("ROOT_URLCONF", ()):
            module = world.text(binding.value, Place(view, "", binding.line))
            if module:
                named.add(module)
    for view in configured:
        if view.container in named or any(
            view.container.endswith(f".{one}") or one.endswith(f".{view.container}") for one in named
        ):
            mounts.router((view.path, "", _PATTERNS), root=True)


def _list_of(view: FileView, reference: Reference) -> Key:
    """Return the list variable a path() call stands in: the module variable bound last above it."""
    best = _PATTERNS
    line = 0
    for name, bound in view.bindings.get("", {}).items():
        for binding in bound:
            if (
                line < binding.line <= reference.line
                and binding.value
                and binding.value[0] in {"list", "binary", "lit", "call"}
            ):
                best, line = name, binding.line
    return (view.path, "", best)


def _include(world: World, call: Call, mounts: Mounts) -> None:
    """Enter that a call mounts another URL configuration, or the urls of a router."""
    target = call.argument("view", 1)
    inner = next((one for one in call.inner if one.name == "include"), None)
    given = inner.argument("arg", 0) if inner is not None else target if _is_urls(target) else None
    child = _included(world, given, call.place)
    if child is not None:
        prefix = _around(world, call, Prefix()).then(_text(world, call))
        proof = (at_name(call.view.path, call.site),)
        mounts.mount(_list_of(call.view, call.site), child, None if prefix.partial else prefix.text, proof)


def _is_urls(target: Expr | None) -> bool:
    return bool(target) and target is not None and target[0] == "attr" and target[2] == "urls"


def _included(world: World, given: Expr | None, at: Place) -> Key | None:
    if given and given[0] == "list" and len(given) > 1 and isinstance(given[1], tuple):
        given = given[1]  # a (patterns, namespace) pair
    if not given:
        return None
    if given[0] == "str":
        return _module(world, str(given[1]), at.view)
    if given[0] == "attr" and given[2] == "urls" and isinstance(given[1], tuple):
        made = made_by(world, given[1], at)
        return made.key if made is not None else None
    file = world.engine(at.view).module_file(given, at)
    if file is not None:
        return (file.path, "", _PATTERNS)
    found = world.origin(given, at)
    return found.key if found is not None else None


def _module(world: World, dotted: str, importer: FileView) -> Key | None:
    file = world.engine(importer).named_file(dotted, importer)
    return (file.path, "", _PATTERNS) if file is not None else None


def _own_routers(world: World, view: FileView, mounts: Mounts) -> None:
    """Mount routers whose urls are the patterns themselves: `urlpatterns = router.urls` and `urlpatterns += router.urls`."""
    for binding in view.bindings.get("", {}).get(_PATTERNS, ()):
        stack: list[Expr] = [binding.value] if binding.value else []
        while stack:
            expr = stack.pop()
            if expr and expr[0] == "attr" and expr[2] == "urls" and isinstance(expr[1], tuple):
                made = made_by(world, expr[1], Place(view, "", binding.line))
                if made is not None:
                    mounts.mount((view.path, "", _PATTERNS), made.key, "", ())
            elif expr and expr[0] == "binary":
                stack += [part for part in expr[1:] if isinstance(part, tuple)]


def _spread_routers(world: World, tree: list[Call], mounts: Mounts) -> None:
    """Mount routers whose urls are spread into a list: `[path(..), *router.urls]`."""
    for read in tree:
        if read.name != "urls" or read.site.kind != "read" or read.outer is None or not read.site.receiver:
            continue
        if _is_urls(read.outer.argument("", 0)) or _is_urls(read.outer.argument("view", 1)):
            continue
        made = made_by(world, read.site.receiver, read.place)
        if made is not None and made.kind in _ROUTERS:
            prefix = _around(world, read, Prefix())
            text = None if prefix.partial else prefix.text
            mounts.mount(_list_of(read.view, read.site), made.key, text, (at_name(read.view.path, read.site),))


def _sockets(world: World, views: list[FileView], mounts: Mounts) -> Iterator[Key]:
    """Yield the lists that Channels serves: `URLRouter(patterns)`; they are roots of their own."""
    for view in views:
        for site in world.sites.within(view, _SOCKETS):
            if site.kind == "call" and site.arguments:
                found = world.origin(site.arguments[0].value, Place(view, site.scope, site.line, site.column))
                if found is not None:
                    mounts.router(found.key, root=True)
                    yield found.key


def _pattern(world: World, call: Call, mounts: Mounts, sockets: set[Key]) -> Iterator[Route]:
    target = call.argument("view", 1)
    if not target or _is_urls(target) or any(one.name == "include" for one in call.inner):
        return
    view, line = call.view, call.site.line
    handler = _view(world, target, call.place)
    key = _list_of(view, call.site)
    served = [("WS", handler)] if key in sockets else verbs_of(world, handler)
    for base in mounts.prefixes(key):
        full = _around(world, call, base).then(_text(world, call), (at_name(view.path, call.site),))
        for verb, method in served:
            yield full.route(verb, "django", view, line, method)


def _view(world: World, target: Expr, at: Place) -> Definition | None:
    """Return the view behind `views.f`, `View.as_view()` and decorators around them."""
    while target and target[0] == "call" and isinstance(target[1], tuple):
        inner = target[1]
        target = (
            inner[1]
            if inner[0] == "attr" and inner[2] in {"as_view", "as_asgi"} and isinstance(inner[1], tuple)
            else inner
        )
        if inner[0] != "attr":
            break
    return world.handler(target, at)


def _registered(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Iterator[Route]:
    at = Place(view, reference.scope, reference.line, reference.column)
    made = made_by(world, reference.receiver or (), at)
    viewset = world.handler(argument(reference, "viewset", 1), at)
    if made is None or made.kind not in _ROUTERS or viewset is None:
        return
    text = world.text(argument(reference, "prefix", 0), at)
    text = unanchored(text) if text is not None else None
    proof = (at_name(view.path, reference),)
    for prefix in mounts.prefixes(made.key):
        full = prefix.then(text, proof)
        for verb, tail, method in viewset_routes(world, viewset):
            path = full.then(tail)
            yield path.route(verb, "django-rest", view, reference.line, method)


FAMILY = Family("django", find)
