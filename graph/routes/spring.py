"""Spring MVC and WebFlux annotations: class mapping x method mapping, arrays, constants, composed annotations, inherited mappings.

Feign and HTTP-exchange interfaces are clients and give no route.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr
from graph.definition import Definition
from graph.resolve.ancestry import Ancestry
from graph.resolve.origin import argument
from graph.resolve.values import Place
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
    for definition in world.project.definitions:
        if definition.is_type and not definition.view.test and definition.view.language in {"java", "kotlin", "groovy"}:
            marks = _effective(world, definition)
            names = {mark.name.rsplit(".", 1)[-1] for mark, _ in marks}
            if names & _CONTROLLERS and not names & _CLIENTS and definition.kind != "annotation_type":
                yield from _controller(world, definition, marks)


def _effective(world: World, definition: Definition) -> list[tuple[Decorator, Definition]]:
    """Return the annotations of a definition and, one level deep, those of annotations declared in the repository."""
    found = [(mark, definition) for mark in definition.symbol.decorators]
    for mark in definition.symbol.decorators:
        value = world.engine(definition.view).named_type(mark.name, definition.view, definition.symbol.container)
        if value is not None and value.target is not None and value.target.kind == "annotation_type":
            found += [(inner, value.target) for inner in value.target.symbol.decorators]
    return found


def _controller(world: World, holder: Definition, marks: list[tuple[Decorator, Definition]]) -> Iterator[Route]:
    lines = _lines(world, holder)
    prefixes = _prefixes(world, marks)
    if not any(mark.name.endswith("RequestMapping") for mark, _ in marks):
        for base in lines[1:]:
            inherited = [(mark, base) for mark in base.symbol.decorators]
            if any(mark.name.endswith("RequestMapping") for mark, _ in inherited):
                prefixes = _prefixes(world, inherited)
                break
    seen: set[tuple[str, int]] = set()
    for base in lines:
        for name, group in base.members.items():
            for method in group:
                shape = (name, len(method.symbol.parameters))
                if method.kind != "method" or shape in seen:
                    continue
                mapped = _mappings(world, method, lines)
                if mapped or base is holder:
                    seen.add(shape)
                for mark, at in mapped:
                    yield from _routes(world, method, mark, at, prefixes)


def _lines(world: World, holder: Definition) -> list[Definition]:
    ancestry = getattr(world.engine(holder.view), "ancestry", None)
    return [line.definition for line in ancestry.of(holder)] if isinstance(ancestry, Ancestry) else [holder]


def _mappings(world: World, method: Definition, lines: list[Definition]) -> list[tuple[Decorator, Definition]]:
    """Return the mapping annotations of a method, its own or those of the interface method that it implements."""
    own = [(mark, at) for mark, at in _effective(world, method) if _is_mapping(mark)]
    if own:
        return own
    for base in lines:
        for other in base.members.get(method.name, ()):
            if other is not method and len(other.symbol.parameters) == len(method.symbol.parameters):
                above = [(mark, at) for mark, at in _effective(world, other) if _is_mapping(mark)]
                if above:
                    return above
    return []


def _is_mapping(mark: Decorator) -> bool:
    short = mark.name.rsplit(".", 1)[-1]
    return short in _SHORT or short == "RequestMapping"


def _prefixes(world: World, marks: list[tuple[Decorator, Definition]]) -> list[Prefix]:
    for mark, at in marks:
        if mark.name.rsplit(".", 1)[-1] == "RequestMapping":
            proof = (at_name(at.view.path, mark),)
            return [Prefix().then(text, proof) for text in _paths(world, mark, at)]
    return [Prefix()]


def _paths(world: World, mark: Decorator, at: Definition) -> list[str | None]:
    expr = argument(mark.arguments, "path") or argument(mark.arguments, "value", 0)
    if expr is None:
        return [""]
    scope = at.symbol.qualified if at.is_type else at.symbol.container
    return world.texts(expr, Place(at.view, scope, mark.line)) or [""]


def _routes(
    world: World, method: Definition, mark: Decorator, at: Definition, prefixes: list[Prefix]
) -> Iterator[Route]:
    proof = (at_name(at.view.path, mark),)
    for verb in _verbs(mark):
        for prefix in prefixes:
            for text in _paths(world, mark, at):
                full = prefix.then(text, proof)
                yield Route(
                    verb,
                    full.text or "/",
                    "spring",
                    method.view,
                    mark.line if at is method else method.symbol.declaration_line,
                    full.evidence,
                    method,
                    full.partial,
                )


def _verbs(mark: Decorator) -> list[str]:
    short = mark.name.rsplit(".", 1)[-1]
    if short in _SHORT:
        return [_SHORT[short]]
    expr = argument(mark.arguments, "method")
    items: list[Expr] = (
        [expr] if expr and expr[0] != "list" else [one for one in (expr or ())[1:] if isinstance(one, tuple)]
    )
    return [str(one[-1]).upper() for one in items if one[0] in {"name", "attr"}] or [ANY]


FAMILY = Family("spring", find)
