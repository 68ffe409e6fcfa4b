"""JAX-RS (Jersey, RESTEasy, Quarkus) and Micronaut annotations: application path x class path x method path, sub-resource locators."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.routes.annotations import JVM, Mark, effective, hierarchy, inherited, place_at, short
from graph.routes.context_path import ContextPaths
from graph.routes.route import Family, Prefix, Route
from graph.world import World, at_name

_VERBS = frozenset({"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"})
_MICRONAUT = {
    "Get": "GET",
    "Post": "POST",
    "Put": "PUT",
    "Delete": "DELETE",
    "Patch": "PATCH",
    "Head": "HEAD",
    "Options": "OPTIONS",
}
_DEPTH = 4


def find(world: World) -> Iterator[Route]:
    """Yield the routes of resource and controller classes."""
    types = [one for one in world.project.definitions if one.is_type and not one.view.test and one.view.language in JVM]
    base = _application_path(world, types)
    rooted, micronaut = ContextPaths(world, "jaxrs"), ContextPaths(world, "micronaut")
    implemented: set[Definition] | None = None
    for definition in types:
        if not definition.symbol.decorators:
            continue
        marks = {short(mark): (mark, at) for mark, at in effective(world, definition)}
        if "RegisterRestClient" in marks or "Client" in marks:
            continue
        if "Path" in marks and implemented is None:
            implemented = _implemented(world, types)
        if "Path" in marks and definition.kind != "annotation_type" and definition not in (implemented or ()):
            for text, proof in _texts(world, marks["Path"]):
                front = rooted.of(definition.view).then(base.text, base.evidence) if not base.partial else base
                yield from _resource(world, definition, front.then(text, proof), 0)
        elif "Controller" in marks and _imports_micronaut(definition):
            for text, proof in _texts(world, marks["Controller"]):
                yield from _micronaut(world, definition, micronaut.of(definition.view).then(text, proof))


def _implemented(world: World, types: list[Definition]) -> set[Definition]:
    """Return the interfaces of the repository that a class of it stands for."""
    classes = [one for one in types if one.kind != "interface"]
    return {above for one in classes for above in hierarchy(world, one)[1:] if above.kind == "interface"}


def _application_path(world: World, types: list[Definition]) -> Prefix:
    for definition in types:
        for mark in definition.symbol.decorators:
            if short(mark) == "ApplicationPath":
                text, proof = _texts(world, (mark, definition))[0]
                return Prefix().then(text, proof)
    return Prefix()


def _texts(world: World, pair: Mark) -> list[tuple[str | None, tuple[Evidence, ...]]]:
    mark, at = pair
    expr = argument(mark.arguments, "uris") or argument(mark.arguments, "uri") or argument(mark.arguments, "value", 0)
    proof = (at_name(at.view.path, mark),)
    return [(text, proof) for text in world.texts(expr, place_at(at, mark))] if expr else [("", proof)]


def _resource(world: World, holder: Definition, prefix: Prefix, depth: int) -> Iterator[Route]:
    lines = hierarchy(world, holder)
    seen: set[tuple[str, int]] = set()
    for base in lines:
        for name, group in base.members.items():
            for method in group:
                shape = (name, len(method.symbol.parameters))
                if method.kind != "method" or shape in seen:
                    continue
                marks = inherited(world, method, lines, _is_jaxrs)
                if marks:
                    seen.add(shape)
                    yield from _method(world, method, marks, prefix, depth)


def _is_jaxrs(mark: Decorator) -> bool:
    return short(mark) in _VERBS or short(mark) == "Path"


def _method(world: World, method: Definition, marks: list[Mark], prefix: Prefix, depth: int) -> Iterator[Route]:
    verbs = [pair for pair in marks if short(pair[0]) in _VERBS]
    paths = [pair for pair in marks if short(pair[0]) == "Path"]
    full = prefix.then(*_texts(world, paths[0])[0]) if paths else prefix
    for mark, at in verbs:
        proof = (*full.evidence, at_name(at.view.path, mark))
        yield Route(short(mark), full.text or "/", "jaxrs", method.view, mark.line, proof, method, full.partial)
    if paths and not verbs and depth < _DEPTH and method.symbol.returns:
        value = world.engine(method.view).type_value(method.symbol.returns, method.view, method.symbol.qualified)
        if value is not None and value.target is not None:
            yield from _resource(world, value.target, full, depth + 1)


def _imports_micronaut(definition: Definition) -> bool:
    return any(item.module.startswith("io.micronaut") for item in definition.view.facts.imports)


def _micronaut(world: World, holder: Definition, prefix: Prefix) -> Iterator[Route]:
    for group in holder.members.values():
        for method in group:
            for mark, at in effective(world, method):
                if short(mark) in _MICRONAUT:
                    for text, proof in _texts(world, (mark, at)):
                        full = prefix.then(text, proof)
                        yield full.route(_MICRONAUT[short(mark)], "micronaut", method.view, mark.line, method)


FAMILY = Family("jaxrs", find)
