"""chunk-spans.json: the spans of every chunk as a flat table."""

from __future__ import annotations

from collections.abc import Iterator

from reports.tables import SpanCells, span_rows
from reports.writer import Output, Writer, document

_NAMES = ("id", "chunkId", "spanType", "startLine", "startColumn", "endLine", "endColumn")


def _row(cells: SpanCells) -> dict[str, object]:
    return dict(zip(_NAMES, cells, strict=True))


def _write(output: Output) -> Iterator[bytes]:
    rows = (_row(row) for chunk in output.record.chunks for row in span_rows(chunk))
    return document(output.record, [("spans", rows)])


WRITER = Writer("spans", "chunk-spans.json", _write)
