"""The records of the symbol graph: flat, sorted tables of nodes and edges. Ids are readable and stable; no line number is ever part of one.

Knows nothing of how an edge was found (that is its `rule`) and nothing of networkx (see `symbol_graph`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunkers.chunk import ChunkLink, ComposedDraft
from chunkers.records import flat
from chunkers.span import Span, camel
from chunkers.unit import JsonValue

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}


@flat
@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """Where an edge is written: lines 1-based, columns 1-based in code points, end exclusive; None on a line that holds a redaction."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    line: int
    column: int | None
    end_line: int
    end_column: int | None


@flat
@dataclass(frozen=True, slots=True)
class Node:
    """A thing of the repository (symbol, file, route, operation, table ...) or just beyond it (`external:`, then path and span are None)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    id: str
    kind: str
    name: str
    path: str | None = None
    span: Span | None = None
    declaration_line: int | None = None
    language: str | None = None


@flat
@dataclass(frozen=True, slots=True)
class Edge:
    """A directed relation. `resolution`: exact | inferred | overload | dispatch | convention. `rule` names the resolver's rule."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    source: str
    target: str
    kind: str
    confidence: float
    resolution: str
    rule: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class GraphTables:
    """The whole graph, sorted by id and by (source, target, kind). `unresolved` counts call sites by reason."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    unresolved: Mapping[str, int] = field(default_factory=dict)
    call_sites: int = 0
    resolved: int = 0


@dataclass(frozen=True, slots=True)
class GraphFinding:
    """Something the graph saw that a gate judges: rule "spec_drift", "ambiguous_route", "stale_reference" ..."""

    rule: str
    path: str
    line: int | None
    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class Linked:
    """The answer of the graph stage: tables, chunk-to-node links, composed drafts, findings.

    By draft (path, type, logical): reasons to call it stale, those of which the risk is high, and its references with what became of them.
    """

    tables: GraphTables
    links: tuple[ChunkLink, ...]
    composed: tuple[ComposedDraft, ...]
    findings: tuple[GraphFinding, ...] = ()
    stale: Mapping[tuple[str, str, str], tuple[str, ...]] = field(default_factory=dict)
    high: frozenset[tuple[str, str, str]] = frozenset()
    references: Mapping[tuple[str, str, str], tuple[JsonValue, ...]] = field(default_factory=dict)
