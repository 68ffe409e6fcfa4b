"""Personalised PageRank over flat arrays: what matters from a given starting point, edges weighted by confidence.

Takes tables, indexes them once, and pushes rank outward from the seeds only as far as it matters (Andersen, Chung and Lang 2006), so that an answer
costs what its neighbourhood holds, not what the graph holds.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable

from graph.model import GraphTables

_DAMPING = 0.85
_SMALLEST = 1e-6
"""Rank per outgoing edge below which it stays where it is."""
_MOST_STEPS = 2_000_000
"""Edges walked at most for one answer."""


class Ranker:
    """The edges of a graph as arrays: those of node `i` lie at `starts[i]` to `starts[i + 1]`."""

    def __init__(self, tables: GraphTables) -> None:
        """Index the edges by their source; linear."""
        self._ids = [node.id for node in tables.nodes]
        place = self._place = {node_id: at for at, node_id in enumerate(self._ids)}
        ends = [
            (source, target, edge.confidence)
            for edge in tables.edges
            if (source := place.get(edge.source)) is not None and (target := place.get(edge.target)) is not None
        ]
        starts = array("q", bytes(8 * (len(self._ids) + 1)))
        for source, _, _ in ends:
            starts[source + 1] += 1
        for at in range(1, len(starts)):
            starts[at] += starts[at - 1]
        self._starts, free = starts, array("q", starts)
        self._targets = array("q", bytes(8 * len(ends)))
        self._shares = array("d", bytes(8 * len(ends)))
        weight = array("d", bytes(8 * len(self._ids)))
        for source, _, sure in ends:
            weight[source] += sure
        for source, target, sure in ends:
            self._targets[free[source]], self._shares[free[source]] = target, sure / weight[source]
            free[source] += 1

    def ranked(self, seeds: Iterable[str]) -> dict[str, float]:
        """Return the rank of every node that has some from `seeds`; ranks add up to 1. Unknown seeds are ignored, {} when all are."""
        chosen = sorted({self._place[seed] for seed in seeds if seed in self._place})
        if not chosen:
            return {}
        rank: dict[int, float] = {}
        waiting = dict.fromkeys(chosen, 1.0 / len(chosen))
        queue, steps = deque(chosen), 0
        starts, targets, shares = self._starts, self._targets, self._shares
        while queue and steps < _MOST_STEPS:
            at = queue.popleft()
            held = waiting.pop(at)
            first, last = starts[at], starts[at + 1]
            rank[at] = rank.get(at, 0.0) + held * (1.0 - _DAMPING)
            moved = held * _DAMPING
            steps += last - first + 1
            if first == last:  # what leads nowhere starts again
                onward = ((seed, moved / len(chosen)) for seed in chosen)
            else:
                onward = ((targets[edge], moved * shares[edge]) for edge in range(first, last))
            for target, given in onward:
                before = waiting.get(target, 0.0)
                waiting[target] = before + given
                enough = _SMALLEST * (starts[target + 1] - starts[target] + 1)
                if before < enough <= before + given:
                    queue.append(target)
        for at, left in waiting.items():
            rank[at] = rank.get(at, 0.0) + left
        return {self._ids[at]: rank[at] for at in sorted(rank)}


def ranked(tables: GraphTables, seeds: Iterable[str]) -> dict[str, float]:
    """Return the personalised PageRank of the nodes from `seeds`; for several answers, keep a `Ranker`."""
    return Ranker(tables).ranked(seeds)
