"""net/http patterns, chi, gin, echo, fiber and gorilla/mux: registrations on routers, groups, mounts, `Methods` chains, `StripPrefix`."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Binding, Expr, Reference
from graph.definition import Definition, FileView
from graph.resolve.values import Place
from graph.routes.go_routers import GoRouters, framework_of, inside
from graph.routes.route import ANY, VERBS, Family, Key, Route
from graph.world import World, at_name, place_of

_HANDLE = frozenset({"Handle", "HandleFunc"})
_NAMED = frozenset({"Method", "MethodFunc", "Add", "Match"})
_ANY = frozenset({"Any", "All"})
_LAST = frozenset({"gin", "fiber"})
_MOUNTING = frozenset({"Mount", *_HANDLE})
_INTERESTING = frozenset(
    {*_HANDLE, *_NAMED, *_ANY, *(verb.title() for verb in VERBS), *(verb.upper() for verb in VERBS)}
)


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every Go router."""
    views = [view for view in world.project.views.values() if view.language == "go" and not view.test]
    if not any(framework_of(item.module) for view in views for item in view.facts.imports):
        return
    routers = GoRouters(world)
    mounted: set[tuple[str, int, int]] = set()
    for view in views:
        for reference in world.sites.within(view, _MOUNTING):
            if reference.kind == "call" and reference.receiver and _mount(world, routers, view, reference):
                mounted.add((view.path, reference.line, reference.column))
    for view in views:
        for reference in world.sites.within(view, _INTERESTING):
            if (
                reference.kind == "call"
                and reference.receiver
                and len(reference.arguments) > 1
                and (view.path, reference.line, reference.column) not in mounted
            ):
                yield from _registered(world, routers, view, reference)


def _mount(world: World, routers: GoRouters, view: FileView, reference: Reference) -> bool:
    """Enter and tell of `r.Mount("/x", sub)` and `mux.Handle("/x/", http.StripPrefix("/x", sub))`."""
    if len(reference.arguments) < 2:  # noqa: PLR2004 - a pattern and a handler
        return False
    at = place_of(view, reference)
    parent = routers.key_of(reference.receiver or (), at)
    if parent is None:
        return False
    target, given = reference.arguments[1].value, reference.arguments[0].value
    if reference.name != "Mount":
        strip = _inner(view, reference, "StripPrefix") if target and target[0] == "call" else None
        if strip is None or len(strip.arguments) < 2:  # noqa: PLR2004 - a prefix and a handler
            return False
        target, given = strip.arguments[1].value, strip.arguments[0].value
    child = routers.key_of(target, inside(view, reference)) or _returned(world, routers, target, at)
    if child is not None and child != parent:
        routers.mounts.roots.discard(child)
        routers.mounts.mount(parent, child, world.text(given, at), (at_name(view.path, reference),))
    return child is not None


def _returned(world: World, routers: GoRouters, target: Expr, at: Place) -> Key | None:
    """Return the router that a function of the repository returns: `r.Mount("/admin", adminRouter())`."""
    if not target or target[0] != "call" or not isinstance(target[1], tuple):
        return None
    answer = world.engine(at.view).callees(target[1], 0, at, 0)
    for function, _, _ in answer.targets:
        bound = function.view.bindings.get(function.symbol.qualified, {})
        stated = bound.get("<return>") or [
            one for name, group in bound.items() for one in group if one.how == "local" and name != "_"
        ]
        found = [
            key
            for one in stated
            if (
                key := routers.key_of(
                    ("name", one.name) if one.how == "local" else one.value or (), _behind(one, function)
                )
            )
        ]
        if len(set(found)) == 1:
            return found[0]
    return None


def _behind(binding: Binding, function: Definition) -> Place:
    """Return the place right behind a binding."""
    return Place(function.view, binding.scope, binding.line, 1 << 20)


def _inner(view: FileView, reference: Reference, name: str) -> Reference | None:
    for line in range(reference.line, (reference.end_line or reference.line) + 1):
        for site in view.calls_at.get((name, line), ()):
            if (site.line, site.column) > (reference.line, reference.column):
                return site
    return None


def _registered(world: World, routers: GoRouters, view: FileView, reference: Reference) -> Iterator[Route]:
    at = place_of(view, reference)
    key = routers.key_of(reference.receiver or (), at)
    if key is None:
        return
    framework = routers.frameworks[key]
    named = reference.name in _NAMED or (framework == "gin" and reference.name == "Handle")
    arguments = reference.arguments
    if named and len(arguments) < 3:  # noqa: PLR2004 - method, path, handler
        return
    given = arguments[1 if named else 0].value
    target = arguments[-1 if framework in _LAST else 2 if named else 1].value
    text = world.text(given, at)
    verbs = _methods(world, arguments[0].value, at) if named else _verbs(world, view, reference, framework)
    if framework == "net/http" and text is not None:
        verbs, text = _pattern(text)
    handler = _handler(world, target, at, reference)
    proof = (at_name(view.path, reference),)
    for prefix in routers.prefixes(key):
        full = prefix.then(text, proof)
        for verb in verbs:
            yield full.route(verb, framework, view, reference.line, handler, reference.scope)


def _verbs(world: World, view: FileView, reference: Reference, framework: str) -> list[str]:
    if reference.name.lower() in VERBS:
        return [reference.name.upper()]
    if framework != "gorilla":
        return [ANY]
    for line in range(reference.line, (reference.end_line or reference.line) + 3):
        for site in view.calls_at.get(("Methods", line), ()):
            receiver = site.receiver or ()
            if (
                receiver[:1] == ("call",)
                and receiver[1] == ("attr", reference.receiver, reference.name)
                and (site.line, site.column) > (reference.line, reference.column)
            ):
                return [_method(world, one.value, place_of(view, site)) for one in site.arguments]
    return [ANY]


def _method(world: World, expr: Expr, at: Place) -> str:
    """Return the method of `"GET"` or `http.MethodGet`."""
    if expr and expr[0] == "attr" and str(expr[2]).startswith("Method"):
        return str(expr[2])[len("Method") :].upper()
    return (world.text(expr, at) or ANY).upper()


def _methods(world: World, expr: Expr, at: Place) -> list[str]:
    """Return the methods of a list of them, or of one."""
    if expr[:1] == ("new",):
        return [text.upper() for text in world.texts(expr, at) if text] or [ANY]
    return [_method(world, expr, at)]


def _pattern(text: str) -> tuple[list[str], str]:
    """Read a ServeMux pattern: `[METHOD ][HOST]/[PATH]` (net/http, Go 1.22); a trailing slash serves everything below."""
    method, _, rest = text.rpartition(" ")
    path = rest[rest.find("/") :] if "/" in rest else "/"
    if path.endswith("/") and path != "/":
        path += "{rest...}"
    return [method.strip().upper() or ANY], path


def _handler(world: World, target: Expr, at: Place, reference: Reference) -> Definition | None:
    found = world.handler(target, at)
    wrapped = _inner(at.view, reference, "HandlerFunc") if target and target[0] == "call" else None
    if found is None and wrapped is not None and wrapped.arguments:  # http.HandlerFunc(f)
        return world.handler(wrapped.arguments[0].value, at)
    if found is None and target and target[0] == "call" and isinstance(target[1], tuple):
        answer = world.engine(at.view).callees(target[1], 0, at, 0)
        found = answer.targets[0][0] if answer.targets else None
    return found


FAMILY = Family("go", find)
