"""Go interfaces: a type implements what its method set covers, written nowhere; so IMPLEMENTS, OVERRIDES and DISPATCHES_TO are inferred here.

Method names and numbers of parameters must cover the interface, embedded methods included; an interface that more than eight types satisfy says
nothing about dispatch.
"""

from __future__ import annotations

from graph.definition import Definition
from graph.resolve.ancestry import Ancestry
from graph.resolve.values import CONFIDENCE
from graph.world import World, declared

_MOST = 8
Methods = dict[str, Definition]


def add_satisfaction(world: World) -> None:
    """Enter which Go types implement which interfaces of the repository."""
    types = [one for one in world.project.definitions if one.is_type and one.view.language == "go"]
    ancestry = getattr(world.engines["go"], "ancestry", None)
    if not types or not isinstance(ancestry, Ancestry):
        return
    sets = {one.id: _methods(ancestry, one) for one in types}
    holders: dict[str, list[Definition]] = {}
    for one in types:
        if one.kind != "interface":
            for name in sets[one.id]:
                holders.setdefault(name, []).append(one)
    for one in types:
        if one.kind == "interface" and sets[one.id] and not ancestry.is_open(one):
            _satisfied(world, one, sets, holders)


def _methods(ancestry: Ancestry, holder: Definition) -> Methods:
    found: Methods = {}
    for lineage in ancestry.of(holder):
        for name, group in lineage.definition.members.items():
            for one in group:
                if one.is_callable:
                    found.setdefault(name, one)
    return found


def _satisfied(
    world: World, interface: Definition, sets: dict[str, Methods], holders: dict[str, list[Definition]]
) -> None:
    wanted = sets[interface.id]
    rarest = min(wanted, key=lambda name: (len(holders.get(name, ())), name))
    fitting = [
        one for one in holders.get(rarest, ()) if one.view.test <= interface.view.test and _covers(sets[one.id], wanted)
    ]
    if not fitting or len(fitting) > _MOST:
        return
    share = CONFIDENCE["sole_implementation"] / len(fitting)
    rule = "sole_implementation" if len(fitting) == 1 else "one_of_implementations"
    for one in fitting:
        world.ledger.edge(
            one.id,
            interface.id,
            "IMPLEMENTS",
            [declared(one)],
            confidence=0.9,
            resolution="inferred",
            rule="method_set",
        )
        for name, base in wanted.items():
            own = sets[one.id][name]
            if base.parent is not None and base.parent.id == interface.id:
                proof = [declared(own)]
                world.ledger.edge(
                    own.id, base.id, "OVERRIDES", proof, confidence=0.9, resolution="inferred", rule="method_set"
                )
                world.ledger.edge(
                    base.id, own.id, "DISPATCHES_TO", proof, confidence=share, resolution="dispatch", rule=rule
                )


def _covers(have: Methods, wanted: Methods) -> bool:
    return all(
        name in have and len(have[name].symbol.parameters) == len(base.symbol.parameters)
        for name, base in wanted.items()
    )
