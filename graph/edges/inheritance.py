"""EXTENDS, IMPLEMENTS, OVERRIDES and DISPATCHES_TO: who stands for whom.

A base method that a call is bound to by its declared type may run in any implementation; DISPATCHES_TO says which, sharing its confidence among them.
"""

from __future__ import annotations

from collections import defaultdict

from graph.definition import Definition
from graph.resolve.ancestry import Ancestry
from graph.resolve.values import CONFIDENCE
from graph.world import ECOSYSTEM, World, declared

_MOST = 8


def add_inheritance(world: World) -> None:
    """Enter the type hierarchy and what overrides what."""
    overridden: defaultdict[str, list[Definition]] = defaultdict(list)
    bases: dict[str, Definition] = {}
    for definition in world.project.definitions:
        if not definition.is_type:
            continue
        ancestry = getattr(world.engine(definition.view), "ancestry", None)
        _supers(world, definition)
        if isinstance(ancestry, Ancestry):
            for base, override in _overrides(ancestry, definition):
                overridden[base.id].append(override)
                bases[base.id] = base
                world.ledger.edge(
                    override.id,
                    base.id,
                    "OVERRIDES",
                    [declared(override)],
                    confidence=0.97,
                    resolution="exact",
                    rule="same_signature",
                )
    for key in sorted(overridden):
        _dispatch(world, bases[key], [one for one in overridden[key] if one.view.test <= bases[key].view.test])


def _supers(world: World, definition: Definition) -> None:
    engine = world.engine(definition.view)
    for how, text in definition.symbol.supers:
        value = engine.type_value(text, definition.view, definition.symbol.container)
        if value is None or value.form not in {"instance", "external"} or not (value.target or value.name):
            continue
        kind = "IMPLEMENTS" if how == "implements" else "EXTENDS"
        if value.target is not None and value.target is not definition:
            world.ledger.edge(
                definition.id,
                value.target.id,
                kind,
                [declared(definition)],
                confidence=value.trust,
                resolution="exact",
                rule=value.rule,
            )
        elif value.target is None and value.name[:1].isalpha():
            target = world.ledger.external(ECOSYSTEM.get(definition.view.language, "unknown"), value.name)
            world.ledger.edge(
                definition.id,
                target,
                kind,
                [declared(definition)],
                confidence=0.9,
                resolution="exact",
                rule="external_type",
            )


def _overrides(ancestry: Ancestry, definition: Definition) -> list[tuple[Definition, Definition]]:
    found: list[tuple[Definition, Definition]] = []
    above = ancestry.of(definition)[1:]
    if not above:
        return found
    for name, group in definition.members.items():
        for one in group:
            if not one.is_callable or one.kind == "constructor" or name in {"__init__", "__new__"}:
                continue
            base = _base(one, name, [lineage.definition for lineage in above])
            if base is not None:
                found.append((base, one))
    return found


def _base(one: Definition, name: str, above: list[Definition]) -> Definition | None:
    erased: tuple[str, ...] | None = None
    for holder in above:
        same = [other for other in holder.members.get(name, ()) if other.is_callable]
        if not same:
            continue
        erased = _erased(one) if erased is None else erased
        exact = [other for other in same if _erased(other) == erased]
        if exact:
            return exact[0]
        close = [other for other in same if len(other.symbol.parameters) == len(one.symbol.parameters)]
        if len(close) == 1 and (holder.symbol.type_parameters or one.view.language not in {"java", "csharp", "kotlin"}):
            return close[0]
        if len(same) == 1 and one.view.language in {"python", "go", "javascript", "typescript", "ruby"}:
            return same[0]
    return None


def _erased(one: Definition) -> tuple[str, ...]:
    return tuple((parameter.type or "").split("<")[0].strip() for parameter in one.symbol.parameters)


def _dispatch(world: World, base: Definition, overrides: list[Definition]) -> None:
    unique = list(dict.fromkeys(overrides))
    if not unique or len(unique) > _MOST:
        return
    share = CONFIDENCE["sole_implementation"] / len(unique)
    rule = "sole_implementation" if len(unique) == 1 else "one_of_implementations"
    for one in unique:
        world.ledger.edge(
            base.id, one.id, "DISPATCHES_TO", [declared(one)], confidence=share, resolution="dispatch", rule=rule
        )
