"""The output files as records: what each file holds as a whole, for readers and for JSON Schemas.

Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunkers.chunk import Chunk
from chunkers.span import camel
from graph.model import Edge, Node
from reports.report import Reasoned, Tool
from reports.tables import LinkRow, SpanRow

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the head of every JSON output."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    schema_version: str
    repository_id: str
    snapshot_id: str
    commit_sha: str
    tenant_id: str
    tool: Tool
    policy_digest: str
    ruleset_digest: str
    token_counter: str
    created_at: str
    dirty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunksFile(Head):
    """chunks.json."""

    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpansFile(Head):
    """chunk-spans.json."""

    spans: tuple[SpanRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksFile(Head):
    """chunk-links.json."""

    links: tuple[LinkRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFile(Head):
    """symbol-graph.json."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    unresolved: Mapping[str, int] = field(default_factory=dict)
    call_sites: int = 0
    resolved: int = 0


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """One file of a generation."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    name: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest(Head):
    """manifest.json: the files of a generation and what made them."""

    files: tuple[ManifestRow, ...]


@dataclass(frozen=True, slots=True)
class RedactionRow:
    """A stretch of lines in which something was masked."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    first_line: int
    last_line: int
    kind: str
    rule: str
    layer: str
    confidence: float
    count: int


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A place where something was left as it is, and the rule that saw it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    line: int
    rule: str


@dataclass(frozen=True, slots=True)
class RedactionTotals:
    """Counts over the whole run; `cut` counts rows the lists leave out."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    files_scanned: int
    blocked: int
    redactions: int
    by_kind: Mapping[str, int]
    weak_defaults: int
    encrypted: int
    allows: int
    cut: int


@dataclass(frozen=True, slots=True)
class RedactionReport:
    """redaction-report.yaml."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    schema_version: str
    repository_id: str
    commit_sha: str
    engines: tuple[str, ...]
    ruleset: str
    blocked: tuple[Reasoned, ...]
    redactions: tuple[RedactionRow, ...]
    weak_defaults: tuple[NoteRow, ...]
    encrypted: tuple[NoteRow, ...]
    allows: tuple[NoteRow, ...]
    totals: RedactionTotals
