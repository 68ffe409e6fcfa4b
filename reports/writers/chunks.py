"""chunks.json: every chunk of the snapshot, in output order."""

from __future__ import annotations

from collections.abc import Iterator

from reports.rows import chunk_row
from reports.writer import Output, Writer, document


def _write(output: Output) -> Iterator[bytes]:
    return document(output.record, [("chunks", map(chunk_row, output.record.chunks))])


WRITER = Writer("chunks", "chunks.json", _write)
