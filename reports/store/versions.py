"""Versions of units: one row per text a logical chunk ever had, and its words in the search index, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, update

from chunkers.chunk import Chunk
from reports.store import schema as s
from reports.store.encode import State, hash_of
from reports.store.index import add_words
from reports.store.load import append, fresh_numbers, rows_with


class Version(NamedTuple):
    """A version's number and title, and whether its words are in the index."""

    number: int
    title: str
    indexed: bool


def add_versions(
    connection: Connection,
    repository_no: int,
    commit_no: int,
    units: Sequence[int],
    states: Sequence[State],
    *,
    fresh: bool,
) -> list[Version]:
    """Return the version of each state; those not seen before are added, and all of them are in the search index afterwards."""
    chunks = [state.chunk for state in states]
    keys = [(unit, hash_of(chunk.content_hash)) for unit, chunk in zip(units, chunks, strict=True)]
    known = {} if fresh else _known(connection, units)
    new = [(key, chunk) for key, chunk in zip(keys, chunks, strict=True) if key not in known]
    words: list[tuple[int, Chunk]] = []
    rows = []
    for number, (key, chunk) in zip(fresh_numbers(connection, s.VERSIONS, len(new)), new, strict=True):
        known[key] = Version(number, chunk.title, indexed=True)
        words.append((number, chunk))
        rows.append((number, repository_no, *key, chunk.title, commit_no, commit_no, None, 0, 1))
    append(connection, s.VERSIONS, rows)
    back = [(known[key].number, chunk) for key, chunk in zip(keys, chunks, strict=True) if not known[key].indexed]
    if back:
        done = update(s.VERSIONS).where(s.VERSIONS.c.version_no == bindparam("number")).values(indexed=1)
        connection.execute(done, [{"number": number} for number, _ in back])
    add_words(connection, sorted([*words, *back], key=lambda pair: pair[0]))
    return [known[key] for key in keys]


def _known(connection: Connection, units: Sequence[int]) -> dict[tuple[int, bytes], Version]:
    query = "SELECT unit_no, content_hash, version_no, title, indexed FROM chunk_versions WHERE unit_no"
    return {
        (unit, bytes(content)): Version(number, title, bool(indexed))
        for unit, content, number, title, indexed in rows_with(connection, query, (), set(units))
    }
