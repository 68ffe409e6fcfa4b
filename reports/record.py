"""Everything one run knows when it is judged and written: the only input of gates and writers.

Built by the analyzer's pipeline; nothing here reads git or files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkers.chunk import Chunk, ChunkLink, FileResult
from chunkers.policy import ChunkingPolicy
from graph.model import GraphFinding, GraphTables
from reports.note import PolicyNote as PolicyNote  # noqa: PLC0414  # a part of this record, exported with it


@dataclass(frozen=True, slots=True)
class Header:
    """What stands at the head of every output file. `commit_time` is ISO 8601 UTC, the `created_at` of all rows."""

    repository_id: str
    snapshot_id: str
    commit_sha: str
    commit_time: str
    tenant_id: str
    tool_version: str
    policy_digest: str
    ruleset_digest: str
    token_counter: str
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the commit's tree that never became a `FileResult`: skipped, with its reason."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A file whose native parser crashed, hung or ran out of memory."""

    path: str
    grammar: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One analysed commit. `entries` counts the tree; entries == len(files) + len(skipped) always (promise 3).

    `stages` names the stages that ran ("redaction", "graph", "gates" ...): a gate whose stage is missing fails closed.
    """

    header: Header
    policy: ChunkingPolicy
    entries: int
    files: tuple[FileResult, ...]
    skipped: tuple[Entry, ...]
    chunks: tuple[Chunk, ...]
    links: tuple[ChunkLink, ...]
    graph: GraphTables
    graph_findings: tuple[GraphFinding, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    notes: tuple[PolicyNote, ...] = ()
    stages: frozenset[str] = frozenset()
    engines: tuple[str, ...] = ()
    verification: Mapping[str, int] = field(
        default_factory=dict
    )  # {"checked": n, "failed": m} of spans re-read while writing
