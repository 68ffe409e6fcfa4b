"""A layered layout: which column and row each node of a small directed graph gets, so that most edges run from left to right and cross little.

Takes ids and edges, gives integer places. Deterministic and iterative: circles are cut at the edge that closes them, rows settle in a fixed number of
sweeps (Sugiyama, Tagawa and Toda 1981).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

_SWEEPS = 8
Link = tuple[str, str]


def layered(ids: Sequence[str], links: Iterable[Link]) -> dict[str, tuple[int, int]]:
    """Return (column, row) of every id; links to unknown ids and to themselves are ignored."""
    known = dict.fromkeys(ids)
    out: dict[str, list[str]] = {one: [] for one in known}
    for source, target in sorted(set(links)):
        if source in known and target in known and source != target:
            out[source].append(target)
    forward = _without_circles(out)
    columns = _columns(forward)
    return _rows(columns, forward)


def _without_circles(out: Mapping[str, list[str]]) -> list[Link]:
    """Return the links without those that close a circle in a depth-first walk."""
    kept: list[Link] = []
    state: dict[str, int] = {}
    for start in out:
        work = [(start, 0)] if start not in state else []
        while work:
            at, number = work.pop()
            state[at] = 1
            if number == len(out[at]):
                state[at] = 2
                continue
            work.append((at, number + 1))
            target = out[at][number]
            if state.get(target) != 1:
                kept.append((at, target))
            if target not in state:
                work.append((target, 0))
    return kept


def _columns(links: Sequence[Link]) -> dict[str, int]:
    """Return the column of every linked node: the length of the longest way to it; what only starts ways stands next to where it leads."""
    waiting: dict[str, int] = {}
    out: dict[str, list[str]] = {}
    for source, target in links:
        waiting.setdefault(source, 0)
        waiting[target] = waiting.get(target, 0) + 1
        out.setdefault(source, []).append(target)
    sources = [one for one, count in waiting.items() if not count]
    columns = dict.fromkeys(waiting, 0)
    ready = list(sources)
    while ready:
        at = ready.pop()
        for target in out.get(at, ()):
            columns[target] = max(columns[target], columns[at] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for one in sources:
        columns[one] = max(min((columns[target] for target in out.get(one, ())), default=1) - 1, 0)
    return columns


def _rows(columns: dict[str, int], links: Sequence[Link]) -> dict[str, tuple[int, int]]:
    """Order each column by the mean row of the neighbours in the column before it, then after it, and so on."""
    layers: dict[int, list[str]] = {}
    for one in sorted(columns):
        layers.setdefault(columns[one], []).append(one)
    rows = {one: row for layer in layers.values() for row, one in enumerate(layer)}
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for source, target in links:
        before.setdefault(target, []).append(source)
        after.setdefault(source, []).append(target)
    for sweep in range(_SWEEPS):
        near = after if sweep % 2 else before
        for column in sorted(layers, reverse=bool(sweep % 2)):
            weight = {one: _mean([rows[other] for other in near.get(one, ())], rows[one]) for one in layers[column]}
            layers[column].sort(key=lambda one, weight=weight: (weight[one], one))  # type: ignore[misc]  # a bound default
            rows.update({one: row for row, one in enumerate(layers[column])})
    return {one: (columns[one], rows[one]) for one in sorted(columns)}


def _mean(values: Sequence[int], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
