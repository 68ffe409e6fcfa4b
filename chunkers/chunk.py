"""The records of a chunk: `ChunkDraft`, in-file facts only, and `Chunk`, stamped with snapshot, links and history.

Frozen and flat; pydantic reads and writes them at the boundary through the camelCase aliases declared here. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunkers.records import flat
from chunkers.source import Classification, Outcome, Redaction, SecretNote
from chunkers.span import Span, camel
from chunkers.symbol import FileFacts
from chunkers.unit import JsonValue, OverlapSpan

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}


@flat
@dataclass(frozen=True, slots=True)
class Segment:
    """Consecutive lines of a chunk's content. `own` tells whether the chunk owns them; columns stand only where units share a line."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    start_line: int
    end_line: int
    own: bool
    start_column: int | None = None
    end_column: int | None = None


@flat
@dataclass(frozen=True, slots=True)
class Spans:
    """Full, declaration (signature lines) and body span of a unit."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    full: Span | None
    declaration: Span | None = None
    body: Span | None = None


@flat
@dataclass(frozen=True, slots=True)
class Overlap:
    """What stands around a unit and helps to read it: metadata, never copied text."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    includes_parent_heading: bool = False
    includes_leading_comment: bool = False
    includes_imports: tuple[str, ...] = ()
    spans: tuple[OverlapSpan, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk before it knows its commit. `parent` is an index into the file's drafts; `logical` is unique per (path, chunk_type).

    `raw` is the segments' exact redacted lines, joined; None for metadata-only chunks. `normalized` and `content_hash` follow from it.
    """

    chunk_type: str
    role: str
    logical: str
    title: str
    path: str
    language: str | None
    raw: str | None
    normalized: str | None
    content_hash: str
    spans: Spans
    segments: tuple[Segment, ...]
    token_estimate: int
    parent: int | None = None
    symbol: str | None = None
    signature: str | None = None
    symbols: tuple[str, ...] = ()
    heading_path: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    pointer: str | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    overlap: Overlap = field(default_factory=Overlap)
    confidence: float = 1.0
    parse_status: str = "OK"
    stale: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    visibility: str = "private"
    redactions: tuple[Redaction, ...] = ()
    chunker: tuple[str, str] = ("", "")  # id, version


@flat
@dataclass(frozen=True, slots=True)
class FileResult:
    """Everything the per-file road says of one entry: pure in (bytes, path, classification, policy, tool versions).

    `content_hash` is the hash of the whole redacted file, None when it was blocked or not read. `lines`/`owned` count non-blank lines.
    `reason` explains any outcome but "chunked". `warnings` are (rule, line, message). `unproved` are titles of drafts whose citation failed
    the second look, out of `checked`.
    """

    path: str
    classification: Classification
    outcome: Outcome
    drafts: Sequence[ChunkDraft]
    facts: FileFacts | None = None
    reason: str | None = None
    content_hash: str | None = None
    broken: tuple[tuple[int, int], ...] = ()
    redactions: tuple[Redaction, ...] = ()
    notes: tuple[SecretNote, ...] = ()
    warnings: tuple[tuple[str, int, str], ...] = ()
    lines: int = 0
    owned: int = 0
    encoding: str | None = None
    checked: int = 0
    unproved: tuple[str, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class Source:
    """Where a chunk comes from: file_span, composed, graph or memory."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    type: str
    path: str | None
    content_hash: str | None


@flat
@dataclass(frozen=True, slots=True)
class Content:
    """The text of a chunk: `raw` exact and redacted, `normalized` as hashed."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    raw: str | None
    normalized: str | None


@flat
@dataclass(frozen=True, slots=True)
class Quality:
    """How sure the chunk is, how its file parsed, whether it may be out of date."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    confidence: float
    parse_status: str
    stale_risk: str = "low"
    stale_reasons: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class ChunkRedaction:
    """What was masked inside a chunk."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    applied: bool
    reason: str | None = None
    redacted_patterns: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class Security:
    """Who may see a chunk and what was masked in it."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    visibility_scope: str
    derived_from: tuple[str, ...]
    redacted: bool
    redaction: ChunkRedaction


@flat
@dataclass(frozen=True, slots=True)
class ProducedBy:
    """The chunker that made the chunk."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    chunker_id: str
    chunker_version: str


@flat
@dataclass(frozen=True, slots=True)
class CompositionSource:
    """One original of a composed chunk; exactly one field is set: "P:a-b", "F#/pointer", or "A CALLS B"."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    file_span: str | None = None
    schema_pointer: str | None = None
    graph_edge: str | None = None


@flat
@dataclass(frozen=True, slots=True)
class Composition:
    """The originals of a composed chunk; claims must cite them, not the composition."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    sources: tuple[CompositionSource, ...]
    type: str = "composed"


@flat
@dataclass(frozen=True, slots=True)
class Provenance:
    """The proof: what was read, where, at which commit, by whom. `span` is [first line, last line]."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    source_type: str
    repository_id: str
    snapshot_id: str
    commit_sha: str
    path: str | None
    span: tuple[int, int] | None
    content_hash: str
    produced_by: ProducedBy
    sources: tuple[CompositionSource, ...] = ()


@flat
@dataclass(frozen=True, slots=True)
class Chunk:
    """A unit of evidence at one commit: the record of chunks.json."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    chunk_id: str
    logical_chunk_id: str
    tenant_id: str
    repository_id: str
    snapshot_id: str
    commit_sha: str
    source: Source
    chunk_type: str
    role: str
    title: str
    language: str | None
    content: Content
    content_hash: str
    spans: Spans | None
    segments: tuple[Segment, ...]
    symbol: str | None
    signature: str | None
    symbols: tuple[str, ...]
    heading_path: tuple[str, ...]
    keys: tuple[str, ...]
    pointer: str | None
    attributes: Mapping[str, Any]
    linked_nodes: tuple[str, ...]
    parent_chunk_id: str | None
    child_chunk_ids: tuple[str, ...]
    token_estimate: int
    overlap: Overlap
    quality: Quality
    security: Security
    provenance: Provenance
    composition: Composition | None = None


@flat
@dataclass(frozen=True, slots=True)
class ComposedDraft:
    """A chunk made from the graph (route, graph path, memory): text, nodes and originals, before stamping.

    `paths` are the files of its originals (visibility = most restrictive of theirs); `nodes` the graph nodes it is derived from;
    `anchor` the (path, first line) by which it is sorted.
    """

    chunk_type: str
    logical: str
    title: str
    raw: str
    sources: tuple[CompositionSource, ...]
    nodes: tuple[str, ...]
    paths: tuple[str, ...]
    anchor: tuple[str, int]
    symbol: str | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    confidence: float = 1.0
    chunker: tuple[str, str] = ("", "")


@flat
@dataclass(frozen=True, slots=True)
class ChunkLink:
    """A link from a draft to a graph node. `draft` is (path, chunk_type, logical)."""

    draft: tuple[str, str, str]
    node: str
    link_type: str
    confidence: float
