"""CALLS, INSTANTIATES and REFERENCES: what each use of a name reaches, one kind per call site, with the name token as evidence.

Unresolved sites give no edge; they are counted by reason. Production code never links into tests.
"""

from __future__ import annotations

from collections.abc import Callable

from chunkers.symbol import Reference
from graph.definition import FileView
from graph.edges.asking import Asking
from graph.faults import fault
from graph.ledger import Row
from graph.model import Evidence
from graph.resolve.argument_flow import ArgumentFlow
from graph.resolve.python import PythonEngine
from graph.resolve.values import Answer, Place, nothing
from graph.world import World

_Waiting = tuple[FileView, Reference, str]
CALLING = frozenset({"call", "new", "jsx", "super_call"})
_INFERRED = frozenset({"assigned_attribute", "inferred_return", "argument_flow"})
_ASKED_AGAIN = frozenset({"dynamic", "unknown_receiver"})
_NAMING = frozenset({"type", "value", "throw", "annotation"})


def add_uses(world: World) -> None:
    """Enter the edges of every reference; what only arguments tell is asked a second time, when the callers are known."""
    waiting: list[_Waiting] = []
    python = world.engines.get("python")
    flow = ArgumentFlow(python) if isinstance(python, PythonEngine) else None
    for view in world.project.views.values():
        if view.facts.references:
            _of_file(world, view, flow if view.language == "python" else None, waiting)
    if flow is not None and isinstance(python, PythonEngine) and waiting:
        _decorations(world, python, flow)
        python.learn(flow)
        for view, reference, reason in waiting:
            _again(world, python, view, reference, reason)


def _of_file(world: World, view: FileView, flow: ArgumentFlow | None, waiting: list[_Waiting]) -> None:
    asking, ledger = Asking(world.engine(view), view), world.ledger
    kept = _Kept(world, view)
    for reference in view.facts.references:
        kind = reference.kind
        if kind in CALLING:
            ledger.call_sites += 1
            answer = _asked(asking.called, reference, world, view)
            if answer.targets and not view.test:
                answer = _allowed(answer)
            if answer.targets:
                ledger.resolved += 1
                kept.call(reference, answer)
            else:
                ledger.unresolved[answer.reason or "unknown_name"] += 1
            if flow is not None:
                _note(flow, waiting, view, reference, answer)
        elif kind in _NAMING:
            answer = _asked(asking.used, reference, world, view)
            if answer.targets:
                kept.name(reference, answer if view.test else _allowed(answer))
    if asking.generic and not view.test:
        world.generic[view.path] = asking.generic


def _asked(ask: Callable[[Reference], Answer], reference: Reference, world: World, view: FileView) -> Answer:
    """Return an answer; a fault of ours costs the site that is asked for, not the run, and the gate "graph_error" reports it."""
    try:
        return ask(reference)
    except Exception as error:  # noqa: BLE001  # see above
        world.findings.append(fault(view.path, reference.line, error))
        return nothing("fault")


def _note(flow: ArgumentFlow, waiting: list[_Waiting], view: FileView, reference: Reference, answer: Answer) -> None:
    if not answer.targets and answer.reason in _ASKED_AGAIN:
        waiting.append((view, reference, answer.reason))
    for target, _, _ in answer.targets:
        flow.enter(target, (reference, view))


def _again(world: World, python: PythonEngine, view: FileView, reference: Reference, reason: str) -> None:
    answer = python.answer(reference, view)
    answer = answer if view.test else _allowed(answer)
    if answer.targets:
        world.ledger.unresolved[reason] -= 1
        world.ledger.resolved += 1
        _Kept(world, view).call(reference, answer)


def _decorations(world: World, python: PythonEngine, flow: ArgumentFlow) -> None:
    """Note which functions decorators are given."""
    for definition in world.project.definitions:
        if definition.view.language != "python" or not definition.is_callable:
            continue
        at = Place(definition.view, definition.symbol.container, definition.symbol.span.start_line)
        for mark in definition.symbol.decorators[-1:]:  # those above are given what this one returns
            found = python.name(mark.name, at, 0) if "." not in mark.name and not mark.arguments else None
            if found is not None and found.form == "callable" and found.target is not None:
                flow.enter_decorated(found.target, definition)


class _Kept:
    """Enters what the references of one file reach."""

    def __init__(self, world: World, view: FileView) -> None:
        self._world = world
        self._view = view
        self._path = view.path
        self._sources: dict[str, tuple[str, Row]] = {}
        self._asked_later = view.language == "go" or any(one.is_test for one in view.defs.values())
        """Tests and Go's routers ask later what a site reached; nobody else does."""

    def call(self, reference: Reference, answer: Answer) -> None:
        """Enter a call or instantiation."""
        source, row = self._sources.get(reference.scope) or self._source(reference.scope)
        if self._asked_later:
            self._world.answers.setdefault(source, []).append((reference, answer))
        proof = self._proof(reference)
        jsx = reference.kind == "jsx"
        for target, confidence, rule in answer.targets:
            kind = "INSTANTIATES" if target.is_type and not jsx else "CALLS"
            resolution = "inferred" if rule in _INFERRED else answer.resolution
            row += (target.id, kind, confidence, resolution, rule, proof)

    def name(self, reference: Reference, answer: Answer) -> None:
        """Enter a type or callable that is named."""
        source, row = self._sources.get(reference.scope) or self._source(reference.scope)
        kind = "ANNOTATED_BY" if reference.kind == "annotation" else "REFERENCES"
        for target, confidence, rule in answer.targets:
            if target.id != source:
                row += (target.id, kind, confidence, answer.resolution, rule, self._proof(reference))

    def _source(self, scope: str) -> tuple[str, Row]:
        source = self._world.scope_id(self._view, scope)
        found = self._sources[scope] = (source, self._world.ledger.row(source))
        return found

    def _proof(self, reference: Reference) -> Evidence:
        line = reference.line
        return Evidence(self._path, line, reference.column, line, reference.end_column)


def _allowed(answer: Answer) -> Answer:
    """Return what production code may reach: no tests."""
    for target, _, _ in answer.targets:
        if target.view.test:
            break
    else:
        return answer
    kept = tuple(one for one in answer.targets if not one[0].view.test)
    return Answer(kept, "into_test", answer.resolution)
