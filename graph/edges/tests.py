"""TESTS and MOCKS: what a test case exercises, from the calls it makes, the suite it stands in and the routes it requests.

Production code never links into tests. A name convention alone gives .6; a resolved call .9.
"""

from __future__ import annotations

import re

from chunkers.symbol import Reference
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.resolve.origin import argument
from graph.resolve.values import Answer
from graph.routes.paths import normalised
from graph.routes.route import ANY, VERBS, Route
from graph.world import World, at_name, declared, place_of

_MOCKS = frozenset({"Mock", "MockBean", "MockitoBean", "Spy", "SpyBean", "MockK", "InjectMock"})
_SUBJECT = re.compile(r"^(?:Test)?(.+?)(?:Tests?|TestCase|IT|Spec|ITCase)?$")
_REQUESTS = frozenset({*VERBS, "perform", "exchange", "request"})


def add_tests(world: World, routes: list[Route]) -> None:
    """Enter what each test case tests and mocks."""
    by_path: dict[tuple[str, str], Route] = {}
    for route in routes:
        if not route.partial:
            by_path.setdefault((route.method, route.path), route)
    for view in world.project.views.values():
        if any(one.is_test for one in view.defs.values()):
            _test_file(world, view, by_path)


def _test_file(world: World, view: FileView, by_path: dict[tuple[str, str], Route]) -> None:
    _mocked(world, view)
    for definition in view.defs.values():
        if definition.is_test:
            _exercised(world, definition)
        elif definition.is_type and definition.parent is None:
            _named_after(world, definition)
    for reference in world.sites.within(view, _REQUESTS):
        if reference.kind == "call":
            _requested(world, view, reference, by_path)


def _exercised(world: World, test: Definition) -> None:
    sites = _sites(world, test)
    called = [site for site in sites if any(t.is_callable and not t.view.test for t, _, _ in site[1].targets)]
    subject = _subject_name(test)
    row = world.ledger.row(test.id)
    for reference, answer in called or sites:
        for target, confidence, _ in answer.targets:
            if target.view.test or (called and not target.is_callable):
                continue
            named = subject is not None and (
                subject == target.name or (target.parent is not None and subject == target.parent.name)
            )
            sure, rule = (0.95, "calls_subject") if named else (0.9, "calls")
            proof = at_name(test.view.path, reference)
            row += (target.id, "TESTS", min(confidence, sure), "inferred", rule, proof)


def _sites(world: World, test: Definition) -> list[tuple[Reference, Answer]]:
    """Return the resolved sites of a test, those of functions inside it and of helpers of the same file that it calls."""
    own = list(world.answers.get(test.id, ()))
    for group in test.members.values():
        for inner in group:
            own += world.answers.get(inner.id, ())
    helpers = dict.fromkeys(
        t for _, answer in own for t, _, _ in answer.targets if t.view is test.view and t.is_callable and not t.is_test
    )
    for helper in helpers:
        own += world.answers.get(helper.id, ())
    return own


def _subject_name(test: Definition) -> str | None:
    holder = test.parent
    while holder is not None and holder.parent is not None:
        holder = holder.parent
    if holder is None:
        return None
    found = _SUBJECT.match(holder.name)
    return found.group(1) if found and found.group(1) != holder.name else None


def _named_after(world: World, suite: Definition) -> None:
    """Enter a suite's subject by its name, where the type stands in the same package or is imported by the test file."""
    if not any(one.is_test for group in suite.members.values() for one in group):
        return
    found = _SUBJECT.match(suite.name)
    if found is None or found.group(1) == suite.name:
        return
    value = world.engine(suite.view).named_type(found.group(1), suite.view, "")
    if value is not None and value.target is not None and not value.target.view.test:
        world.ledger.edge(
            suite.id,
            value.target.id,
            "TESTS",
            [declared(suite)],
            confidence=0.85,
            resolution="convention",
            rule="suite_named_after_imported",
        )


def _mocked(world: World, view: FileView) -> None:
    for definition in view.marked:
        marks = [mark for mark in definition.symbol.decorators if mark.name.rsplit(".", 1)[-1] in _MOCKS]
        if not marks or not definition.symbol.type:
            continue
        value = world.engine(view).type_value(definition.symbol.type, view, definition.symbol.container)
        if value is not None and value.target is not None and definition.parent is not None:
            proof = [at_name(view.path, marks[0])]
            world.ledger.edge(
                definition.parent.id,
                value.target.id,
                "MOCKS",
                proof,
                confidence=0.95,
                resolution="exact",
                rule="mock_annotation",
            )


def _requested(world: World, view: FileView, reference: Reference, by_path: dict[tuple[str, str], Route]) -> None:
    """Join a request that a test makes (`client.post("/orders")`) to the route that serves it."""
    if reference.receiver is None and reference.name not in VERBS:
        return
    text = world.text(argument(reference, "path", 0), place_of(view, reference))
    if not text or not text.startswith("/"):
        return
    method = reference.name.upper() if reference.name in VERBS else ANY
    path = normalised(text.split("?", 1)[0])
    route = by_path.get((method, path)) or by_path.get((ANY, path)) or _matching(by_path, method, path)
    source = _test_of(view, reference.scope)
    if route is None or source is None:
        return
    proof: list[Evidence] = [at_name(view.path, reference)]
    world.ledger.edge(
        source.id, route.id, "TESTS", proof, confidence=0.85, resolution="inferred", rule="requests_route"
    )
    if route.handler is not None:
        world.ledger.edge(
            source.id, route.handler.id, "TESTS", proof, confidence=0.8, resolution="inferred", rule="requests_handler"
        )


def _matching(by_path: dict[tuple[str, str], Route], method: str, path: str) -> Route | None:
    """Return the one route whose template fits a concrete path."""
    parts = path.split("/")
    fits = [
        route
        for (verb, template), route in by_path.items()
        if verb == method
        and len(template.split("/")) == len(parts)
        and all(left in {"{}", right} for left, right in zip(template.split("/"), parts, strict=True))
    ]
    return fits[0] if len(fits) == 1 else None


def _test_of(view: FileView, scope: str) -> Definition | None:
    for name in view.scopes(scope):
        definition = view.defs.get(name)
        if definition is not None and definition.is_test:
            return definition
    return None
