"""Delimited tables (CSV, TSV, PSV): groups of whole records, the header row as context of each.

Takes one clean file, gives text units of subkind "table" with their columns; a quoted line break does not end a record.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.span import Lines
from chunkers.symbol import FileFacts
from chunkers.tokens import estimate_bytes
from chunkers.unit import Cut, JsonValue, OverlapSpan, Unit

_DELIMITERS = {"csv": b",;\t|", "tsv": b"\t", "psv": b"|"}
_MOST_COLUMNS = 200


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in _DELIMITERS else 0


def _chunk(given: ChunkingInput) -> Cut:
    lines, name = given.clean.lines, posixpath.basename(given.path)
    records = list(_records(lines))
    facts = FileFacts(given.path, given.classification.language, given.classification.category.value)
    if not records:
        return Cut((), facts)
    header = _header(lines, records[0], _DELIMITERS[given.classification.language or "csv"])
    groups = list(_groups(records, lines, given))
    shared: dict[str, JsonValue] = {"subkind": "table", "columns": header} if header else {"subkind": "table"}
    units: list[Unit] = []
    row = 0
    for group in groups:
        count = len(group) - (1 if header and not units else 0)
        first, last = row + 1, row + count
        row = last
        overlap = (OverlapSpan("tableHeader", *records[0]),) if header and units else ()
        title = name if len(groups) == 1 else f"{name} rows {first}-{last}"
        units.append(
            Unit(
                kind="text_chunk",
                name=f"rows {first}" if len(groups) > 1 else "rows",
                title=title,
                start=lines.start(group[0][0]),
                end=lines.end(group[-1][1]),
                attributes={**shared, "rows": [first, last]},
                overlap=overlap,
            )
        )
    return Cut(tuple(units), facts)


def _records(lines: Lines) -> Iterator[tuple[int, int]]:
    """Yield first and last line of each record; an open quote that closes nowhere ends with its line."""
    line, total = 1, len(lines)
    while line <= total:
        if lines.is_blank(line):
            line += 1
            continue
        last = line
        odd = lines.raw(line, line).count(b'"') % 2
        while odd and last < min(total, line + 200):
            last += 1
            odd = (odd + lines.raw(last, last).count(b'"')) % 2
        last = last if not odd else line
        yield line, last
        line = last + 1


def _header(lines: Lines, record: tuple[int, int], delimiters: bytes) -> list[str]:
    """Return the column names of the first record, empty when it looks like data."""
    raw = lines.raw(*record).strip()
    delimiter = max((bytes([byte]) for byte in delimiters), key=raw.count)
    cells = [cell.strip().strip(b"\"'").decode("utf-8", "replace") for cell in raw.split(delimiter)]
    worded = all(cell and not cell.replace(".", "", 1).replace("-", "").isdigit() for cell in cells)
    return cells[:_MOST_COLUMNS] if worded and len(set(cells)) == len(cells) else []


def _groups(records: list[tuple[int, int]], lines: Lines, given: ChunkingInput) -> Iterator[list[tuple[int, int]]]:
    sizes, language = given.policy.chunking, given.classification.language
    group: list[tuple[int, int]] = []
    weight = 0
    for record in records:
        cost = estimate_bytes(lines.raw(*record), language)
        if group and weight + cost > sizes.target_tokens:
            yield group
            group, weight = [], 0
        group.append(record)
        weight += cost
    if group:
        yield group


CHUNKER = Chunker("csv", "1", _supports, _chunk)
