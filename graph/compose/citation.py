"""How a composed line names a node: display name, signature and the place that proves it.

Takes nodes and edges, gives text and `CompositionSource`s; never copies a body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from chunkers.chunk import CompositionSource
from graph.model import Edge, GraphTables, Node
from graph.world import World

VERSION = "2026.11.1"
CALLS = ("CALLS", "INSTANTIATES")


class Atlas:
    """The finished graph, indexed for composition: nodes by id, edges by source and by kind, all in the order of the tables."""

    def __init__(self, tables: GraphTables, world: World) -> None:
        self.tables = tables
        self.nodes: Mapping[str, Node] = world.ledger.nodes
        self.world = world
        self.out: dict[str, Sequence[Edge]] = {
            source: tuple(edges) for source, edges in groupby(tables.edges, key=attrgetter("source"))
        }
        self._kinds: dict[str, list[Edge]] = {}
        for edge in tables.edges:
            self._kinds.setdefault(edge.kind, []).append(edge)
        self._into: dict[str, dict[str, list[Edge]]] = {}

    def of_kind(self, kind: str) -> Sequence[Edge]:
        """Return the edges of a kind."""
        return self._kinds.get(kind, ())

    def into(self, node_id: str, *kinds: str) -> list[Edge]:
        """Return the edges of these kinds into a node; a kind is indexed when it is first asked for, since most never are."""
        found: list[Edge] = []
        for kind in kinds:
            index = self._into.get(kind)
            if index is None:
                index = self._into[kind] = {}
                for edge in self.of_kind(kind):
                    index.setdefault(edge.target, []).append(edge)
            found += index.get(node_id, ())
        return found if len(kinds) == 1 else sorted(found, key=lambda edge: (edge.source, edge.kind))

    def name(self, node_id: str) -> str:
        """Return the display name of a node."""
        node = self.nodes.get(node_id)
        return node.name if node is not None else node_id

    def place(self, node_id: str) -> str | None:
        """Return `path:a-b` of a node, None for one that stands in no file."""
        node = self.nodes.get(node_id)
        if node is None or node.path is None or node.span is None:
            return None
        return f"{node.path}:{node.span.start_line}-{node.span.end_line}"

    def cited(self, node_id: str) -> str:
        """Return a line's text for a node: its name and place."""
        place = self.place(node_id)
        return f"{self.name(node_id)} {place}" if place else self.name(node_id)

    def calls(self, node_id: str) -> list[Edge]:
        """Return the calls of a node in the order of the text, strongest reading first where they share a place."""
        found = [edge for edge in self.out.get(node_id, ()) if edge.kind in CALLS]
        return sorted(
            found,
            key=lambda e: (e.evidence[0].path, e.evidence[0].line, e.evidence[0].column or 0, -e.confidence, e.target),
        )

    def edge_text(self, edge: Edge) -> str:
        """Return an edge as composed provenance names it: `A CALLS B`."""
        return f"{self.name(edge.source)} {edge.kind} {self.name(edge.target)}"


class Sources:
    """The originals of one composed chunk, each once, in order of first use."""

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self._found: dict[CompositionSource, None] = {}
        self.nodes: dict[str, None] = {}
        self.paths: dict[str, None] = {}
        self.confidence = 1.0

    def node(self, node_id: str) -> None:
        """Add a node and the lines where it stands."""
        self.nodes[node_id] = None
        place = self._atlas.place(node_id)
        if place:
            self._found[CompositionSource(file_span=place)] = None
            self.paths[place.rsplit(":", 1)[0]] = None

    def span(self, path: str, first: int, last: int) -> None:
        """Add lines of a file."""
        self._found[CompositionSource(file_span=f"{path}:{first}-{last}")] = None
        self.paths[path] = None

    def pointer(self, path: str, pointer: str) -> None:
        """Add a place in a contract."""
        self._found[CompositionSource(schema_pointer=f"{path}#{pointer}")] = None
        self.paths[path] = None

    def edge(self, edge: Edge) -> None:
        """Add an edge; the weakest one gives the chunk its confidence."""
        self._found[CompositionSource(graph_edge=self._atlas.edge_text(edge))] = None
        self.confidence = min(self.confidence, edge.confidence)

    def all(self) -> tuple[CompositionSource, ...]:
        """Return the sources."""
        return tuple(self._found)
