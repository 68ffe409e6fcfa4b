"""Which methods a Django view serves: by decorators of functions, verbs of classes, bases of generic views and view sets."""

from __future__ import annotations

from collections.abc import Iterator

from graph.definition import Definition
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.annotations import hierarchy
from graph.routes.paths import unanchored
from graph.routes.route import ANY, VERBS
from graph.world import World

_GENERIC: dict[str, tuple[str, ...]] = {
    "ListView": ("GET",),
    "DetailView": ("GET",),
    "TemplateView": ("GET",),
    "RedirectView": ("GET",),
    "CreateView": ("GET", "POST"),
    "UpdateView": ("GET", "POST"),
    "DeleteView": ("GET", "POST"),
    "FormView": ("GET", "POST"),
    "ListAPIView": ("GET",),
    "CreateAPIView": ("POST",),
    "RetrieveAPIView": ("GET",),
    "DestroyAPIView": ("DELETE",),
    "UpdateAPIView": ("PUT", "PATCH"),
    "ListCreateAPIView": ("GET", "POST"),
    "RetrieveUpdateAPIView": ("GET", "PUT", "PATCH"),
    "RetrieveDestroyAPIView": ("GET", "DELETE"),
    "RetrieveUpdateDestroyAPIView": ("GET", "PUT", "PATCH", "DELETE"),
}
_ACTIONS = {
    "list": ("GET", ""),
    "create": ("POST", ""),
    "retrieve": ("GET", "{pk}"),
    "update": ("PUT", "{pk}"),
    "partial_update": ("PATCH", "{pk}"),
    "destroy": ("DELETE", "{pk}"),
}
_SETS: dict[str, tuple[str, ...]] = {
    "ModelViewSet": tuple(_ACTIONS),
    "ReadOnlyModelViewSet": ("list", "retrieve"),
    "ListModelMixin": ("list",),
    "CreateModelMixin": ("create",),
    "RetrieveModelMixin": ("retrieve",),
    "UpdateModelMixin": ("update", "partial_update"),
    "DestroyModelMixin": ("destroy",),
}


def verbs_of(world: World, handler: Definition | None) -> list[tuple[str, Definition | None]]:
    """Return (method, what serves it) of a view."""
    if handler is None:
        return [(ANY, None)]
    if not handler.is_type:
        return [(verb, handler) for verb in _decorated(world, handler)]
    lines = hierarchy(world, handler)
    found: list[tuple[str, Definition | None]] = []
    for verb in VERBS:
        own = next((line.members[verb][0] for line in lines if verb in line.members), None)
        if own is not None:
            found.append((verb.upper(), own))
    return found or [(verb, handler) for verb in _by_bases(lines)] or [(ANY, handler)]


def _by_bases(lines: list[Definition]) -> tuple[str, ...]:
    for line in lines:
        for _, text in line.symbol.supers:
            known = _GENERIC.get(_plain(text))
            if known:
                return known
    return ()


def _decorated(world: World, handler: Definition) -> list[str]:
    at = Place(handler.view, handler.symbol.container, handler.symbol.declaration_line)
    for mark in handler.symbol.decorators:
        last = mark.name.rsplit(".", 1)[-1]
        if last in {"api_view", "require_http_methods"}:
            given = argument(mark.arguments, "http_method_names", 0) or argument(
                mark.arguments, "request_method_list", 0
            )
            return [text.upper() for text in world.texts(given, at) if text] if given else ["GET"]
        if last in {"require_GET", "require_safe"}:
            return ["GET"]
        if last == "require_POST":
            return ["POST"]
    return [ANY]


def viewset_routes(world: World, viewset: Definition) -> Iterator[tuple[str, str, Definition]]:
    """Yield (method, tail, what serves it) of a view set registered with a router."""
    lines = hierarchy(world, viewset)
    given = {action for line in lines for _, text in line.symbol.supers for action in _SETS.get(_plain(text), ())}
    for action, (verb, tail) in _ACTIONS.items():
        own = next((line.members[action][0] for line in lines if action in line.members), None)
        if own is not None or action in given:
            yield verb, tail, own or viewset
    for line in lines:
        for group in line.members.values():
            for method in group:
                yield from _action(world, method)


def _action(world: World, method: Definition) -> Iterator[tuple[str, str, Definition]]:
    for mark in method.symbol.decorators:
        if mark.name.rsplit(".", 1)[-1] != "action":
            continue
        at = Place(method.view, method.symbol.container, mark.line)
        name = unanchored(world.text(argument(mark.arguments, "url_path"), at) or method.name)
        detail = len(method.symbol.parameters) > 2  # noqa: PLR2004 - self, request, and the key of one object
        given = argument(mark.arguments, "methods")
        for verb in [text.upper() for text in world.texts(given, at) if text] if given else ["GET"]:
            yield verb, f"{{pk}}/{name}" if detail else name, method


def _plain(base: str) -> str:
    """Return the simple name of a base class, without what it is specialised for."""
    return base.partition("[")[0].rsplit(".", 1)[-1]
