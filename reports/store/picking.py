"""Chunks out of their tables, put together again: columns, details from their blocks, texts, and what belongs to the snapshot.

Takes a connection inside a transaction, gives chunks. Blocks are opened once and kept while neighbours are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

from chunkers.chunk import Chunk
from reports.store.detail import chunk_of
from reports.store.encode import Anything, details_in
from reports.store.load import rows_with

_KEPT = 64
"""Blocks kept open: a snapshot's chunks lie in a few at a time, since states are numbered in output order."""
_PICKED = """
SELECT i.ordinal, i.chunk_id, i.snapshot_no, u.logical_chunk_id, n.tenant_id, n.repository_id, n.snapshot_id, n.commit_sha,
    k.source_type, u.path, k.chunk_type, k.role, coalesce(s.title, v.title) AS title, k.language, v.content_hash,
    s.token_estimate, k.visibility_scope, k.stale_risk, s.start_line, s.end_line, s.symbol, s.signature,
    s.version_no, s.block_no, s.place, t.raw
FROM chunk_instances i
JOIN snapshots n ON n.snapshot_no = i.snapshot_no
JOIN chunk_states s ON s.state_no = i.state_no
JOIN chunk_kinds k ON k.kind_no = s.kind_no
JOIN chunk_versions v ON v.version_no = s.version_no
JOIN chunk_units u ON u.unit_no = v.unit_no
LEFT JOIN content t ON t.text_no = s.text_no
WHERE """
_NAMED = """
SELECT i.snapshot_no, i.state_no FROM chunk_instances i WHERE i.chunk_id"""
_HASHES = """
SELECT u.logical_chunk_id, v.content_hash FROM chunk_instances i
JOIN chunk_states s ON s.state_no = i.state_no
JOIN chunk_versions v ON v.version_no = s.version_no
JOIN chunk_units u ON u.unit_no = v.unit_no
WHERE i.snapshot_no"""
_FILES = "SELECT f.path, f.content_hash FROM snapshot_files m JOIN file_states f ON f.file_no = m.file_no WHERE m.snapshot_no"

Found = tuple[int, int, Chunk]
"""Ordinal, version number, chunk."""


class Picked:
    """Reads chunks within one transaction."""

    def __init__(self, connection: Connection) -> None:
        """Keep the connection."""
        self._connection = connection
        self._block = lru_cache(maxsize=_KEPT)(self._opened)
        self._files = lru_cache(maxsize=1)(self._file_hashes)

    def of_states(
        self, snapshot_no: int, states: Iterable[int], hashes: Mapping[str, str] | None = None
    ) -> Iterator[Found]:
        """Yield the chunks of some states in a snapshot; without the `hashes` of relatives, their ids are not those of chunks."""
        yield from self._chunks("i.snapshot_no = ? AND i.state_no", (snapshot_no,), states, hashes)

    def by_id(self, snapshots: Iterable[int], chunk_id: str) -> Chunk | None:
        """Return the chunk of an id when it is in one of the snapshots."""
        allowed = set(snapshots)
        for snapshot, state in list(rows_with(self._connection, _NAMED, (), [chunk_id])):
            if snapshot not in allowed:
                continue
            for row in rows_with(self._connection, _PICKED + "i.snapshot_no = ? AND i.state_no", (snapshot,), [state]):
                return self._chunk(row, self.content_hashes(snapshot))
        return None

    def content_hashes(self, snapshot_no: int) -> dict[str, str]:
        """Return the content hash of every logical chunk of a snapshot."""
        found = rows_with(self._connection, _HASHES, (), [snapshot_no])
        return {logical: f"sha256:{bytes(content).hex()}" for logical, content in found}

    def _chunks(
        self, where: str, values: tuple[Any, ...], keys: Iterable[int], hashes: Mapping[str, str] | None
    ) -> Iterator[Found]:
        relatives = Anything() if hashes is None else hashes
        for row in rows_with(self._connection, _PICKED + where, values, keys):
            yield row.ordinal, row.version_no, self._chunk(row, relatives)

    def _chunk(self, row: Any, hashes: Mapping[str, str]) -> Chunk:
        columns = {**row._mapping, "content_hash": f"sha256:{bytes(row.content_hash).hex()}"}  # noqa: SLF001  # SQLAlchemy's public way to a mapping
        file_hash = None if row.path is None else self._files(row.snapshot_no).get(row.path)
        return chunk_of(columns, self._block(row.block_no)[row.place], row.raw, hashes, file_hash)

    def _opened(self, block_no: int) -> list[Mapping[str, Any]]:
        query = "SELECT packed FROM detail_blocks WHERE block_no"
        return next(details_in(bytes(packed)) for (packed,) in rows_with(self._connection, query, (), [block_no]))

    def _file_hashes(self, snapshot_no: int) -> dict[str, str | None]:
        return dict(rows_with(self._connection, _FILES, (), [snapshot_no]))
