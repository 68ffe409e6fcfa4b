"""Spring MVC and WebFlux annotations: class mapping x method mapping, arrays, constants, composed annotations, inherited mappings.

Feign and HTTP-exchange interfaces are clients and give no route.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr
from graph.definition import Definition
from graph.resolve.origin import argument
from graph.routes.annotations import JVM, Mark, effective, hierarchy, inherited, place_at, short
from graph.routes.context_path import ContextPaths
from graph.routes.route import ANY, Family, Prefix, Route
from graph.world import World, at_name

_SHORT = {
    "GetMapping": "GET",
    "PostMapping": "POST",
    "PutMapping": "PUT",
    "PatchMapping": "PATCH",
    "DeleteMapping": "DELETE",
}
_CONTROLLERS = frozenset({"Controller", "RestController"})
_CLIENTS = frozenset({"FeignClient", "HttpExchange"})


def find(world: World) -> Iterator[Route]:
    """Yield the routes of every controller class."""
    contexts = ContextPaths(world, "spring")
    for definition in world.project.marked:
        if definition.is_type and not definition.view.test and definition.view.language in JVM:
            marks = effective(world, definition)
            names = {short(mark) for mark, _ in marks}
            if names & _CONTROLLERS and not names & _CLIENTS and definition.kind != "annotation_type":
                yield from _controller(world, definition, marks, contexts.of(definition.view))


def _controller(world: World, holder: Definition, marks: list[Mark], context: Prefix) -> Iterator[Route]:
    lines = hierarchy(world, holder)
    prefixes = _prefixes(world, marks, context)
    if not any(mark.name.endswith("RequestMapping") for mark, _ in marks):
        for base in lines[1:]:
            above = [(mark, base) for mark in base.symbol.decorators]
            if any(mark.name.endswith("RequestMapping") for mark, _ in above):
                prefixes = _prefixes(world, above, context)
                break
    seen: set[tuple[str, int]] = set()
    for base in lines:
        for name, group in base.members.items():
            for method in group:
                shape = (name, len(method.symbol.parameters))
                if method.kind != "method" or shape in seen:
                    continue
                mapped = inherited(world, method, lines, _is_mapping)
                if mapped or base is holder:
                    seen.add(shape)
                for mark, at in mapped:
                    yield from _routes(world, method, mark, at, prefixes)


def _is_mapping(mark: Decorator) -> bool:
    return short(mark) in _SHORT or short(mark) == "RequestMapping"


def _prefixes(world: World, marks: list[Mark], context: Prefix) -> list[Prefix]:
    for mark, at in marks:
        if short(mark) == "RequestMapping":
            proof = (at_name(at.view.path, mark),)
            return [context.then(text, proof) for text in _paths(world, mark, at)]
    return [context]


def _paths(world: World, mark: Decorator, at: Definition) -> list[str | None]:
    expr = argument(mark.arguments, "path") or argument(mark.arguments, "value", 0)
    if expr is None:
        return [""]
    return world.texts(expr, place_at(at, mark)) or [""]


def _routes(
    world: World, method: Definition, mark: Decorator, at: Definition, prefixes: list[Prefix]
) -> Iterator[Route]:
    proof = (at_name(at.view.path, mark),)
    for verb in _verbs(mark):
        for prefix in prefixes:
            for text in _paths(world, mark, at):
                full = prefix.then(text, proof)
                yield full.route(
                    verb, "spring", method.view, mark.line if at is method else method.symbol.declaration_line, method
                )


def _verbs(mark: Decorator) -> list[str]:
    if short(mark) in _SHORT:
        return [_SHORT[short(mark)]]
    expr = argument(mark.arguments, "method")
    items: list[Expr] = (
        [expr] if expr and expr[0] != "list" else [one for one in (expr or ())[1:] if isinstance(one, tuple)]
    )
    return [str(one[-1]).upper() for one in items if one[0] in {"name", "attr"}] or [ANY]


FAMILY = Family("spring", find)
