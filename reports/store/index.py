"""The search index itself: FTS5 in SQLite, a weighted tsvector in PostgreSQL. Rows are versions of chunks, not instances."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, text

from chunkers.chunk import Chunk
from reports.store.words import SearchText, search_text

COLUMNS = ("title", "path", "signature", "code", "prose")
_INSERT = """
INSERT INTO chunk_search (version_no, words) VALUES (:number,
    setweight(to_tsvector('english', :title), 'A') || setweight(to_tsvector('english', :path), 'D')
    || setweight(to_tsvector('english', :signature), 'B') || setweight(to_tsvector('english', :code), 'B')
    || setweight(to_tsvector('english', :prose), 'C')) ON CONFLICT DO NOTHING
"""
"""PostgreSQL knows four weights, D to A."""


def add_words(connection: Connection, versions: Sequence[tuple[int, Chunk]]) -> None:
    """Index the words of versions that are not in the index."""
    if not versions:
        return
    rows = [(number, *_columns(search_text(chunk))) for number, chunk in versions]
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(
            "INSERT INTO chunk_search (rowid, title, path, signature, code, prose) VALUES (?, ?, ?, ?, ?, ?)", rows
        )
        return
    connection.execute(text(_INSERT), [dict(zip(("number", *COLUMNS), row, strict=True)) for row in _spaced(rows)])


def clear(connection: Connection) -> None:
    """Empty the index."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("INSERT INTO chunk_search (chunk_search) VALUES ('delete-all')")
    else:
        connection.exec_driver_sql("DELETE FROM chunk_search")


def _columns(words: SearchText) -> tuple[str, ...]:
    return words.title, words.path, words.signature, words.code, words.prose


def _spaced(rows: Sequence[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Put blanks where PostgreSQL's parser would take a path, host or hyphenated name for one word; it cannot hold NUL either."""
    return [tuple(value.translate(_APART) if isinstance(value, str) else value for value in row) for row in rows]


_APART = {code: " " for code in range(128) if not chr(code).isalnum()}
