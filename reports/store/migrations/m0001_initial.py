"""The first schema: snapshots, runs, files, chunks with spans, links and sources, content, lifecycle, quarantine, search index.

Key columns come first in tables without row ids: SQLite before 3.41 calls others damaged when it checks them.
"""

from __future__ import annotations

from reports.store.migrations import Migration

_RUNS = """
CREATE TABLE snapshots (
    tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, snapshot_id TEXT NOT NULL,
    commit_sha TEXT NOT NULL, commit_time TEXT NOT NULL, run_digest TEXT NOT NULL, dirty INTEGER NOT NULL,
    done INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, repository_id, snapshot_id)
);
CREATE TABLE runs (
    tenant_id TEXT NOT NULL, run_id TEXT NOT NULL, repository_id TEXT NOT NULL, snapshot_id TEXT NOT NULL,
    run_digest TEXT NOT NULL, tool_version TEXT NOT NULL, policy_digest TEXT NOT NULL, ruleset_digest TEXT NOT NULL,
    token_counter TEXT NOT NULL, verdict TEXT NOT NULL, info TEXT NOT NULL,
    PRIMARY KEY (tenant_id, run_id)
);
CREATE TABLE files (
    tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, snapshot_id TEXT NOT NULL, path TEXT NOT NULL,
    category TEXT NOT NULL, language TEXT, outcome TEXT NOT NULL, reason TEXT, content_hash TEXT, encoding TEXT,
    visibility_scope TEXT NOT NULL, lines INTEGER NOT NULL, owned INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, repository_id, snapshot_id, path)
) {compact};
CREATE TABLE quarantine (
    tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, snapshot_id TEXT NOT NULL, path TEXT NOT NULL,
    grammar TEXT NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (tenant_id, repository_id, snapshot_id, path, grammar)
)
"""
_CHUNKS = """
CREATE TABLE content (
    tenant_id TEXT NOT NULL, text_hash TEXT NOT NULL, raw {blob} NOT NULL,
    PRIMARY KEY (tenant_id, text_hash)
);
CREATE TABLE details (
    tenant_id TEXT NOT NULL, detail_hash TEXT NOT NULL, detail {blob} NOT NULL,
    PRIMARY KEY (tenant_id, detail_hash)
);
CREATE TABLE chunks (
    chunk_id TEXT NOT NULL, logical_chunk_id TEXT NOT NULL, tenant_id TEXT NOT NULL, repository_id TEXT, snapshot_id TEXT,
    commit_sha TEXT, source_type TEXT NOT NULL, path TEXT, chunk_type TEXT NOT NULL, role TEXT NOT NULL, title TEXT NOT NULL,
    language TEXT, content_hash TEXT NOT NULL, token_estimate INTEGER NOT NULL, visibility_scope TEXT NOT NULL,
    stale_risk TEXT NOT NULL, created_at {time} NOT NULL,
    start_line INTEGER, end_line INTEGER, symbol TEXT, signature TEXT, text_hash TEXT, detail_hash TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, chunk_id)
);
CREATE INDEX chunks_by_logical ON chunks (tenant_id, logical_chunk_id, snapshot_id);
CREATE INDEX chunks_by_path ON chunks (tenant_id, repository_id, snapshot_id, path);
CREATE INDEX chunks_by_content ON chunks (tenant_id, content_hash);
CREATE TABLE chunk_spans (
    tenant_id TEXT NOT NULL, chunk_id TEXT NOT NULL, id TEXT NOT NULL, span_type TEXT NOT NULL,
    start_line INTEGER, start_column INTEGER, end_line INTEGER, end_column INTEGER,
    PRIMARY KEY (tenant_id, chunk_id, id)
) {compact};
CREATE TABLE chunk_graph_links (
    tenant_id TEXT NOT NULL, chunk_id TEXT NOT NULL, id TEXT NOT NULL, graph_node_id TEXT NOT NULL,
    link_type TEXT NOT NULL, confidence NUMERIC NOT NULL,
    PRIMARY KEY (tenant_id, chunk_id, id)
) {compact};
CREATE INDEX links_by_node ON chunk_graph_links (tenant_id, graph_node_id);
CREATE TABLE chunk_sources (
    tenant_id TEXT NOT NULL, chunk_id TEXT NOT NULL, id TEXT NOT NULL, source_ref_type TEXT NOT NULL,
    source_ref_id TEXT NOT NULL, usage_type TEXT NOT NULL,
    PRIMARY KEY (tenant_id, chunk_id, id)
) {compact}
"""
_LIFECYCLE = """
CREATE TABLE lifecycle (
    version_no {serial}, tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, logical_chunk_id TEXT NOT NULL,
    content_hash TEXT NOT NULL, chunk_type TEXT NOT NULL, title TEXT NOT NULL, path TEXT, lineage_id TEXT NOT NULL,
    supersedes_chunk_id TEXT, first_commit TEXT NOT NULL, first_seen_at TEXT NOT NULL, last_commit TEXT NOT NULL,
    last_seen_at TEXT NOT NULL, is_latest INTEGER NOT NULL, indexed INTEGER NOT NULL,
    UNIQUE (tenant_id, logical_chunk_id, content_hash)
);
CREATE INDEX lifecycle_latest ON lifecycle (tenant_id, repository_id) WHERE is_latest = 1;
CREATE INDEX lifecycle_lineage ON lifecycle (tenant_id, lineage_id);
CREATE INDEX lifecycle_waiting ON lifecycle (tenant_id) WHERE indexed = 0
"""
_FTS5 = "CREATE VIRTUAL TABLE chunk_search USING fts5 (title, path, signature, code, prose, content='', tokenize='porter unicode61')"
_TSVECTOR = """
CREATE TABLE chunk_search (version_no BIGINT PRIMARY KEY, words tsvector NOT NULL);
CREATE INDEX chunk_search_words ON chunk_search USING gin (words)
"""

MIGRATION = Migration(1, "initial", (_RUNS, _CHUNKS, _LIFECYCLE), sqlite=(_FTS5,), postgresql=(_TSVECTOR,))
