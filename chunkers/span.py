"""Where text stands: lines, columns and bytes of one file, built from bytes once.

A line ends at LF and nowhere else (what git, code hosts and the parsers count); form feed, NEL and U+2028 never end one. Knows nothing of
languages, chunks or files on disk.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, count
from operator import add, not_
from typing import Any, ClassVar

from chunkers.records import flat


def camel(name: str) -> str:
    """Return `snake_case` as `camelCase`, the spelling of every output field."""
    head, *tail = name.split("_")
    return head + "".join(part.title() for part in tail)


@flat
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file. Lines are 1-based and inclusive; columns 1-based in code points, end exclusive.

    Columns are None on a line that holds a redaction; byte offsets are those of the original blob, half-open, and None in a file that
    holds a redaction or whose encoding cannot be mapped back.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "ignore"}

    start_line: int
    end_line: int
    start_column: int | None = None
    end_column: int | None = None
    start_byte: int | None = None
    end_byte: int | None = None


class Lines:
    """The line index of a text given as UTF-8 bytes. Offsets are byte offsets into that text, half-open."""

    __slots__ = ("_ascii", "_blank", "_starts", "data")

    def __init__(self, data: bytes) -> None:
        """Index the line starts of `data` and which lines are blank; O(n) in C."""
        self.data = data
        self._ascii = data.isascii()
        lines = data.split(b"\n")
        if len(lines) > 1 and not lines[-1]:
            lines.pop()  # a final newline opens no further line
        self._starts: list[int] = [0, *map(add, accumulate(map(len, lines)), count(1))]
        self._starts.pop()
        self._blank = list(map(not_, map(bytes.strip, lines)))

    def __len__(self) -> int:
        """Return the number of lines; an empty text has one empty line."""
        return len(self._starts)

    def start(self, line: int) -> int:
        """Return the offset of the first byte of `line` (1-based)."""
        return self._starts[line - 1]

    def end(self, line: int) -> int:
        """Return the offset behind `line`, its line end included."""
        return self._starts[line] if line < len(self._starts) else len(self.data)

    def line_at(self, offset: int) -> int:
        """Return the 1-based line that holds the byte at `offset`."""
        return bisect_right(self._starts, offset)

    def last_line_of(self, start: int, end: int) -> int:
        """Return the line of the last byte of the half-open range; an end at column 0 means the line before."""
        return self.line_at(max(start, end - 1))

    def place(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line that holds the byte at `offset`, and its column in code points."""
        line = bisect_right(self._starts, offset)
        begin = self._starts[line - 1]
        return line, (offset - begin if self._ascii else len(self.data[begin:offset].decode("utf-8", "replace"))) + 1

    def size(self, first: int, last: int) -> int:
        """Return the bytes of lines first..last, line ends included."""
        return self.end(last) - self._starts[first - 1]

    def column_at(self, offset: int) -> int:
        """Return the 1-based column of `offset` in code points."""
        return self.column_on(self.line_at(offset), offset)

    def column_on(self, line: int, offset: int) -> int:
        """Return the 1-based column in code points of `offset`, which stands on `line` or directly behind it."""
        begin = self._starts[line - 1]
        return (offset - begin if self._ascii else len(self.data[begin:offset].decode("utf-8", "replace"))) + 1

    def raw(self, first: int, last: int) -> bytes:
        """Return the exact bytes of lines first..last, line ends included."""
        return self.data[self.start(first) : self.end(last)]

    def is_blank(self, line: int) -> bool:
        """Tell whether `line` holds nothing but white space."""
        return self._blank[line - 1]

    def filled(self) -> list[int]:
        """Return the numbers of the lines that are not blank."""
        return [line for line, blank in enumerate(self._blank, 1) if not blank]

    def trimmed(self, first: int, last: int) -> tuple[int, int]:
        """Return first..last without blank lines at either edge; the pair is unchanged when all of it is blank."""
        low, high = first, last
        while low <= high and self.is_blank(low):
            low += 1
        while high >= low and self.is_blank(high):
            high -= 1
        return (low, high) if low <= high else (first, last)
