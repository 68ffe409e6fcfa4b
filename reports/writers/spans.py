"""chunk-spans.json: the spans of every chunk as a flat table."""

from __future__ import annotations

from collections.abc import Iterator

from reports.tables import SpanRow, span_rows
from reports.writer import Output, Writer, document


def _row(row: SpanRow) -> dict[str, object]:
    return {
        "id": row.id,
        "chunkId": row.chunk_id,
        "spanType": row.span_type,
        "startLine": row.start_line,
        "startColumn": row.start_column,
        "endLine": row.end_line,
        "endColumn": row.end_column,
    }


def _write(output: Output) -> Iterator[bytes]:
    rows = (_row(row) for chunk in output.record.chunks for row in span_rows(chunk))
    return document(output.record, [("spans", rows)])


WRITER = Writer("spans", "chunk-spans.json", _write)
