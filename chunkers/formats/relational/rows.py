"""Where bulk data may be cut: between the rows of an INSERT or of COPY data, never inside one.

Takes a statement's range, gives groups of whole rows of about the target size. Knows nothing of tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from chunkers.formats.lexing.characters import CLOSE, COMMA, NEWLINE, OPEN
from chunkers.tokens import estimate_bytes

_VALUES = re.compile(rb"\bVALUES?\b", re.IGNORECASE)
_PLAIN = re.compile(rb"'[^']*+'?|\"[^\"]*+\"?|`[^`]*+`?|--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|[(),]")
_ESCAPED = re.compile(
    rb"'(?:[^'\\]++|\\.)*+'?|\"(?:[^\"\\]++|\\.)*+\"?|`[^`]*+`?|--\s[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|[(),]",
    re.DOTALL,
)


def insert_cuts(data: bytes, start: int, end: int, *, backslash: bool) -> list[int]:
    """Return the offsets behind the commas that part rows (and the line end behind such a comma)."""
    values = _VALUES.search(data, start, end)
    if values is None:
        return []
    cuts: list[int] = []
    depth = 0
    for hit in (_ESCAPED if backslash else _PLAIN).finditer(data, values.end(), end):
        mark = data[hit.start()]
        if mark == OPEN:
            depth += 1
        elif mark == CLOSE:
            depth = max(0, depth - 1)
        elif mark == COMMA and depth == 0:
            cuts.append(_line_end(data, hit.end(), end))
    return cuts


def line_cuts(data: bytes, start: int, end: int) -> list[int]:
    """Return the offsets behind each line of `data[start:end]`."""
    cuts: list[int] = []
    at = data.find(b"\n", start, end)
    while at >= 0:
        cuts.append(at + 1)
        at = data.find(b"\n", at + 1, end)
    return cuts


def groups(data: bytes, start: int, end: int, cuts: Iterable[int], target: int) -> list[tuple[int, int]]:
    """Return disjoint ranges that cover `data[start:end]`, cut at `cuts`, each of at most `target` tokens where its rows allow it."""
    found: list[tuple[int, int]] = []
    low = last = start
    weight = 0
    for cut in [*cuts, end]:
        cost = estimate_bytes(data[last:cut]) + 1
        if last > low and weight + cost > target:
            found.append((low, last))
            low, weight = last, 0
        weight += cost
        last = cut
    if end > low:
        found.append((low, end))
    return [
        (low + len(data[low:high]) - len(data[low:high].lstrip()), high)
        for low, high in found
        if data[low:high].strip()
    ]


def _line_end(data: bytes, at: int, end: int) -> int:
    """A comma at a line's end takes the line end along, so that rows start on lines of their own."""
    stop = at
    while stop < end and data[stop] in b" \t\r":
        stop += 1
    return stop + 1 if stop < end and data[stop] == NEWLINE else at
