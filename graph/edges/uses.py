"""CALLS, INSTANTIATES and REFERENCES: what each use of a name reaches, one kind per call site, with the name token as evidence.

Unresolved sites give no edge; they are counted by reason. Production code never links into tests.
"""

from __future__ import annotations

from chunkers.symbol import Reference
from graph.definition import Definition, FileView
from graph.resolve.values import Answer
from graph.world import World, at_name

CALLING = frozenset({"call", "new", "jsx", "super_call"})
_NAMING = frozenset({"type", "value", "throw", "annotation"})


def add_uses(world: World) -> None:
    """Enter the edges of every reference."""
    for view in world.project.views.values():
        for reference in view.facts.references:
            if reference.kind in CALLING:
                _call(world, view, reference)
            elif reference.kind in _NAMING:
                _name(world, view, reference)


def _call(world: World, view: FileView, reference: Reference) -> None:
    world.ledger.call_sites += 1
    answer = _allowed(view, world.engine(view).answer(reference, view))
    if not answer.targets:
        world.ledger.unresolved[answer.reason or "unknown_name"] += 1
        return
    world.ledger.resolved += 1
    source = world.scope_id(view, reference.scope)
    world.answers.setdefault(source, []).append((reference, answer))
    for target, confidence, rule in answer.targets:
        kind = "INSTANTIATES" if target.is_type and reference.kind != "jsx" else "CALLS"
        resolution = "inferred" if rule in {"assigned_attribute", "inferred_return"} else answer.resolution
        world.ledger.edge(
            source,
            target.id,
            kind,
            [at_name(view.path, reference)],
            confidence=confidence,
            resolution=resolution,
            rule=rule,
        )


def _name(world: World, view: FileView, reference: Reference) -> None:
    answer = _allowed(view, world.engine(view).used(reference, view))
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
