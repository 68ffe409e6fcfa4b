"""One batch of files into the tables, inside the caller's transaction: states that are new, instances of all, and the done markers.

Takes chunks in output order; a chunk whose state is stored costs one look-up and one thin row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from chunkers.chunk import Chunk, FileResult
from reports.store import schema as s
from reports.store.encode import Encoder, Row, row_key
from reports.store.load import append, fresh_numbers, load, rows_with
from reports.store.states import At, add_states

_AT_ONCE = 8192
"""New states held in memory at once."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Files with all their chunks. `place` gives the output order by chunk id."""

    files: tuple[FileResult, ...]
    chunks: tuple[Chunk, ...]
    place: Mapping[str, int]


def write_batch(connection: Connection, at: At, encoder: Encoder, batch: Batch) -> None:
    """Write a batch; rows that are there already (content seen before, a step done before) are left alone."""
    known = encoder.known
    made = [None if chunk.chunk_id in known else encoder.state(chunk) for chunk in batch.chunks]
    keys = [
        state.fingerprint if state else known[chunk.chunk_id] for state, chunk in zip(made, batch.chunks, strict=True)
    ]
    numbers: dict[bytes, int] = {}
    if not at.fresh:
        query = "SELECT fingerprint, state_no FROM chunk_states WHERE repository_no = ? AND fingerprint"
        found = rows_with(connection, query, (at.repository_no,), keys)
        numbers = {bytes(fingerprint): number for fingerprint, number in found}
    coming = zip(keys, made, batch.chunks, strict=True)
    new = [(state, chunk) for key, state, chunk in coming if key not in numbers]
    for first in range(0, len(new), _AT_ONCE):
        part = [state or encoder.state(chunk) for state, chunk in new[first : first + _AT_ONCE]]
        numbers |= add_states(connection, at, part)
    place, snapshot = batch.place, at.snapshot_no
    rows = [
        (snapshot, numbers[key], place[chunk.chunk_id], chunk.chunk_id)
        for key, chunk in zip(keys, batch.chunks, strict=True)
    ]
    load(connection, s.INSTANCES, sorted(rows))
    number_files(connection, at, {result.path: _file(result) for result in batch.files})


def number_files(connection: Connection, at: At, files: Mapping[str, Row]) -> None:
    """Write the rows of files, by path; most of a commit's are known from the one before."""
    query = "SELECT path, fingerprint, file_no FROM file_states WHERE repository_no = ? AND path"
    found = rows_with(connection, query, (at.repository_no,), files)
    known = {(path, bytes(fingerprint)): number for path, fingerprint, number in found}
    cells = {(path, row_key(row)): row for path, row in files.items()}
    new = [key for key in cells if key not in known]
    known |= dict(zip(new, fresh_numbers(connection, s.FILE_STATES, len(new)), strict=True))
    append(connection, s.FILE_STATES, [(known[key], at.repository_no, *key, *cells[key]) for key in new])
    load(connection, s.SNAPSHOT_FILES, sorted((at.snapshot_no, known[key]) for key in cells))


def _file(result: FileResult) -> Row:
    kind = result.classification
    return (
        kind.category.value,
        kind.language,
        result.outcome.value,
        result.reason,
        result.content_hash,
        result.encoding,
        kind.visibility,
        result.lines,
        result.owned,
    )
