"""Laravel and Lumen: the `Route` facade and `$router` in route files: verbs, resources, singletons, groups with prefixes, files loaded in groups.

A route file stands below the group that loads it; one that nothing loads is partial, but for `routes/web.php` and `routes/api.php`, whose place
the framework itself gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Expr
from graph.definition import FileView
from graph.routes.call_tree import Call
from graph.routes.laravel_files import RouteFiles
from graph.routes.laravel_handlers import Handlers
from graph.routes.route import ANY, Family, Prefix, Route
from graph.routes.script_routers import option
from graph.world import World, at_name

_VERBS = {name: name.upper() for name in ("get", "post", "put", "patch", "delete", "options")}
_OTHERS = {"any": ANY, "view": "GET", "redirect": ANY, "permanentRedirect": ANY, "livewire": "GET", "inertia": "GET"}
_RESOURCES = {
    "index": (("GET",), "", False),
    "create": (("GET",), "create", False),
    "store": (("POST",), "", False),
    "show": (("GET",), "", True),
    "edit": (("GET",), "edit", True),
    "update": (("PUT", "PATCH"), "", True),
    "destroy": (("DELETE",), "", True),
}
"""Action -> methods, tail, whether it is about one member."""
_API = tuple(action for action in _RESOURCES if action not in {"create", "edit"})
_KINDS = {"resource": tuple(_RESOURCES), "apiResource": _API, "singleton": ("show", "edit", "update")}
_KINDS["apiSingleton"] = ("show", "update")
_PLURALS = {"resources": "resource", "apiResources": "apiResource", "singletons": "singleton"}
_EXTRA = {"creatable": ("create", "store", "destroy"), "destroyable": ("destroy",)}


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every route file."""
    files = RouteFiles(world)
    handlers = Handlers(world)
    for view in files.views():
        for call in files.tree(view):
            if not files.registers(call):
                continue
            if call.name in _VERBS or call.name in _OTHERS or call.name in {"match", "addRoute"}:
                yield from _verb(world, files, handlers, view, call)
            elif call.name in _KINDS:
                yield from _resource(
                    world, files, handlers, call, (call.argument("name", 0), call.argument("controller", 1))
                )
            elif call.name in _PLURALS:
                yield from _resources(world, files, handlers, call)


def _verb(world: World, files: RouteFiles, handlers: Handlers, view: FileView, call: Call) -> Iterator[Route]:
    listed = call.name in {"match", "addRoute"}
    path = call.argument("uri", 1 if listed else 0)
    if path is None:
        return
    verbs = [_VERBS.get(call.name) or _OTHERS.get(call.name, ANY)]
    if listed:
        verbs = [text.upper() for text in world.texts(call.argument("methods", 0), call.place) if text] or [ANY]
    target = call.argument("action", 2 if listed else 1)
    said = files.attributes(call)
    handler = None if call.name in _OTHERS and call.name != "any" else handlers.of(target, call, said)
    for prefix in files.prefixes(call):
        full = prefix.then(world.text(path, call.place), (at_name(view.path, call.site),))
        for verb in verbs:
            yield full.route(verb, "laravel", view, call.site.line, handler)


def _resources(world: World, files: RouteFiles, handlers: Handlers, call: Call) -> Iterator[Route]:
    given = call.argument("resources", 0)
    for pair in given[1:] if given and given[0] == "dict" else ():
        if isinstance(pair, tuple) and len(pair) > 1 and isinstance(pair[0], tuple) and isinstance(pair[1], tuple):
            yield from _resource(world, files, handlers, call, (pair[0], pair[1]))


def _resource(
    world: World, files: RouteFiles, handlers: Handlers, call: Call, given: tuple[Expr | None, Expr | None]
) -> Iterator[Route]:
    name, target = given
    text = world.text(name, call.place)
    kind = _PLURALS.get(call.name, call.name)
    single = kind.lower().endswith("singleton")
    proof = (at_name(call.view.path, call.site),)
    for prefix in files.prefixes(call):
        collection, member = _places(
            prefix.then("", proof), text, single=single, shallow=files.said_after(call, "shallow")
        )
        for action in _actions(world, files, call, _KINDS[kind]):
            verbs, tail, of_member = _RESOURCES[action]
            full = (member if of_member else collection).then(tail)
            handler = handlers.action(target, action, call, files.attributes(call))
            for verb in verbs:
                yield full.route(verb, "laravel", call.view, call.site.line, handler)


def _places(prefix: Prefix, text: str | None, *, single: bool, shallow: bool) -> tuple[Prefix, Prefix]:
    """Return where the collection and one member of a resource stand; `photos.comments` is nested."""
    if text is None:
        broken = prefix.then(None)
        return broken, broken if single else broken.then("{id}")
    folder, _, name = text.rpartition("/")
    *parents, own = name.split(".")
    outer = prefix.then(folder)
    nested = outer
    for parent in parents:
        nested = nested.then(f"{parent}/{{{parent.replace('-', '_')}}}")
    collection = nested.then(own)
    member = (outer.then(own) if shallow else collection).then(f"{{{own.replace('-', '_')}}}")
    return collection, collection if single else member


def _actions(world: World, files: RouteFiles, call: Call, actions: tuple[str, ...]) -> list[str]:
    more = [action for mark, added in _EXTRA.items() if files.said_after(call, mark) for action in added]
    kept = [action for action in _RESOURCES if action in {*actions, *more}]
    options = call.argument("options", 1 if call.name in _PLURALS else 2)
    for name in ("only", "except"):
        said = files.after(call, name)
        given = said.argument(name, 0) if said is not None else option(options, name)
        if said is not None and len(said.site.arguments) > 1:  # only('index', 'show')
            given = ("list", *(one.value for one in said.site.arguments))
        if given:
            named = {text for text in world.texts(given, call.place) if text}
            kept = [action for action in kept if (action in named) == (name == "only")]
    return kept


FAMILY = Family("laravel", find)
