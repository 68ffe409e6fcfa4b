"""One batch of files into the tables, inside the caller's transaction: rows, new versions, and their words in the search index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select, update

from chunkers.chunk import Chunk, FileResult
from chunkers.identity import digest
from reports.record import RunRecord
from reports.store import schema as s
from reports.store.encode import chunk_columns, content_row, detail_row, packed, source_columns, span_columns
from reports.store.index import add_words
from reports.store.load import Row, load
from reports.tables import LinkCells


@dataclass(frozen=True, slots=True)
class Batch:
    """Files with all their chunks. `links` by chunk id, `place` the output order, `logical` the logical id of every chunk of the run."""

    files: tuple[FileResult, ...]
    chunks: tuple[Chunk, ...]
    links: Mapping[str, list[LinkCells]]
    place: Mapping[str, int]
    logical: Mapping[str, str]


def write_batch(connection: Connection, record: RunRecord, batch: Batch) -> None:
    """Write a batch; rows that are there already (content seen before) are left alone."""
    header = record.header
    contents: list[Row] = []
    details: list[Row] = []
    chunks: list[Row] = []
    for chunk in batch.chunks:
        content = content_row(chunk)
        if content is not None:
            contents.append(content)
        detail = detail_row(chunk, batch.logical)
        details.append(detail)
        raw_hash = None if content is None else content[1]
        chunks.append(chunk_columns(chunk, header.commit_time, batch.place[chunk.chunk_id], detail[1], raw_hash))
    load(connection, s.CONTENT, contents)
    _details(connection, details)
    load(connection, s.CHUNKS, chunks)
    load(connection, s.SPANS, [row for chunk in batch.chunks for row in span_columns(chunk)])
    load(
        connection,
        s.LINKS,
        [_link(row, chunk) for chunk in batch.chunks for row in batch.links.get(chunk.chunk_id, ())],
    )
    load(connection, s.SOURCES, [row for chunk in batch.chunks for row in source_columns(chunk)])
    _versions(connection, record, batch.chunks)
    load(connection, s.FILES, [_file(record, result) for result in batch.files])


def _details(connection: Connection, rows: list[Row]) -> None:
    """Pack and write the details that are new: most of a commit's are known from the one before."""
    wanted = {row[1]: row for row in rows}
    columns = s.DETAILS.c
    for tenant in sorted({row[0] for row in rows}):
        query = select(columns.detail_hash).where(columns.tenant_id == tenant, columns.detail_hash.in_(list(wanted)))
        known = set(connection.execute(query).scalars())
        load(connection, s.DETAILS, [(*row[:2], packed(row[2])) for row in wanted.values() if row[1] not in known])


def _link(cells: LinkCells, chunk: Chunk) -> Row:
    own, of_chunk, *rest = cells
    return (chunk.tenant_id, of_chunk, own, *rest)


def _file(record: RunRecord, result: FileResult) -> Row:
    header, kind = record.header, result.classification
    return (
        header.tenant_id,
        header.repository_id,
        header.snapshot_id,
        result.path,
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


_VERSION_COLUMNS = [column.name for column in s.LIFECYCLE.columns if column.name != "version_no"]


def _versions(connection: Connection, record: RunRecord, chunks: tuple[Chunk, ...]) -> None:
    """Add versions not seen before and index their words; `indexed` and the index change in one transaction."""
    header = record.header
    seen = (header.commit_sha, header.commit_time)
    rows = [
        (
            chunk.tenant_id,
            chunk.repository_id,
            chunk.logical_chunk_id,
            chunk.content_hash,
            chunk.chunk_type,
            chunk.title,
            chunk.source.path,
            f"lineage_{digest(chunk.logical_chunk_id)}",
            None,
            *seen,
            *seen,
            0,
            0,
        )
        for chunk in chunks
    ]
    load(connection, s.LIFECYCLE, rows, _VERSION_COLUMNS)
    known = {(chunk.logical_chunk_id, chunk.content_hash): chunk for chunk in chunks}
    columns = s.LIFECYCLE.c
    query = select(columns.version_no, columns.logical_chunk_id, columns.content_hash).where(
        columns.tenant_id == header.tenant_id, columns.indexed == 0
    )
    waiting = [
        (row.version_no, known.get((row.logical_chunk_id, row.content_hash))) for row in connection.execute(query)
    ]
    fresh = [(number, chunk) for number, chunk in waiting if chunk is not None]
    if not fresh:
        return
    add_words(connection, fresh)
    done = update(s.LIFECYCLE).where(columns.version_no == bindparam("number")).values(indexed=1)
    connection.execute(done, [{"number": number} for number, _ in fresh])
