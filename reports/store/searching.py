"""Search a snapshot by words: BM25 in SQLite, weighted word rank in PostgreSQL, visibility decided before anything is ranked.

Takes a question, gives hits, best first; any text is a safe question. A larger limit only adds hits behind those of a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Text, bindparam, text

from chunkers.kinds import SCOPES
from reports.errors import OutputError
from reports.store.connect import Store
from reports.store.index import COLUMNS
from reports.store.words import terms

POOL = 400
"""Candidates the database ranks; roles weigh among them, and no limit is larger."""
ROLE_FACTORS = {
    "primary_evidence": 1.0,
    "contract_evidence": 1.0,
    "behavior_evidence": 0.6,
    "decision_evidence": 0.6,
    "navigation": 0.7,
    "composed_view": 0.8,
    "documentation": 0.45,
    "operational_guidance": 0.45,
    "supporting_evidence": 0.4,
    "derived_guidance": 0.4,
    "metadata_only": 0.2,
}
"""What a role is worth when words match: code first, then tests, overviews, documents. Measured, see docs."""
_TYPE_FACTORS = {"class_chunk": 0.85, "config_section_chunk": 0.45, "module_chunk": 0.7}


@dataclass(frozen=True, slots=True)
class Query:
    """A question. Without a snapshot the latest done one of the repository is searched; `clearance` is the narrowest scope the reader may see.

    `code_only` leaves comments and documents out; `roles` False ranks by words alone.
    """

    question: str
    repository_id: str
    tenant_id: str = "default"
    snapshot_id: str | None = None
    clearance: str = "private"
    chunk_types: tuple[str, ...] = ()
    code_only: bool = False
    roles: bool = True
    limit: int = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that matches. `score` is comparable within one answer only."""

    chunk_id: str
    logical_chunk_id: str
    chunk_type: str
    role: str
    title: str
    path: str | None
    start_line: int | None
    end_line: int | None
    score: float


def search(store: Store, query: Query) -> list[Hit]:
    """Return the best hits, ties in output order.

    Raises:
        OutputError: an unknown clearance, or a repository without a finished snapshot.
    """
    if query.clearance not in SCOPES:
        raise OutputError(f"clearance {query.clearance!r}: use {', '.join(SCOPES)}")
    words = terms(query.question)
    with store.read() as connection:
        snapshot = query.snapshot_id or latest_snapshot(connection, query.tenant_id, query.repository_id)
        rows = _ranked(connection, query, snapshot, words) if words else []
    hits = [(_hit(row, query), row["ordinal"]) for row in rows]
    hits.sort(key=lambda pair: (-pair[0].score, pair[1]))
    return [hit for hit, _ in hits[: max(0, min(query.limit, POOL))]]


def latest_snapshot(connection: Connection, tenant_id: str, repository_id: str) -> str:
    """Return the id of the latest done snapshot of a commit.

    Raises:
        OutputError: there is none.
    """
    statement = text(
        "SELECT snapshot_id FROM snapshots WHERE tenant_id = :tenant AND repository_id = :repository AND done = 1 AND dirty = 0"
        " ORDER BY commit_time DESC, snapshot_id DESC LIMIT 1"
    )
    found = connection.execute(statement, {"tenant": tenant_id, "repository": repository_id}).scalar()
    if found is None:
        raise OutputError(f"the store holds no finished snapshot of {repository_id}: run `repochunk analyze` first")
    return str(found)


_HIT = """
SELECT i.chunk_id, u.logical_chunk_id, k.chunk_type, k.role, coalesce(s.title, v.title) AS title, u.path, s.start_line, s.end_line, i.ordinal,
"""
_IN_SNAPSHOT = """
CROSS JOIN chunk_states s CROSS JOIN chunk_instances i CROSS JOIN chunk_kinds k CROSS JOIN chunk_units u
"""
"""SQLite takes tables joined by CROSS in the order they stand in: from a hit to its chunk, never over all chunks of a snapshot."""
_JOINED = """
AND s.version_no = v.version_no AND i.state_no = s.state_no AND k.kind_no = s.kind_no AND u.unit_no = v.unit_no AND i.snapshot_no =
    (SELECT snapshot_no FROM snapshots WHERE tenant_id = :tenant AND repository_id = :repository AND snapshot_id = :snapshot)
"""
_ALLOWED = """
AND k.visibility_scope IN :scopes AND (:every_type = 1 OR k.chunk_type IN :types) ORDER BY score DESC, i.ordinal LIMIT :pool
"""
_FTS5 = (
    f"{_HIT} -bm25(chunk_search, 2.0, 0.5, 1.0, 1.0, 1.0) AS score"
    f" FROM chunk_search CROSS JOIN chunk_versions v {_IN_SNAPSHOT}"
    f" WHERE chunk_search MATCH :words AND v.version_no = chunk_search.rowid {_JOINED} {_ALLOWED}"
)
"""Titles count twice, paths half: measured best on commit subjects."""
_TSVECTOR = (
    f"{_HIT} ts_rank('{{0.25, 0.5, 0.5, 1.0}}', f.words, to_tsquery('english', :words), 1) AS score"
    f" FROM chunk_search f CROSS JOIN chunk_versions v {_IN_SNAPSHOT}"
    f" WHERE f.words @@ to_tsquery('english', :words) AND v.version_no = f.version_no {_JOINED} {_ALLOWED}"
)
_SCOPES = bindparam("scopes", type_=Text(), expanding=True)
_TYPES = bindparam("types", type_=Text(), expanding=True)


def _ranked(connection: Connection, query: Query, snapshot: str, words: list[str]) -> list[dict[str, Any]]:
    """Return the candidates as the database ranks them."""
    sqlite = connection.dialect.name == "sqlite"
    values = {
        "tenant": query.tenant_id,
        "repository": query.repository_id,
        "snapshot": snapshot,
        "scopes": SCOPES[: SCOPES.index(query.clearance) + 1],
        "types": query.chunk_types or ("",),
        "every_type": 0 if query.chunk_types else 1,
        "words": (_fts5 if sqlite else _tsquery)(words, code_only=query.code_only),
        "pool": POOL,
    }
    statement = text(_FTS5 if sqlite else _TSVECTOR).bindparams(_SCOPES, _TYPES)
    return [dict(row) for row in connection.execute(statement, values).mappings()]


def _fts5(words: list[str], *, code_only: bool) -> str:
    """Return an FTS5 expression: quoted words joined by OR, so that nothing in them is syntax."""
    joined = " OR ".join(f'"{word}"' for word in words)
    return f"{{{' '.join(COLUMNS[:4])}}} : ({joined})" if code_only else joined


def _tsquery(words: list[str], *, code_only: bool) -> str:
    """Return a tsquery; words hold letters and digits only. Prose has the weight C."""
    return " | ".join(f"'{word}':ABD" if code_only else f"'{word}'" for word in words)


def _hit(row: dict[str, Any], query: Query) -> Hit:
    factor = _TYPE_FACTORS.get(row["chunk_type"], ROLE_FACTORS.get(row["role"], 0.5)) if query.roles else 1.0
    if row["role"] == "supporting_evidence":
        factor = min(factor, ROLE_FACTORS["supporting_evidence"]) if query.roles else 1.0
    score = round(float(row["score"]) * factor, 12)
    return Hit(**{name: row[name] for name in Hit.__dataclass_fields__ if name != "score"}, score=score)
