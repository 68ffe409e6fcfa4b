"""States: what a chunk is, stored once under a number, and snapshots as thin lists of numbers; the former tables become views.

Numbers are handed out in the order of insertion, so that rows are appended and not strewn. Everything hangs from a repository's number, and
a repository belongs to one tenant. What stood in the tables of the first schema is brought over by `reports.store.bring_over`.
"""

from __future__ import annotations

from reports.store.bring_over import bring_over
from reports.store.migrations import Migration

_ASIDE = """
DROP INDEX lifecycle_latest;
DROP INDEX lifecycle_lineage;
DROP INDEX lifecycle_waiting;
ALTER TABLE snapshots RENAME TO old_snapshots;
ALTER TABLE files RENAME TO old_files;
ALTER TABLE content RENAME TO old_content;
ALTER TABLE details RENAME TO old_details;
ALTER TABLE chunks RENAME TO old_chunks;
ALTER TABLE chunk_spans RENAME TO old_chunk_spans;
ALTER TABLE chunk_graph_links RENAME TO old_chunk_graph_links;
ALTER TABLE chunk_sources RENAME TO old_chunk_sources;
ALTER TABLE lifecycle RENAME TO old_lifecycle
"""
_HEADS = """
CREATE TABLE repositories (
    repository_no {serial}, tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, latest_no {number},
    UNIQUE (tenant_id, repository_id)
);
CREATE TABLE commits (
    commit_no {serial}, repository_no {number} NOT NULL, commit_sha TEXT NOT NULL, commit_time TEXT NOT NULL,
    UNIQUE (repository_no, commit_sha, commit_time)
);
CREATE TABLE snapshots (
    snapshot_no {serial}, tenant_id TEXT NOT NULL, repository_id TEXT NOT NULL, snapshot_id TEXT NOT NULL,
    repository_no {number} NOT NULL, commit_sha TEXT NOT NULL, commit_time TEXT NOT NULL, run_digest TEXT NOT NULL,
    dirty INTEGER NOT NULL, done INTEGER NOT NULL,
    UNIQUE (tenant_id, repository_id, snapshot_id)
);
CREATE TABLE file_states (
    file_no {serial}, repository_no {number} NOT NULL, path TEXT NOT NULL, fingerprint {blob} NOT NULL,
    category TEXT NOT NULL, language TEXT, outcome TEXT NOT NULL, reason TEXT, content_hash TEXT, encoding TEXT,
    visibility_scope TEXT NOT NULL, lines INTEGER NOT NULL, owned INTEGER NOT NULL,
    UNIQUE (repository_no, path, fingerprint)
);
CREATE TABLE snapshot_files (
    snapshot_no {number} NOT NULL, file_no {number} NOT NULL,
    PRIMARY KEY (snapshot_no, file_no)
) {compact}
"""
_SHARED = """
CREATE TABLE content (
    text_no {serial}, repository_no {number} NOT NULL, text_hash {blob} NOT NULL, raw {blob} NOT NULL,
    UNIQUE (repository_no, text_hash)
);
CREATE TABLE detail_blocks (block_no {serial}, repository_no {number} NOT NULL, packed {blob} NOT NULL);
CREATE TABLE chunk_kinds (
    kind_no {serial}, repository_no {number} NOT NULL, source_type TEXT NOT NULL, chunk_type TEXT NOT NULL,
    role TEXT NOT NULL, language TEXT, visibility_scope TEXT NOT NULL, stale_risk TEXT NOT NULL
);
CREATE INDEX kinds_of_repository ON chunk_kinds (repository_no);
CREATE TABLE graph_targets (
    target_no {serial}, repository_no {number} NOT NULL, mark {blob} NOT NULL, graph_node_id TEXT NOT NULL,
    link_type TEXT NOT NULL
);
CREATE INDEX targets_by_mark ON graph_targets (repository_no, mark)
"""
_CHUNKS = """
CREATE TABLE chunk_units (
    unit_no {serial}, repository_no {number} NOT NULL, logical_chunk_id TEXT NOT NULL, chunk_type TEXT NOT NULL,
    path TEXT, lineage_id TEXT NOT NULL, lineage_no {number} NOT NULL,
    UNIQUE (repository_no, logical_chunk_id)
);
CREATE INDEX units_of_lineage ON chunk_units (lineage_no);
CREATE TABLE chunk_versions (
    version_no {serial}, repository_no {number} NOT NULL, unit_no {number} NOT NULL, content_hash {blob} NOT NULL,
    title TEXT NOT NULL, first_no {number} NOT NULL, last_no {number} NOT NULL, supersedes_chunk_id TEXT,
    is_latest INTEGER NOT NULL, indexed INTEGER NOT NULL,
    UNIQUE (unit_no, content_hash)
);
CREATE INDEX versions_latest ON chunk_versions (repository_no) WHERE is_latest = 1;
CREATE TABLE chunk_states (
    state_no {serial}, repository_no {number} NOT NULL, fingerprint {blob} NOT NULL, version_no {number} NOT NULL,
    kind_no {number} NOT NULL, text_no {number}, block_no {number} NOT NULL, place INTEGER NOT NULL,
    token_estimate INTEGER NOT NULL, start_line INTEGER, end_line INTEGER, source_mark {blob},
    title TEXT, symbol TEXT, signature TEXT,
    UNIQUE (repository_no, fingerprint)
);
CREATE INDEX states_of_version ON chunk_states (version_no);
CREATE TABLE state_spans (
    state_no {number} NOT NULL, mark {blob} NOT NULL, span_type TEXT NOT NULL,
    start_line INTEGER, start_column INTEGER, end_line INTEGER, end_column INTEGER,
    PRIMARY KEY (state_no, mark)
) {compact};
CREATE TABLE state_links (
    state_no {number} NOT NULL, target_no {number} NOT NULL, confidence INTEGER NOT NULL,
    PRIMARY KEY (state_no, target_no)
) {compact};
CREATE TABLE state_sources (
    state_no {number} NOT NULL, mark {blob} NOT NULL, source_ref_type TEXT NOT NULL, source_ref_id TEXT NOT NULL,
    usage_type TEXT NOT NULL,
    PRIMARY KEY (state_no, mark)
) {compact};
CREATE TABLE chunk_instances (
    snapshot_no {number} NOT NULL, state_no {number} NOT NULL, ordinal INTEGER NOT NULL, chunk_id TEXT NOT NULL,
    PRIMARY KEY (snapshot_no, state_no)
) {compact};
CREATE INDEX instances_by_chunk ON chunk_instances (chunk_id)
"""
_VIEWS = """
CREATE VIEW chunks AS SELECT
    i.chunk_id, u.logical_chunk_id, n.tenant_id, n.repository_id, n.snapshot_id, n.commit_sha, k.source_type, u.path,
    k.chunk_type, k.role, coalesce(s.title, v.title) AS title, k.language,
    'sha256:' || {hex}v.content_hash{text} AS content_hash, s.token_estimate, k.visibility_scope, k.stale_risk,
    {at}n.commit_time{utc} AS created_at, s.start_line, s.end_line, s.symbol, s.signature,
    nullif({hex}t.text_hash{text}, '') AS text_hash, {hex}s.fingerprint{text} AS fingerprint, i.ordinal
FROM chunk_instances i
    JOIN snapshots n ON n.snapshot_no = i.snapshot_no
    JOIN chunk_states s ON s.state_no = i.state_no
    JOIN chunk_kinds k ON k.kind_no = s.kind_no
    JOIN chunk_versions v ON v.version_no = s.version_no
    JOIN chunk_units u ON u.unit_no = v.unit_no
    LEFT JOIN content t ON t.text_no = s.text_no;
CREATE VIEW chunk_spans AS SELECT
    n.tenant_id, i.chunk_id, 'span_' || substr(i.chunk_id, 7, 16) || {hex}p.mark{text} AS id, p.span_type,
    p.start_line, p.start_column, p.end_line, p.end_column
FROM chunk_instances i
    JOIN snapshots n ON n.snapshot_no = i.snapshot_no
    JOIN state_spans p ON p.state_no = i.state_no;
CREATE VIEW chunk_graph_links AS SELECT
    n.tenant_id, i.chunk_id, 'link_' || substr(i.chunk_id, 7, 16) || {hex}g.mark{text} AS id, g.graph_node_id,
    g.link_type, l.confidence / 10000.0 AS confidence
FROM chunk_instances i
    JOIN snapshots n ON n.snapshot_no = i.snapshot_no
    JOIN state_links l ON l.state_no = i.state_no
    JOIN graph_targets g ON g.target_no = l.target_no;
CREATE VIEW chunk_sources AS SELECT
    n.tenant_id, i.chunk_id, 'source_' || substr(i.chunk_id, 7, 16) || {hex}s.source_mark{text} AS id,
    'file_span' AS source_ref_type,
    CASE WHEN s.start_line IS NULL THEN u.path ELSE u.path || ':' || s.start_line || '-' || s.end_line END AS source_ref_id,
    CASE WHEN s.text_no IS NULL THEN 'metadata' ELSE 'content' END AS usage_type
FROM chunk_instances i
    JOIN snapshots n ON n.snapshot_no = i.snapshot_no
    JOIN chunk_states s ON s.state_no = i.state_no
    JOIN chunk_versions v ON v.version_no = s.version_no
    JOIN chunk_units u ON u.unit_no = v.unit_no
WHERE s.source_mark IS NOT NULL
UNION ALL SELECT
    n.tenant_id, i.chunk_id, 'source_' || substr(i.chunk_id, 7, 16) || {hex}o.mark{text}, o.source_ref_type,
    o.source_ref_id, o.usage_type
FROM chunk_instances i
    JOIN snapshots n ON n.snapshot_no = i.snapshot_no
    JOIN state_sources o ON o.state_no = i.state_no;
CREATE VIEW files AS SELECT
    n.tenant_id, n.repository_id, n.snapshot_id, f.path, f.category, f.language, f.outcome, f.reason, f.content_hash,
    f.encoding, f.visibility_scope, f.lines, f.owned
FROM snapshot_files m
    JOIN snapshots n ON n.snapshot_no = m.snapshot_no
    JOIN file_states f ON f.file_no = m.file_no;
CREATE VIEW lifecycle AS SELECT
    v.version_no, r.tenant_id, r.repository_id, u.logical_chunk_id,
    'sha256:' || {hex}v.content_hash{text} AS content_hash, u.chunk_type, v.title, u.path, root.lineage_id,
    v.supersedes_chunk_id, born.commit_sha AS first_commit, born.commit_time AS first_seen_at,
    CASE WHEN v.is_latest = 1 AND newest.commit_time >= seen.commit_time THEN newest.commit_sha ELSE seen.commit_sha END
        AS last_commit,
    CASE WHEN v.is_latest = 1 AND newest.commit_time >= seen.commit_time THEN newest.commit_time ELSE seen.commit_time END
        AS last_seen_at,
    v.is_latest, v.indexed
FROM chunk_versions v
    JOIN repositories r ON r.repository_no = v.repository_no
    JOIN chunk_units u ON u.unit_no = v.unit_no
    JOIN chunk_units root ON root.unit_no = u.lineage_no
    JOIN commits born ON born.commit_no = v.first_no
    JOIN commits seen ON seen.commit_no = v.last_no
    LEFT JOIN commits newest ON newest.commit_no = r.latest_no
"""
_AWAY = """
DROP TABLE old_chunk_spans;
DROP TABLE old_chunk_graph_links;
DROP TABLE old_chunk_sources;
DROP TABLE old_chunks;
DROP TABLE old_details;
DROP TABLE old_content;
DROP TABLE old_files;
DROP TABLE old_lifecycle;
DROP TABLE old_snapshots
"""

MIGRATION = Migration(2, "states", (_ASIDE, _HEADS, _SHARED, _CHUNKS, _VIEWS), move=bring_over, after=(_AWAY,))
