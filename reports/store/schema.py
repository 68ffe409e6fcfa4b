"""The tables as SQLAlchemy Core sees them, for queries. What creates them stands in `reports.store.migrations`; a test holds both equal.

Every key begins with the tenant. Raw text and chunk details are stored once per hash, chunks and their spans, links and sources per snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, ColumnElement, Float, Integer, LargeBinary, MetaData, Table, Text, and_
from sqlalchemy.types import TypeEngine

METADATA = MetaData()


def _table(name: str, *columns: str, key: tuple[str, ...]) -> Table:
    """Declare a table; a column is text unless it ends in ":int", ":num" or ":blob"."""
    kinds: dict[str, TypeEngine[Any]] = {"int": Integer(), "num": Float(), "blob": LargeBinary(), "": Text()}
    parts = [column.partition(":") for column in columns]
    return Table(name, METADATA, *(Column(plain, kinds[kind], primary_key=plain in key) for plain, _, kind in parts))


_WHERE = ("tenant_id", "repository_id", "snapshot_id")

SNAPSHOTS = _table("snapshots", *_WHERE, "commit_sha", "commit_time", "run_digest", "dirty:int", "done:int", key=_WHERE)
"""One analysed commit. `done` turns 1 in the last transaction of a run; readers see done snapshots only. A dirty one is never the latest."""

RUNS = _table(
    "runs",
    "tenant_id",
    "run_id",
    "repository_id",
    "snapshot_id",
    "run_digest",
    "tool_version",
    "policy_digest",
    "ruleset_digest",
    "token_counter",
    "verdict",
    "info",
    key=("tenant_id", "run_id"),
)
"""What made a snapshot, and its verdict. `info` is JSON of the caller (wall clock, workers)."""

FILES = _table(
    "files",
    *_WHERE,
    "path",
    "category",
    "language",
    "outcome",
    "reason",
    "content_hash",
    "encoding",
    "visibility_scope",
    "lines:int",
    "owned:int",
    key=(*_WHERE, "path"),
)
"""One entry of a commit. Its row is the done marker of its chunks: both are written in one transaction."""

QUARANTINE = _table("quarantine", *_WHERE, "path", "grammar", "reason", key=(*_WHERE, "path", "grammar"))
CONTENT = _table("content", "tenant_id", "text_hash", "raw:blob", key=("tenant_id", "text_hash"))
"""Redacted raw text as UTF-8, once per hash."""
DETAILS = _table("details", "tenant_id", "detail_hash", "detail:blob", key=("tenant_id", "detail_hash"))
"""All other fields of a chunk as packed JSON, without what differs per snapshot, once per hash."""

CHUNKS = _table(
    "chunks",
    "chunk_id",
    "logical_chunk_id",
    "tenant_id",
    "repository_id",
    "snapshot_id",
    "commit_sha",
    "source_type",
    "path",
    "chunk_type",
    "role",
    "title",
    "language",
    "content_hash",
    "token_estimate:int",
    "visibility_scope",
    "stale_risk",
    "created_at",
    "start_line:int",
    "end_line:int",
    "symbol",
    "signature",
    "text_hash",
    "detail_hash",
    "ordinal:int",
    key=("tenant_id", "chunk_id"),
)
"""A chunk in a snapshot; `ordinal` is its place in the output order."""

SPANS = _table(
    "chunk_spans",
    "tenant_id",
    "chunk_id",
    "id",
    "span_type",
    "start_line:int",
    "start_column:int",
    "end_line:int",
    "end_column:int",
    key=("tenant_id", "chunk_id", "id"),
)
LINKS = _table(
    "chunk_graph_links",
    "tenant_id",
    "chunk_id",
    "id",
    "graph_node_id",
    "link_type",
    "confidence:num",
    key=("tenant_id", "chunk_id", "id"),
)
SOURCES = _table(
    "chunk_sources",
    "tenant_id",
    "chunk_id",
    "id",
    "source_ref_type",
    "source_ref_id",
    "usage_type",
    key=("tenant_id", "chunk_id", "id"),
)
LIFECYCLE = _table(
    "lifecycle",
    "version_no:int",
    "tenant_id",
    "repository_id",
    "logical_chunk_id",
    "content_hash",
    "chunk_type",
    "title",
    "path",
    "lineage_id",
    "supersedes_chunk_id",
    "first_commit",
    "first_seen_at",
    "last_commit",
    "last_seen_at",
    "is_latest:int",
    "indexed:int",
    key=("version_no",),
)
"""One row per text a logical chunk ever had. `version_no` is also its place in the search index; `indexed` tells whether it is there."""

VERSIONS = _table("schema_version", "version:int", "name", "checksum", key=("version",))
PER_CHUNK = (SPANS, LINKS, SOURCES)
TABLES = (SNAPSHOTS, RUNS, FILES, QUARANTINE, CONTENT, DETAILS, CHUNKS, *PER_CHUNK, LIFECYCLE)


def matching(table: Table, where: Mapping[str, str]) -> ColumnElement[bool]:
    """Return the condition that columns of `table` have the given values."""
    return and_(*(table.c[name] == value for name, value in where.items()))
