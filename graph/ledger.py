"""The one place where nodes and edges are entered: refuses a second node of one id, merges evidence of one edge, sorts at the end.

Knows nothing of how an edge was found; a resolver says it with kind, confidence, resolution and rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from graph.model import Edge, Evidence, GraphTables, Node

EdgeKey = tuple[str, str, str]
_Entry = list[Any]
"""Confidence, resolution and rule of the strongest reading, then the evidence of all: a list, since edges are entered by the thousand."""


class NodeCollisionError(AssertionError):
    """Two different things were given one node id: a bug of the id grammar, never of the analysed repository."""


class Ledger:
    """Collects nodes and edges of one snapshot."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._edges: dict[EdgeKey, _Entry] = {}
        self.unresolved: Counter[str] = Counter()
        self.call_sites = 0
        self.resolved = 0

    def add(self, node: Node) -> None:
        """Enter a node.

        Raises:
            NodeCollisionError: the id is taken.
        """
        if node.id in self.nodes:
            raise NodeCollisionError(f"two nodes are called {node.id}")
        self.nodes[node.id] = node

    def ensure(self, node: Node) -> str:
        """Enter a node that may be named many times (a table, a config key, an external symbol); the first one stays."""
        self.nodes.setdefault(node.id, node)
        return node.id

    def external(self, ecosystem: str, name: str) -> str:
        """Enter the boundary node of a name that leaves the repository and return its id."""
        return self.ensure(Node(f"external:{ecosystem}:{name}", "external", name.rsplit(".", 1)[-1]))

    def edge(
        self,
        source: str,
        target: str,
        kind: str,
        evidence: Iterable[Evidence],
        *,
        confidence: float,
        resolution: str,
        rule: str,
    ) -> None:
        """Enter an edge, or add `evidence` to the one that is there; the strongest reading stays."""
        key = (source, target, kind)
        told = self._edges.get(key)
        if told is None:
            self._edges[key] = [confidence, resolution, rule, list(evidence)]
            return
        if confidence > told[0]:
            told[:3] = confidence, resolution, rule
        told[3].extend(evidence)

    def targets(self, source: str, kind: str) -> list[str]:
        """Return the targets of `kind` edges of `source` entered so far, sorted. For small questions only: it scans."""
        return sorted(target for origin, target, what in self._edges if origin == source and what == kind)

    def edges(self) -> list[Edge]:
        """Return the edges entered so far, sorted by (source, target, kind)."""
        return [
            Edge(*key, round(said[0], 4), said[1], said[2], _settled(said[3]))
            for key, said in sorted(self._edges.items(), key=_by_key)
        ]

    def tables(self) -> GraphTables:
        """Return the finished tables."""
        nodes = tuple(self.nodes[key] for key in sorted(self.nodes))
        unresolved = {reason: self.unresolved[reason] for reason in sorted(self.unresolved)}
        return GraphTables(nodes, tuple(self.edges()), unresolved, self.call_sites, self.resolved)


def _by_key(item: tuple[EdgeKey, _Entry]) -> EdgeKey:
    return item[0]


def _settled(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """Return evidence once each, in the order of the text."""
    return tuple(evidence) if len(evidence) == 1 else tuple(sorted(set(evidence), key=_evidence_key))


def _evidence_key(evidence: Evidence) -> tuple[str, int, int, int, int]:
    return (evidence.path, evidence.line, evidence.column or 0, evidence.end_line, evidence.end_column or 0)
