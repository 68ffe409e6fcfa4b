"""Which comments belong to the thing below them: those right above it, without a blank line between.

Takes comment ranges of a file in source order and the place of a declaration; gives where its unit starts. Knows no comment syntax.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from chunkers.formats.lexing.characters import NEWLINE

_FAR = 1000


def unit_start(data: bytes, comments: Sequence[tuple[int, int]], start: int, floor: int = 0) -> int:
    """Return the start of the comment block right above `start`, or `start`.

    A comment counts when it begins its line (one behind other code is that code's) and lies at or behind `floor`.
    """
    found = start
    index = bisect_left(comments, (start, start)) - 1
    while index >= 0:
        low, high = comments[index]
        if low < floor or high > found or not _adjacent(data, high, found) or not begins_line(data, low):
            break
        found, index = low, index - 1
    return found


def _adjacent(data: bytes, low: int, high: int) -> bool:
    between = data[low : min(high, low + _FAR)]
    return high - low < _FAR and not between.strip() and between.count(b"\n") <= 1


def begins_line(data: bytes, at: int) -> bool:
    """Tell whether only blanks stand before `at` on its line."""
    while at > 0 and data[at - 1] in b" \t\r":
        at -= 1
    return at == 0 or data[at - 1] == NEWLINE
