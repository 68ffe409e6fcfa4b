"""Django: `urlpatterns` with path, re_path and include, class-based views by their verbs, and Django REST framework routers.

An URL configuration hangs on ROOT_URLCONF or on the `include` that names it; one that nobody includes is partial.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.django_views import verbs_of, viewset_routes
from graph.routes.mounts import Mounts
from graph.routes.route import Family, Key, Route
from graph.routes.variables import made_by
from graph.world import World, at_name

_PATHS = frozenset({"path", "re_path", "url"})
_ROUTERS = frozenset({"DefaultRouter", "SimpleRouter", "BaseRouter"})
_PATTERNS = "urlpatterns"


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every URL configuration."""
    views = [view for view in world.project.views.values() if view.language == "python" and not view.test]
    configured = [view for view in views if _PATTERNS in view.bindings.get("", {})]
    if not configured:
        return
    mounts = Mounts()
    _roots(world, views, configured, mounts)
    for view in configured:
        for reference in _path_calls(view):
            _include(world, view, reference, mounts)
        _own_routers(world, view, mounts)
    for view in configured:
        for reference in _path_calls(view):
            yield from _pattern(world, view, reference, mounts)
    for view in views:
        for reference in view.facts.references:
            if reference.kind == "call" and reference.name == "register" and reference.receiver:
                yield from _registered(world, view, reference, mounts)


def _path_calls(view: FileView) -> list[Reference]:
    return [one for one in view.facts.references if one.kind == "call" and one.name in _PATHS and one.receiver is None]


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


def _nested(view: FileView, reference: Reference, name: str) -> Reference | None:
    """Return the call of `name` written inside the parentheses of `reference`."""
    for line in range(reference.line, (reference.end_line or reference.line) + 1):
        for inner in view.calls_at.get((name, line), ()):
            if (inner.line, inner.column) > (reference.line, reference.column):
                return inner
    return None


def _include(world: World, view: FileView, reference: Reference, mounts: Mounts) -> None:
    target = argument(reference, "view", 1)
    if not target or target[0] != "call" or not isinstance(target[1], tuple) or target[1][-1] != "include":
        return
    inner = _nested(view, reference, "include")
    given = argument(inner, "arg", 0) if inner is not None else None
    at = Place(view, reference.scope, reference.line, reference.column)
    child = _included(world, given, at)
    if child is not None:
        mounts.mount(
            _list_of(view, reference),
            child,
            world.text(argument(reference, "route", 0), at),
            (at_name(view.path, reference),),
        )


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


def _pattern(world: World, view: FileView, reference: Reference, mounts: Mounts) -> Iterator[Route]:
    target = argument(reference, "view", 1)
    if not target or (target[0] == "call" and isinstance(target[1], tuple) and target[1][-1] == "include"):
        return
    at = Place(view, reference.scope, reference.line, reference.column)
    text = world.text(argument(reference, "route", 0), at)
    proof = (at_name(view.path, reference),)
    handler = _view(world, target, at)
    for prefix in mounts.prefixes(_list_of(view, reference)):
        full = prefix.then(text, proof)
        for verb, method in verbs_of(world, handler):
            yield full.route(verb, "django", view, reference.line, method)


def _view(world: World, target: Expr, at: Place) -> Definition | None:
    """Return the view behind `views.f`, `View.as_view()` and decorators around them."""
    while target and target[0] == "call" and isinstance(target[1], tuple):
        inner = target[1]
        target = inner[1] if inner[0] == "attr" and inner[2] == "as_view" and isinstance(inner[1], tuple) else inner
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
    proof = (at_name(view.path, reference),)
    for prefix in mounts.prefixes(made.key):
        full = prefix.then(text, proof)
        for verb, tail, method in viewset_routes(world, viewset):
            path = full.then(tail)
            yield path.route(verb, "django-rest", view, reference.line, method)


FAMILY = Family("django", find)
