"""Questions to the finished tables: callers, callees, tests, impact, shortest path, unused, cycles, ranking.

Takes flat tables, gives plain records; breadth-first and iterative, bounded by depth and number of answers. A name that means several nodes is
answered with the list, never with a guess.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.components import components
from graph.find import Finder
from graph.model import Edge, GraphTables, Node

CALLING = frozenset({"CALLS", "INSTANTIATES", "DISPATCHES_TO", "ROUTES_TO"})
USING = CALLING | {
    "REFERENCES",
    "EXTENDS",
    "IMPLEMENTS",
    "OVERRIDES",
    "IMPORTS",
    "READS_CONFIG",
    "MAPS_TO_TABLE",
    "QUERIES_TABLE",
    "TESTS",
    "DESCRIBES",
    "USES_FIXTURE",
    "ANNOTATED_BY",
}
_UNUSED_KINDS = frozenset({"function", "method", "class"})


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer: a node, how far it is, the confidence of the weakest edge on the way, and the edge that led to it."""

    node: Node
    distance: int
    confidence: float
    via: Edge | None


class AmbiguousNameError(LookupError):
    """A written name means several nodes, or none. `candidates` lists them."""

    def __init__(self, name: str, candidates: list[str]) -> None:
        """Say which nodes the name may mean."""
        self.candidates = candidates
        shown = ", ".join(candidates[:10]) + (" ..." if len(candidates) > 10 else "")  # noqa: PLR2004 - a line of text
        super().__init__(
            f"{name!r} means {len(candidates)} nodes: {shown}" if candidates else f"no node is called {name!r}"
        )


class Questions:
    """The tables, indexed once for questions."""

    def __init__(self, tables: GraphTables) -> None:
        """Index nodes by id and edges by both ends; linear in the number of edges."""
        self.nodes = {node.id: node for node in tables.nodes}
        self.out: dict[str, list[Edge]] = {}
        self.into: dict[str, list[Edge]] = {}
        for edge in tables.edges:
            self.out.setdefault(edge.source, []).append(edge)
            self.into.setdefault(edge.target, []).append(edge)
        self._finder = Finder(tables.nodes)

    def find(self, name: str) -> list[str]:
        """Return the ids of all nodes `name` may mean."""
        return self._finder.find(name)

    def one(self, name: str) -> str:
        """Return the one node `name` means.

        Raises:
            AmbiguousNameError: it means none or several.
        """
        found = self.find(name)
        if len(found) != 1:
            raise AmbiguousNameError(name, found)
        return found[0]

    def callers(self, node_id: str, depth: int = 1, limit: int = 200) -> list[Hit]:
        """Return who calls a node, nearest first; calls through an interface method count for its implementations."""
        return self._reach(node_id, self.into, CALLING, depth, limit, backwards=True)

    def callees(self, node_id: str, depth: int = 1, limit: int = 200) -> list[Hit]:
        """Return what a node calls, nearest first."""
        return self._reach(node_id, self.out, CALLING, depth, limit, backwards=False)

    def tests(self, node_id: str, depth: int = 3, limit: int = 200) -> list[Hit]:
        """Return the tests of a node: direct ones first, then those of its callers up to `depth`."""
        found: dict[str, Hit] = {}
        starts = (
            [Hit(self.nodes[node_id], 0, 1.0, None), *self.callers(node_id, depth, limit)]
            if node_id in self.nodes
            else []
        )
        starts += [
            Hit(self.nodes[edge.target], 0, 1.0, edge)
            for edge in self.out.get(node_id, ())
            if edge.kind == "CONTAINS" and edge.target in self.nodes
        ]
        for start in starts:
            for edge in self.into.get(start.node.id, ()):
                if edge.kind == "TESTS" and edge.source not in found:
                    found[edge.source] = Hit(
                        self.nodes[edge.source], start.distance + 1, min(start.confidence, edge.confidence), edge
                    )
        return _ranked(found.values())[:limit]

    def impact(self, node_id: str, depth: int = 5, limit: int = 500) -> list[Hit]:
        """Return everything that may notice a change of a node: users of it and of what holds it, transitively."""
        return self._reach(node_id, self.into, USING, depth, limit, backwards=True)

    def path(self, source: str, target: str, depth: int = 12) -> list[Edge]:
        """Return the shortest chain of calls and uses from one node to another, [] when there is none."""
        before: dict[str, Edge] = {}
        queue: deque[tuple[str, int]] = deque([(source, 0)])
        seen = {source}
        while queue:
            at, far = queue.popleft()
            if at == target:
                break
            if far >= depth:
                continue
            for edge in self.out.get(at, ()):
                if edge.kind in USING and edge.target not in seen:
                    seen.add(edge.target)
                    before[edge.target] = edge
                    queue.append((edge.target, far + 1))
        chain: list[Edge] = []
        at = target
        while at in before and at != source:
            chain.append(before[at])
            at = before[at].source
        return chain[::-1] if at == source and chain else []

    def unused(self, limit: int = 500) -> list[Node]:
        """Return callables and classes that nothing in the repository uses. A lead, not a verdict: frameworks and reflection call too."""
        used = USING - {"IMPORTS"} | {"OVERRIDES", "REGISTERS"}
        found = []
        for node_id in sorted(self.nodes):
            node = self.nodes[node_id]
            if (
                node.kind not in _UNUSED_KINDS
                or node.path is None
                or not node_id.startswith("symbol:")
                or node.name.endswith(("__", "main"))
            ):
                continue
            if any(edge.kind in used for edge in self.into.get(node_id, ())) or any(
                edge.kind == "OVERRIDES" for edge in self.out.get(node_id, ())
            ):
                continue
            if not self._used_member(node_id, used):
                found.append(node)
        return found[:limit]

    def _used_member(self, node_id: str, used: frozenset[str]) -> bool:
        members = [edge.target for edge in self.out.get(node_id, ()) if edge.kind == "CONTAINS"]
        return any(
            edge.kind in used and edge.source not in {node_id, *members}
            for member in members
            for edge in self.into.get(member, ())
        )

    def cycles(self, kind: str = "IMPORTS", limit: int = 100) -> list[list[str]]:
        """Return groups of nodes that reach each other by `kind` edges, files standing for what they declare; largest first."""
        graph: dict[str, list[str]] = {}
        for edges in self.out.values():
            for edge in edges:
                if edge.kind == kind:
                    target = self.nodes.get(edge.target)
                    end = (
                        f"file:{target.path}"
                        if kind == "IMPORTS" and target is not None and target.path
                        else edge.target
                    )
                    if end != edge.source:
                        graph.setdefault(edge.source, []).append(end)
        found = [sorted(group) for group in components(graph) if len(group) > 1]
        return sorted(found, key=lambda group: (-len(group), group))[:limit]

    def _reach(
        self,
        start: str,
        index: Mapping[str, list[Edge]],
        kinds: frozenset[str],
        depth: int,
        limit: int,
        *,
        backwards: bool,
    ) -> list[Hit]:
        found: dict[str, Hit] = {}
        queue: deque[tuple[str, int, float]] = deque([(start, 0, 1.0)])
        while queue and len(found) < limit:
            at, far, sure = queue.popleft()
            if far >= depth:
                continue
            for edge in sorted(index.get(at, ()), key=lambda one: (-one.confidence, one.source, one.target)):
                end = edge.source if backwards else edge.target
                if edge.kind not in kinds or end == start or end in found or end not in self.nodes:
                    continue
                weakest = min(sure, edge.confidence)
                found[end] = Hit(self.nodes[end], far + 1, weakest, edge)
                queue.append((end, far + 1, weakest))
        return _ranked(found.values())[:limit]


def _ranked(hits: Iterable[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (hit.distance, -hit.confidence, hit.node.id))


def neighbourhood(questions: Questions, node_id: str, hops: int = 2, limit: int = 200) -> GraphTables:
    """Return the part of the graph within `hops` edges of a node: what a picture or an export shows."""
    seen = {node_id: 0}
    queue = deque([node_id])
    kept: dict[tuple[str, str, str], Edge] = {}
    while queue:
        at = queue.popleft()
        for edge in (*questions.out.get(at, ()), *questions.into.get(at, ())):
            other = edge.target if edge.source == at else edge.source
            if other not in seen and (seen[at] >= hops or len(seen) >= limit):
                continue
            if other not in seen:
                seen[other] = seen[at] + 1
                queue.append(other)
            kept[edge.source, edge.target, edge.kind] = edge
    nodes = tuple(questions.nodes[one] for one in sorted(seen) if one in questions.nodes)
    return GraphTables(nodes, tuple(kept[key] for key in sorted(kept)))
