"""Delimited tables (CSV, TSV, PSV): groups of whole records, the header row as context of each.

Takes one clean file, gives text units of subkind "table" with their columns; a quoted line break does not end a record.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.span import Lines
from chunkers.symbol import FileFacts
from chunkers.tokens import estimate_bytes
from chunkers.unit import Cut, JsonValue, OverlapSpan, Unit

_DELIMITERS = {"csv": b",;\t|", "tsv": b"\t", "psv": b"|"}
_MOST_COLUMNS = 200
_LONGEST = 200  # lines of one record
_CLOSER = re.compile(rb'(?:[^"]++|"")*+"')


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in _DELIMITERS else 0


def _chunk(given: ChunkingInput) -> Cut:
    lines, name = given.clean.lines, posixpath.basename(given.path)
    delimiter = delimiter_of(given.clean.data, _DELIMITERS[given.classification.language or "csv"])
    records = list(record_lines(lines, delimiter))
    facts = FileFacts(given.path, given.classification.language, given.classification.category.value)
    if not records:
        return Cut((), facts)
    header = _header(lines, records[0], delimiter)
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


def record_lines(lines: Lines, delimiter: bytes = b",") -> Iterator[tuple[int, int]]:
    """Yield first and last line of each record; an open quote that closes nowhere ends with its line."""
    opener = re.compile(rb"(?:\A|" + re.escape(delimiter) + rb')"')
    line, total = 1, len(lines)
    while line <= total:
        if lines.is_blank(line):
            line += 1
            continue
        last = line
        is_open = _left_open(lines.raw(line, line), opener, is_open=False)
        while is_open and last < min(total, line + _LONGEST):
            last += 1
            is_open = _left_open(lines.raw(last, last), opener, is_open=True)
        last = last if not is_open else line
        yield line, last
        line = last + 1


def _left_open(raw: bytes, opener: re.Pattern[bytes], *, is_open: bool) -> bool:
    """Tell whether a line ends inside a quoted cell; a quote inside a bare cell is text (RFC 4180)."""
    if b'"' not in raw:
        return is_open
    at = 0
    while True:
        if not is_open:
            found = opener.search(raw, at)
            if not found:
                return False
            at = found.end()
        closer = _CLOSER.match(raw, at)
        if not closer:
            return True
        at, is_open = closer.end(), False


def delimiter_of(data: bytes, choice: bytes) -> bytes:
    """Return the delimiter that stands most often in the first line with text."""
    head = data.lstrip(b"\r\n").partition(b"\n")[0]
    return max((bytes([byte]) for byte in choice), key=head.count)


def _header(lines: Lines, record: tuple[int, int], delimiter: bytes) -> list[str]:
    """Return the column names of the first record, empty when it looks like data."""
    raw = lines.raw(*record).strip(b"\r\n")
    cell = re.compile(
        rb'(?:"((?:[^"]++|"")*+)")?+([^' + re.escape(delimiter) + rb"]*+)(?:" + re.escape(delimiter) + rb"|\Z)"
    )
    found = [(one + two).replace(b'""', b'"') for one, two in islice(cell.findall(raw), _MOST_COLUMNS + 1)]
    cells = [" ".join(text.decode("utf-8", "replace").split()).strip("'") for text in found]
    if cells and not cells[-1] and not raw.endswith(delimiter):
        cells.pop()  # the empty match at the very end
    named = [text for text in cells if text]
    worded = not any(text.replace(".", "", 1).replace("-", "").isdigit() for text in named)
    enough = len(named) * 2 > len(cells) and len(set(named)) == len(named)  # an index column has no name
    return cells[:_MOST_COLUMNS] if worded and enough else []


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
