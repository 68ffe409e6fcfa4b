"""What an operator decides about chunking: frozen records, passed as an argument to every stage.

Read and checked by `analyzer.policy`; the camelCase aliases are the spelling of policy files. No file, environment or default lookup here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from chunkers.span import camel

_STRICT: dict[str, Any] = {"alias_generator": camel, "extra": "forbid"}


@dataclass(frozen=True, slots=True)
class Chunking:
    """Sizes (in estimated tokens) and switches of the chunkers."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    max_tokens_per_chunk: int = 1200
    target_tokens: int = 450
    min_tokens: int = 40
    include_leading_comments: bool = True
    include_annotations: bool = True
    create_overview_chunks: bool = True
    create_block_chunks_for_large_methods: bool = True
    preserve_evidence_spans: bool = True


@dataclass(frozen=True, slots=True)
class Paths:
    """Globs (gitignore style) that add to the built-in classification."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
    vendored: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VisibilityRule:
    """Paths matching `glob` have `scope`; the most restrictive matching rule wins."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    glob: str
    scope: str


@dataclass(frozen=True, slots=True)
class RedactionRule:
    """An operator's own secret rule; `pattern` is RE2 syntax, `keywords` prefilter it, `group` is the capture that is masked."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    id: str
    pattern: str
    kind: str = "custom"
    keywords: tuple[str, ...] = ()
    group: int = 0
    min_entropy: float = 0.0
    confidence: float = 0.9


@dataclass(frozen=True, slots=True)
class RedactionAllow:
    """Leave findings of `rule` on `path` (glob) in place, below `key_path` when given. Never for provider formats, never by value."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    path: str
    rule: str
    key_path: str | None = None


@dataclass(frozen=True, slots=True)
class RedactionPolicy:
    """What the operator adds to redaction. Nothing here can turn a layer off.

    `kingfisher` says whether the second engine looks, too: "auto" where it is installed, "required" (a run without it is refused), "off".
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    rules: tuple[RedactionRule, ...] = ()
    allow: tuple[RedactionAllow, ...] = ()
    inline_allow: bool = False
    kingfisher: Literal["auto", "required", "off"] = "auto"


@dataclass(frozen=True, slots=True)
class GateSetting:
    """An override of one gate."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    severity: str | None = None
    threshold: float | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits. Bytes, seconds and counts; over `max_entries` the run ends with exit code 4, all others are reported skips."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    max_parse_bytes: int = 2 * 1024 * 1024
    max_scan_bytes: int = 16 * 1024 * 1024
    max_read_bytes: int = 64 * 1024 * 1024
    max_entries: int = 2_000_000
    soft_seconds: float = 2.0
    hard_seconds: float = 10.0
    worker_memory_bytes: int = 2 * 1024 * 1024 * 1024
    max_graph_edges: int = 2_000_000


@dataclass(frozen=True, slots=True)
class History:
    """How far back history is read."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    max_commits: int = 10_000


@dataclass(frozen=True, slots=True)
class Strategy:
    """A text strategy for the files of a glob."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    name: str
    size: int | None = None
    overlap: int | None = None


@dataclass(frozen=True, slots=True)
class ChunkingPolicy:
    """The whole policy of a run."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    chunking: Chunking = field(default_factory=Chunking)
    paths: Paths = field(default_factory=Paths)
    visibility: tuple[VisibilityRule, ...] = ()
    redaction: RedactionPolicy = field(default_factory=RedactionPolicy)
    gates: Mapping[str, GateSetting] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    history: History = field(default_factory=History)
    strategies: Mapping[str, Strategy] = field(default_factory=dict)
    repository_id: str | None = None
    tenant_id: str = "default"
