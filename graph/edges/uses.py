"""CALLS, INSTANTIATES and REFERENCES: what each use of a name reaches, one kind per call site, with the name token as evidence.

Unresolved sites give no edge; they are counted by reason. Production code never links into tests.
"""

from __future__ import annotations

from chunkers.symbol import Reference
from graph.definition import Definition, FileView
from graph.edges.asking import Asking
from graph.resolve.argument_flow import ArgumentFlow
from graph.resolve.python import PythonEngine
from graph.resolve.values import Answer, Place
from graph.world import World, at_name

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
        flowing = flow if view.language == "python" else None
        asking = Asking(world.engine(view), view)
        for reference in view.facts.references:
            if reference.kind in CALLING:
                answer = _call(world, view, reference, asking)
                if flowing is not None:
                    _note(flowing, waiting, view, reference, answer)
            elif reference.kind in _NAMING:
                _name(world, view, reference, asking)
    if flow is not None and isinstance(python, PythonEngine) and waiting:
        _decorations(world, python, flow)
        python.learn(flow)
        for view, reference, reason in waiting:
            _again(world, python, view, reference, reason)


def _note(flow: ArgumentFlow, waiting: list[_Waiting], view: FileView, reference: Reference, answer: Answer) -> None:
    if not answer.targets and answer.reason in _ASKED_AGAIN:
        waiting.append((view, reference, answer.reason))
    for target, _, _ in answer.targets:
        flow.enter(target, (reference, view))


def _again(world: World, python: PythonEngine, view: FileView, reference: Reference, reason: str) -> None:
    answer = _allowed(view, python.answer(reference, view))
    if answer.targets:
        world.ledger.unresolved[reason] -= 1
        world.ledger.resolved += 1
        _edges(world, view, reference, answer)


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


def _call(world: World, view: FileView, reference: Reference, asking: Asking) -> Answer:
    world.ledger.call_sites += 1
    answer = _allowed(view, asking.called(reference))
    if answer.targets:
        world.ledger.resolved += 1
        _edges(world, view, reference, answer)
    else:
        world.ledger.unresolved[answer.reason or "unknown_name"] += 1
    return answer


def _edges(world: World, view: FileView, reference: Reference, answer: Answer) -> None:
    source = world.scope_id(view, reference.scope)
    world.answers.setdefault(source, []).append((reference, answer))
    for target, confidence, rule in answer.targets:
        kind = "INSTANTIATES" if target.is_type and reference.kind != "jsx" else "CALLS"
        resolution = "inferred" if rule in _INFERRED else answer.resolution
        world.ledger.edge(
            source,
            target.id,
            kind,
            [at_name(view.path, reference)],
            confidence=confidence,
            resolution=resolution,
            rule=rule,
        )


def _name(world: World, view: FileView, reference: Reference, asking: Asking) -> None:
    answer = _allowed(view, asking.used(reference))
    if not answer.targets:
        return
    source = world.scope_id(view, reference.scope)
    for target, confidence, rule in answer.targets:
        if target.id != source:
            kind = "ANNOTATED_BY" if reference.kind == "annotation" else "REFERENCES"
            world.ledger.edge(
                source,
                target.id,
                kind,
                [at_name(view.path, reference)],
                confidence=confidence,
                resolution=answer.resolution,
                rule=rule,
            )


def _allowed(view: FileView, answer: Answer) -> Answer:
    if view.test or not answer.targets:
        return answer
    kept = tuple(one for one in answer.targets if not _in_test(one[0]))
    return answer if len(kept) == len(answer.targets) else Answer(kept, "into_test", answer.resolution)


def _in_test(definition: Definition) -> bool:
    return definition.view.test
