"""chunk-spans.json: the spans of every chunk as a flat table."""

from __future__ import annotations

from collections.abc import Iterator

from reports.tables import SpanCells, span_rows
from reports.writer import Output, Writer, document


def _row(cells: SpanCells) -> str:
    """Spell a row as JSON: ids and kinds are our own plain words, so nothing needs escaping."""
    own, chunk, kind, line, column, end_line, end_column = cells
    return (
        f'{{"id":"{own}","chunkId":"{chunk}","spanType":"{kind}","startLine":{line},"startColumn":{_number(column)},'
        f'"endLine":{end_line},"endColumn":{_number(end_column)}}}'
    )


def _number(value: int | None) -> int | str:
    return "null" if value is None else value


def _write(output: Output) -> Iterator[bytes]:
    rows = (",\n".join(map(_row, span_rows(chunk))).encode() for chunk in output.record.chunks)
    return document(output.record, [("spans", filter(None, rows))])


WRITER = Writer("spans", "chunk-spans.json", _write)
