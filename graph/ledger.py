"""The one place where nodes and edges are entered: refuses a second node of one id, merges evidence of one edge, sorts at the end.

Knows nothing of how an edge was found; a resolver says it with kind, confidence, resolution and rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from graph.model import Edge, Evidence, GraphTables, Node

EdgeKey = tuple[str, str]
"""Target and kind."""
Said = tuple[float, str, str]
"""Confidence, resolution and rule of one reading."""
_Entry = list[Any]
"""Confidence, resolution and rule of the strongest reading, then the evidence of all: one list, since edges are entered by the hundred thousand."""
_SAID = 3


class NodeCollisionError(AssertionError):
    """Two different things were given one node id: a bug of the id grammar, never of the analysed repository."""


class Ledger:
    """Collects nodes and edges of one snapshot."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._edges: dict[str, dict[EdgeKey, _Entry]] = {}
        self._beyond: dict[tuple[str, str], str] = {}
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
        known = self._beyond.get((ecosystem, name))
        if known is None:
            known = self.ensure(Node(f"external:{ecosystem}:{name}", "external", name.rsplit(".", 1)[-1]))
            self._beyond[ecosystem, name] = known
        return known

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
        self._entry(source, (target, kind), (confidence, resolution, rule)).extend(evidence)

    def enter(self, source: str, target: str, kind: str, proof: Evidence, said: Said) -> None:
        """Enter an edge with one proof: what nine of ten are."""
        self._entry(source, (target, kind), said).append(proof)

    def _entry(self, source: str, key: EdgeKey, said: Said) -> _Entry:
        held = self._edges.get(source)
        if held is None:
            held = self._edges[source] = {}
        told = held.get(key)
        if told is None:
            told = held[key] = list(said)
        elif said[0] > told[0]:
            told[:_SAID] = said
        return told

    def tables(self) -> GraphTables:
        """Return the finished tables, edges sorted by (source, target, kind); the ledger lets go of its edges on the way."""
        nodes = tuple(self.nodes[key] for key in sorted(self.nodes))
        unresolved = {reason: self.unresolved[reason] for reason in sorted(self.unresolved)}
        return GraphTables(nodes, tuple(self._edges_out()), unresolved, self.call_sites, self.resolved)

    def _edges_out(self) -> Iterator[Edge]:
        rounded: dict[float, float] = {}
        for source in sorted(self._edges):
            held = self._edges.pop(source)
            for key in sorted(held) if len(held) > 1 else held:
                said = held[key]
                told = rounded.get(said[0])
                if told is None:
                    told = rounded[said[0]] = round(said[0], 4)
                proofs = (said[_SAID],) if len(said) == _SAID + 1 else _settled(said[_SAID:])
                yield Edge(source, key[0], key[1], told, said[1], said[2], proofs)


def _settled(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """Return evidence once each, in the order of the text."""
    return tuple(sorted(set(evidence), key=_evidence_key))


def _evidence_key(evidence: Evidence) -> tuple[str, int, int, int, int]:
    return (evidence.path, evidence.line, evidence.column or 0, evidence.end_line, evidence.end_column or 0)
