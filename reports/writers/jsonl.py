"""chunks.jsonl: one chunk a line, for loaders of vector stores and search engines. On request."""

from __future__ import annotations

from collections.abc import Iterator

from reports.rows import chunk_row
from reports.writer import Output, Writer, joined


def _write(output: Output) -> Iterator[bytes]:
    batches = joined(map(chunk_row, output.record.chunks), b"\n", after=b"\n")
    for number, batch in enumerate(batches):
        yield batch.lstrip(b"\n") if number == 0 else batch


WRITER = Writer("jsonl", "chunks.jsonl", _write, default=False)
