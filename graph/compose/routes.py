"""Route chunks: handler, request, response, calls, contract and tests of one route, each line with its place.

Takes the atlas and the routes, gives one draft per route id.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.chunk import ComposedDraft
from graph.compose.citation import VERSION, Atlas, Sources
from graph.definition import Definition
from graph.edges.contracts import Operation
from graph.edges.routes import handler_id
from graph.resolve.values import Value
from graph.routes.paths import parameters
from graph.routes.route import Route
from graph.world import World

_BODY_MARKS = frozenset({"RequestBody", "Body", "ModelAttribute"})
_OUTER = frozenset(
    {
        "ResponseEntity",
        "Mono",
        "Flux",
        "Optional",
        "CompletableFuture",
        "List",
        "Page",
        "Set",
        "Collection",
        "list",
        "Promise",
    }
)
_MOST_CALLS = 12
_MOST_CALLERS = 8
_SURE = 0.5


Bodies = dict[str, tuple[list[Value], list[Value]]]
"""What handlers take as a body and what they give back, by the node of the handler."""


def handled(world: World, routes: list[Route]) -> Bodies:
    """Return what the handlers of routes take and give: asked as long as the engines answer."""
    handlers = {route.handler.id: route.handler for route in routes if route.handler is not None}
    return {key: (_requests(world, one), _responses(world, one)) for key, one in handlers.items()}


def route_drafts(
    atlas: Atlas, routes: list[Route], contracts: dict[str, list[Operation]], bodies: Bodies
) -> Iterator[ComposedDraft]:
    """Yield one draft per route."""
    groups: dict[str, list[Route]] = {}
    for route in routes:
        groups.setdefault(route.id, []).append(route)
    for key in sorted(groups):
        yield _draft(atlas, groups[key], contracts.get(key, []), bodies)


def _draft(atlas: Atlas, routes: list[Route], operations: list[Operation], bodies: Bodies) -> ComposedDraft:
    route = routes[0]
    sources = Sources(atlas)
    sources.nodes[route.id] = None
    lines: list[str] = []
    lines += [f"handler: {_handler(atlas, one, sources)}" for one in routes]
    if route.handler is not None:
        requests, responses = bodies[route.handler.id]
        lines += [f"request: {_typed(atlas, value, sources)}" for value in requests]
        lines += [f"response: {_typed(atlas, value, sources)}" for value in responses]
        lines += _calls(atlas, route.handler.id, sources)
    lines += [f"contract: {_contract(atlas, route, operation, sources)}" for operation in operations]
    lines += _tests(atlas, route, sources)
    title = f"{route.method} {route.template if not route.partial else route.path}".rstrip()
    attributes = {
        "method": route.method,
        "path": route.path,
        "template": route.template,
        "framework": route.framework,
        "parameters": list(parameters(route.template)),
        "partial": route.partial,
    }
    return ComposedDraft(
        "route_chunk",
        route.id.removeprefix("route:"),
        _title(route, title),
        "\n".join(dict.fromkeys(lines)) + "\n",
        sources.all(),
        tuple(sorted(sources.nodes)),
        tuple(sorted(sources.paths)),
        (route.view.path, route.line),
        symbol=route.id,
        attributes=attributes,
        confidence=sources.confidence,
        chunker=("route-composer", VERSION),
    )


def _title(route: Route, title: str) -> str:
    return title if len(title) > len(route.method) + 1 else f"{route.method} /"


def _handler(atlas: Atlas, route: Route, sources: Sources) -> str:
    target = handler_id(atlas.world, route)
    for edge in atlas.out.get(route.id, ()):
        if edge.kind == "ROUTES_TO" and edge.target == target:
            sources.edge(edge)
    if route.handler is None:
        sources.nodes[target] = None
        sources.span(route.view.path, route.line, route.line)
        return f"{atlas.name(target)} (inline) {route.view.path}:{route.line}-{route.line}"
    sources.node(target)
    for proof in route.evidence:
        if proof.path != route.view.path:
            sources.span(proof.path, proof.line, proof.end_line)
    return atlas.cited(target)


def _requests(world: World, handler: Definition) -> list[Value]:
    """Return the types of what the handler takes as a body: marked parameters, else those whose type is a class of the repository."""
    marked, typed = [], []
    for parameter in handler.symbol.parameters:
        value = (
            world.engine(handler.view).type_value(parameter.type, handler.view, handler.symbol.qualified)
            if parameter.type
            else None
        )
        if value is None:
            continue
        names = {mark.name.rsplit(".", 1)[-1] for mark in parameter.decorators}
        if names & _BODY_MARKS:
            marked.append(value)
        elif value.target is not None and value.form == "instance" and not names and not parameter.default:
            typed.append(value)
    return marked or typed[:2]


def _responses(world: World, handler: Definition) -> list[Value]:
    if not handler.symbol.returns:
        return []
    value = world.engine(handler.view).type_value(handler.symbol.returns, handler.view, handler.symbol.qualified)
    for _ in range(4):
        if (
            value is not None
            and value.form == "external"
            and value.name.rsplit(".", 1)[-1] in _OUTER
            and value.args
            and value.args[-1] is not None
        ):
            value = value.args[-1]
    return [value] if value is not None and (value.target is not None or value.name not in {"void", "Void"}) else []


def _typed(atlas: Atlas, value: Value, sources: Sources) -> str:
    if value.target is None:
        return value.name.rsplit(".", 1)[-1]
    sources.node(value.target.id)
    return atlas.cited(value.target.id)


def _calls(atlas: Atlas, handler: str, sources: Sources) -> list[str]:
    lines: dict[str, None] = {}
    for edge in atlas.calls(handler):
        if len(lines) >= _MOST_CALLS:
            break
        if edge.confidence >= _SURE:
            sources.edge(edge)
            sources.node(edge.target)
            lines[f"calls: {atlas.cited(edge.target)}"] = None
    return list(lines)


def _contract(atlas: Atlas, route: Route, operation: Operation, sources: Sources) -> str:
    sources.nodes[operation.id] = None
    for edge in atlas.out.get(operation.id, ()):
        if edge.kind == "DESCRIBES" and edge.target == route.id:
            sources.edge(edge)
    pointer = operation.symbol.pointer or ""
    sources.pointer(operation.facts.path, pointer)
    name = operation.operation_id or f"{operation.method} {operation.path}"
    return f"{name} {operation.facts.path}#{pointer}"


def _tests(atlas: Atlas, route: Route, sources: Sources) -> list[str]:
    lines: dict[str, None] = {}
    targets = [route.id, *([route.handler.id] if route.handler is not None else [])]
    for target in targets:
        for edge in sorted(atlas.into(target, "TESTS"), key=lambda e: (-e.confidence, e.source)):
            if len(lines) < _MOST_CALLS:
                sources.edge(edge)
                sources.node(edge.source)
                lines[f"tests: {atlas.cited(edge.source)}"] = None
    return list(lines) if lines or route.handler is None else _tests_behind(atlas, route.handler.id, sources)


def _tests_behind(atlas: Atlas, handler: str, sources: Sources) -> list[str]:
    """Return the tests of what the handler calls, where it has none of its own; each says whose test it is."""
    lines: dict[str, None] = {}
    for call in atlas.calls(handler):
        if len(atlas.into(call.target, "CALLS")) > _MOST_CALLERS:
            continue  # what everybody calls is tested for everybody
        for edge in sorted(atlas.into(call.target, "TESTS"), key=lambda e: (-e.confidence, e.source)):
            if call.kind == "CALLS" and len(lines) < _MOST_CALLS:
                sources.edge(edge)
                sources.node(edge.source)
                lines[f"tests: {atlas.cited(edge.source)} (of {atlas.name(call.target)})"] = None
    return list(lines)
