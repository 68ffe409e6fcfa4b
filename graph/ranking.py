"""Personalised PageRank over the flat tables: what matters from a given starting point, edges weighted by confidence."""

from __future__ import annotations

from collections.abc import Iterable

from graph.model import GraphTables


def ranked(tables: GraphTables, seeds: Iterable[str], rounds: int = 20, damping: float = 0.85) -> dict[str, float]:
    """Return personalised PageRank of all nodes from `seeds`, edges weighted by confidence, by plain power iteration on integer arrays."""
    ids = [node.id for node in tables.nodes]
    place = {node_id: at for at, node_id in enumerate(ids)}
    weight = [0.0] * len(ids)
    links: list[tuple[int, int, float]] = []
    for edge in tables.edges:
        source, target = place.get(edge.source), place.get(edge.target)
        if source is not None and target is not None:
            links.append((source, target, edge.confidence))
            weight[source] += edge.confidence
    chosen = sorted({place[seed] for seed in seeds if seed in place})
    if not chosen:
        return {}
    scaled = [(source, target, damping * sure / weight[source]) for source, target, sure in links]
    start = 1.0 / len(chosen)
    rank = [0.0] * len(ids)
    for at in chosen:
        rank[at] = start
    for _ in range(rounds):
        following = [0.0] * len(ids)
        for source, target, share in scaled:
            following[target] += rank[source] * share
        lost = (1.0 - sum(following)) * start
        for at in chosen:
            following[at] += lost
        rank = following
    return {ids[at]: score for at, score in enumerate(rank) if score > 0.0}
