"""The one place where nodes and edges are entered: refuses a second node of one id, merges evidence of one edge, sorts at the end.

Knows nothing of how an edge was found; a resolver says it with kind, confidence, resolution and rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from graph.model import Edge, Evidence, GraphTables, Node

Said = tuple[float, str, str]
"""Confidence, resolution and rule of one reading."""
Row = list[Any]
"""The readings of one source, one behind the other, each as target, kind, confidence, resolution, rule and proof (None when there is none).

Readings are entered by the hundred thousand: six places in a list cost a fifth of the memory of an entry of its own for every edge.
"""
_WIDTH = 6
_SAID = 3


class NodeCollisionError(AssertionError):
    """Two different things were given one node id: a bug of the id grammar, never of the analysed repository."""


class Ledger:
    """Collects nodes and edges of one snapshot."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}
        self._rows: dict[str, Row] = {}
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
        row = self.row(source)
        for proof in tuple(evidence) or (None,):
            row += (target, kind, confidence, resolution, rule, proof)

    def enter(self, source: str, target: str, kind: str, proof: Evidence, said: Said) -> None:
        """Enter an edge with one proof: what nine of ten are."""
        row = self.row(source)
        row += (target, kind, *said, proof)

    def row(self, source: str) -> Row:
        """Return the readings of a source, for a caller that enters many of them."""
        row = self._rows.get(source)
        if row is None:
            row = self._rows[source] = []
        return row

    def tables(self) -> GraphTables:
        """Return the finished tables, edges sorted by (source, target, kind); the ledger lets go of its readings on the way."""
        nodes = tuple(self.nodes[key] for key in sorted(self.nodes))
        unresolved = {reason: self.unresolved[reason] for reason in sorted(self.unresolved)}
        return GraphTables(nodes, tuple(self._edges_out()), unresolved, self.call_sites, self.resolved)

    def _edges_out(self) -> Iterator[Edge]:
        rounded: dict[float, float] = {}
        for source in sorted(self._rows):
            row = self._rows.pop(source)
            told = _merged(row)
            for key in sorted(told) if len(told) > 1 else told:
                said = told[key]
                confidence = rounded.get(said[0])
                if confidence is None:
                    confidence = rounded[said[0]] = round(said[0], 4)
                proofs = (said[_SAID],) if len(said) == _SAID + 1 else _settled(said[_SAID:])
                yield Edge(source, key[0], key[1], confidence, said[1], said[2], proofs)


def _merged(row: Row) -> dict[tuple[str, str], list[Any]]:
    """Return the strongest reading of each edge, the first of equals, and behind it the proofs of all."""
    told: dict[tuple[str, str], list[Any]] = {}
    for target, kind, confidence, resolution, rule, proof in zip(*[iter(row)] * _WIDTH, strict=True):
        key = (target, kind)
        known = told.get(key)
        if known is None:
            told[key] = [confidence, resolution, rule, proof] if proof is not None else [confidence, resolution, rule]
            continue
        if confidence > known[0]:
            known[:_SAID] = confidence, resolution, rule
        if proof is not None:
            known.append(proof)
    return told


def _settled(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """Return evidence once each, in the order of the text."""
    return tuple(sorted(set(evidence), key=_evidence_key))


def _evidence_key(evidence: Evidence) -> tuple[str, int, int, int, int]:
    return (evidence.path, evidence.line, evidence.column or 0, evidence.end_line, evidence.end_column or 0)
