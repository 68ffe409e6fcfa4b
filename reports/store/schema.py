"""The tables as SQLAlchemy Core sees them, for queries. What creates them stands in `reports.store.migrations`; a test holds both equal.

A row belongs to a tenant by its key: it holds the tenant, or the number of a repository, a snapshot, a state that does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, ColumnElement, Float, Integer, LargeBinary, MetaData, Table, Text, and_
from sqlalchemy.types import TypeEngine

METADATA = MetaData()


def _table(name: str, columns: str, key: str = "") -> Table:
    """Declare a table; a column is text unless it ends in ":int", ":num" or ":blob"; the key is the first column unless named."""
    kinds: dict[str, TypeEngine[Any]] = {"int": Integer(), "num": Float(), "blob": LargeBinary(), "": Text()}
    parts = [column.partition(":") for column in columns.split()]
    keys = key.split() or [parts[0][0]]
    return Table(name, METADATA, *(Column(plain, kinds[kind], primary_key=plain in keys) for plain, _, kind in parts))


REPOSITORIES = _table("repositories", "repository_no:int tenant_id repository_id latest_no:int")
"""`latest_no` is the commit whose versions are marked as the latest."""
COMMITS = _table("commits", "commit_no:int repository_no:int commit_sha commit_time")
"""Commits that histories name; they outlive their snapshots."""
SNAPSHOTS = _table(
    "snapshots",
    "snapshot_no:int tenant_id repository_id snapshot_id repository_no:int commit_sha commit_time run_digest dirty:int done:int",
)
"""One analysed commit. `done` turns 1 in the last transaction of a run; readers see done snapshots only. A dirty one is never the latest."""
RUNS = _table(
    "runs",
    "tenant_id run_id repository_id snapshot_id run_digest tool_version policy_digest ruleset_digest token_counter verdict info",
    "tenant_id run_id",
)
"""What made a snapshot, and its verdict. `info` is JSON of the caller (wall clock, workers)."""
QUARANTINE = _table(
    "quarantine",
    "tenant_id repository_id snapshot_id path grammar reason",
    "tenant_id repository_id snapshot_id path grammar",
)

FILE_STATES = _table(
    "file_states",
    "file_no:int repository_no:int path fingerprint:blob category language outcome reason content_hash encoding visibility_scope"
    " lines:int owned:int",
)
SNAPSHOT_FILES = _table("snapshot_files", "snapshot_no:int file_no:int", "snapshot_no file_no")
"""One entry of a commit. Its row is the done marker of its chunks: both are written in one transaction."""

CONTENT = _table("content", "text_no:int repository_no:int text_hash:blob raw:blob")
"""Redacted raw text as UTF-8, once per hash."""
BLOCKS = _table("detail_blocks", "block_no:int repository_no:int packed:blob")
"""What states hold beyond their columns, packed together as they came."""
KINDS = _table(
    "chunk_kinds", "kind_no:int repository_no:int source_type chunk_type role language visibility_scope stale_risk"
)
TARGETS = _table("graph_targets", "target_no:int repository_no:int mark:blob graph_node_id link_type")
"""What links lead to: a graph node and the type of the link. Marks may meet, names tell them apart."""
UNITS = _table(
    "chunk_units", "unit_no:int repository_no:int logical_chunk_id chunk_type path lineage_id lineage_no:int"
)
"""A logical chunk; `lineage_no` is the unit it was before all moves, itself at first."""
VERSIONS = _table(
    "chunk_versions",
    "version_no:int repository_no:int unit_no:int content_hash:blob title first_no:int last_no:int supersedes_chunk_id is_latest:int"
    " indexed:int",
)
"""One row per text a unit ever had. `version_no` is also its place in the search index; `indexed` tells whether it is there.

`last_no` is brought up to date when a version ceases to be the latest: until then it was last seen in the repository's latest commit.
"""
STATES = _table(
    "chunk_states",
    "state_no:int repository_no:int fingerprint:blob version_no:int kind_no:int text_no:int block_no:int place:int token_estimate:int"
    " start_line:int end_line:int source_mark:blob title symbol signature",
)
"""A version with everything else there is to say of it: lines, links, signature. `title` stands only where it is not the version's."""
STATE_SPANS = _table(
    "state_spans",
    "state_no:int mark:blob span_type start_line:int start_column:int end_line:int end_column:int",
    "state_no mark",
)
STATE_LINKS = _table("state_links", "state_no:int target_no:int confidence:int", "state_no target_no")
"""`confidence` in ten-thousandths."""
STATE_SOURCES = _table(
    "state_sources", "state_no:int mark:blob source_ref_type source_ref_id usage_type", "state_no mark"
)
INSTANCES = _table("chunk_instances", "snapshot_no:int state_no:int ordinal:int chunk_id", "snapshot_no state_no")
"""A chunk in a snapshot; `ordinal` is its place in the output order."""
VERSION = _table("schema_version", "version:int name checksum")

PER_STATE = (STATE_SPANS, STATE_LINKS, STATE_SOURCES)
TABLES = (
    *(REPOSITORIES, COMMITS, SNAPSHOTS, RUNS, QUARANTINE, FILE_STATES, SNAPSHOT_FILES, CONTENT, BLOCKS, KINDS, TARGETS),
    *(UNITS, VERSIONS, STATES, *PER_STATE, INSTANCES),
)

_CHUNK = (
    "chunk_id logical_chunk_id tenant_id repository_id snapshot_id commit_sha source_type path chunk_type role title language content_hash"
    " token_estimate:int visibility_scope stale_risk created_at start_line:int end_line:int symbol signature text_hash fingerprint ordinal:int"
)
CHUNKS = _table("chunks", _CHUNK, "tenant_id chunk_id")
SPANS = _table(
    "chunk_spans",
    "tenant_id chunk_id id span_type start_line:int start_column:int end_line:int end_column:int",
    "tenant_id chunk_id id",
)
LINKS = _table(
    "chunk_graph_links", "tenant_id chunk_id id graph_node_id link_type confidence:num", "tenant_id chunk_id id"
)
SOURCES = _table(
    "chunk_sources", "tenant_id chunk_id id source_ref_type source_ref_id usage_type", "tenant_id chunk_id id"
)
FILES = _table(
    "files",
    "tenant_id repository_id snapshot_id path category language outcome reason content_hash encoding visibility_scope lines:int owned:int",
    "tenant_id repository_id snapshot_id path",
)
LIFECYCLE = _table(
    "lifecycle",
    "version_no:int tenant_id repository_id logical_chunk_id content_hash chunk_type title path lineage_id supersedes_chunk_id"
    " first_commit first_seen_at last_commit last_seen_at is_latest:int indexed:int",
)
VIEWS = (CHUNKS, SPANS, LINKS, SOURCES, FILES, LIFECYCLE)
"""The rows as any client reads them, with every column spelled out."""


def matching(table: Table, where: Mapping[str, object]) -> ColumnElement[bool]:
    """Return the condition that columns of `table` have the given values."""
    return and_(*(table.c[name] == value for name, value in where.items()))
