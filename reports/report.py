"""The records of chunk-quality-report.yaml: what `judge` returns, writers render and readers load back.

Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunkers.span import camel

SCHEMA_VERSION = "1.0"

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}  # readers accept any minor version


@dataclass(frozen=True, slots=True)
class Tool:
    """Who wrote the report."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Band:
    """How many chunks of a type lie below, within and above their size band, in tokens, both ends inclusive."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    low: int
    high: int
    below: int = 0
    within: int = 0
    above: int = 0


@dataclass(frozen=True, slots=True)
class Tokens:
    """Sizes of all chunks with text, in estimated tokens."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    total: int
    mean: float
    median: int
    p95: int
    max: int
    over_max: int
    under_min: int
    bands: Mapping[str, Band] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of what the run produced."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    files: int
    chunks: int
    by_type: Mapping[str, int]
    by_role: Mapping[str, int]
    by_language: Mapping[str, int]
    tokens: Tokens
    links: int
    edges: int


@dataclass(frozen=True, slots=True)
class PartialFile:
    """A file that parsed in part; `lines` are the first and last line of each stretch that did not."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A path and why it ended as it did."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class LanguageCoverage:
    """Coverage of one language: files by outcome, non-blank lines and owned lines."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    files: int
    chunked: int
    partial: int
    fallback: int
    lines: int
    owned: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Where every entry of the tree ended. `files` sums to `entries`; `cut` counts what the capped lists leave out.

    `non_blank_lines_owned` is the share of non-blank lines of text files owned by exactly one chunk.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    entries: int
    files: Mapping[str, int]
    reasons: Mapping[str, int]
    non_blank_lines: int
    non_blank_lines_owned: float
    per_language: Mapping[str, LanguageCoverage]
    partial: tuple[PartialFile, ...]
    fallback: tuple[Reasoned, ...]
    skipped: tuple[Reasoned, ...]
    cut: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding. `fingerprint` is the same in every commit in which the same thing fails the same gate."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    message: str
    advice: str
    fingerprint: str
    path: str | None = None
    line: int | None = None
    chunk_id: str | None = None


@dataclass(frozen=True, slots=True)
class GateOutcome:
    """The verdict of one gate.

    `threshold` is the largest share failed/checked that still passes; `findings` may be cut, the total never.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    id: str
    family: str
    severity: str
    status: str
    checked: int
    failed: int
    threshold: float
    findings: tuple[FindingRow, ...]
    findings_total: int


@dataclass(frozen=True, slots=True)
class GraphSummary:
    """How much of the graph is certain. Edges are counted by confidence, rounded down to tenths."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    call_sites: int
    resolved: int
    unresolved_by_reason: Mapping[str, int]
    edges_by_confidence: Mapping[str, int]
    edges_by_kind: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RedactionCounts:
    """Masked places by kind and by layer."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    by_kind: Mapping[str, int]
    by_layer: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RedactionSummary:
    """What redaction did; places and rules stand in redaction-report.yaml."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    files_scanned: int
    blocked: int
    redactions: RedactionCounts
    weak_defaults: int
    allows: int
    engines: tuple[str, ...]
    ruleset: str


@dataclass(frozen=True, slots=True)
class QuarantineRow:
    """A file whose native parser failed hard."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    path: str
    grammar: str
    reason: str


@dataclass(frozen=True, slots=True)
class Robustness:
    """Files the native parsers could not take. `cut` counts what the list leaves out."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    quarantined: tuple[QuarantineRow, ...]
    cut: int = 0


@dataclass(frozen=True, slots=True)
class QualityReport:
    """The whole report. `verdict` is fail when a gate fails, warn when one warns, else pass."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    schema_version: str
    repository_id: str
    commit_sha: str
    snapshot_id: str
    tool: Tool
    policy_digest: str
    verdict: str
    summary: Summary
    coverage: Coverage
    gates: tuple[GateOutcome, ...]
    graph: GraphSummary
    redaction: RedactionSummary
    robustness: Robustness
    dirty: bool = False
