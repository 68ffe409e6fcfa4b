"""The records of chunk-diff.yaml. Nothing here computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from chunkers.span import camel

_JSON: dict[str, Any] = {"alias_generator": camel, "extra": "ignore"}
SCHEMA_VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class Entry:
    """A chunk of a diff: its logical id and what a reader needs to find it.

    `lines` is "first-last" on the side that has it.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    logical_chunk_id: str
    chunk_id: str
    chunk_type: str
    title: str
    path: str | None
    lines: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """A unit under another logical id. `same_content` tells whether its text, and so its vector, is still the same."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    from_: Entry
    to: Entry
    lineage_id: str
    same_content: bool
    similarity: float


@dataclass(frozen=True, slots=True)
class Vectors:
    """Logical ids whose vectors go and come.

    `rekey` lists pairs whose text is unchanged, so that no new vector has to be computed.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    delete: tuple[str, ...]
    write: tuple[str, ...]
    rekey: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Refresh:
    """What has to be looked at again.

    Vectors, documents and memory that cite changed code, tests to run, routes and operations touched.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    vectors: Vectors
    docs: tuple[Entry, ...]
    memory: tuple[Entry, ...]
    tests: tuple[Entry, ...]
    routes: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class End:
    """One side of a diff."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    commit_sha: str
    snapshot_id: str


@dataclass(frozen=True, slots=True)
class ChunkDiff:
    """Everything that differs between two snapshots.

    `changed`: another text. `relinked`: the same text with other graph nodes. `updated`: the same text and nodes with
    another role, scope,
    staleness or estimate. `unchanged` counts the rest. `reasons` gives one trigger per logical id.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _JSON
    schema_version: str
    repository_id: str
    from_: End
    to: End
    added: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    changed: tuple[Entry, ...]
    moved: tuple[Move, ...]
    relinked: tuple[Entry, ...]
    updated: tuple[Entry, ...]
    unchanged: int
    refresh: Refresh
    reasons: Mapping[str, str]
