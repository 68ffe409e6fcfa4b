"""Strongly connected components of a directed graph, iteratively: a chain of any length needs no stack of ours.

Takes successors by name, gives groups; knows nothing of nodes and edges of the symbol graph.
"""

from __future__ import annotations

from collections.abc import Mapping


class _Search:
    """One run of Tarjan's algorithm."""

    def __init__(self, graph: Mapping[str, list[str]]) -> None:
        self.graph = graph
        self.index: dict[str, int] = {}
        self.low: dict[str, int] = {}
        self.stack: list[str] = []
        self.on_stack: set[str] = set()
        self.found: list[list[str]] = []

    def from_root(self, root: str) -> None:
        """Visit everything that `root` reaches."""
        work: list[tuple[str, int]] = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                self._open(node)
            following = self.graph.get(node, [])
            if at < len(following):
                work.append((node, at + 1))
                if following[at] not in self.index:
                    work.append((following[at], 0))
                continue
            self._close(node, following)

    def _open(self, node: str) -> None:
        self.index[node] = self.low[node] = len(self.index)
        self.stack.append(node)
        self.on_stack.add(node)

    def _close(self, node: str, following: list[str]) -> None:
        for child in following:
            if child in self.on_stack:
                self.low[node] = min(self.low[node], self.low[child])
        if self.low[node] != self.index[node]:
            return
        group: list[str] = []
        while not group or group[-1] != node:
            group.append(self.stack.pop())
        self.on_stack.difference_update(group)
        self.found.append(group)


def components(graph: Mapping[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected components, in a fixed order."""
    search = _Search(graph)
    for root in sorted(graph):
        if root not in search.index:
            search.from_root(root)
    return search.found
