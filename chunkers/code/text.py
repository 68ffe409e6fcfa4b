"""Text and places of one file for the code chunkers: slices, rows, columns, one-line forms.

Takes the clean text once; answers in the units of the records (lines from 1, columns from 1 in code points).
"""

from __future__ import annotations

from tree_sitter import Node

from chunkers.source import CleanText
from chunkers.span import Span
from chunkers.symbol import Parameter

SIGNATURE_LIMIT = 400


_INDEXES = {str(index): index for index in range(-9, 10)}
_Token = tuple[int, int, int]


def part(node: Node, name: str) -> Node | None:
    """Return the child in field `name`; a number of one digit is the index of a named child, from the end when negative."""
    index = _INDEXES.get(name)
    if index is None:
        return node.child_by_field_name(name)
    count = node.named_child_count
    if index < 0:
        index += count
    return node.named_child(index) if 0 <= index < count else None


class FileText:
    """The clean text with quick answers; an ASCII file needs no decoding for columns."""

    __slots__ = ("_ascii", "_mapped", "_names", "_redacted", "_string", "bom", "data", "declared", "lines", "seen")

    def __init__(self, clean: CleanText) -> None:
        """Wrap `clean`."""
        self.data = clean.data
        self.seen = clean.data  # what the parser saw, when parts were hidden from it
        self.lines = clean.lines
        self.bom = clean.bom
        self._ascii = clean.data.isascii()
        self._string = clean.data.decode("ascii") if self._ascii else ""
        self._names: dict[str, str] = {}
        self.declared: dict[
            int, list[tuple[Node, Parameter]]
        ] = {}  # parameter lists read so far, by the id of their node
        self._redacted = clean.redacted_lines
        self._mapped = clean.encoding in {"utf-8", "ascii", "utf-8-sig"} and not clean.redactions

    def of(self, node: Node) -> str:
        """Return the text of a node."""
        if self._ascii:
            return self._string[node.start_byte : node.end_byte]
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def begin(self, offset: int) -> int:
        """Return `offset`, or where its line begins when only what was hidden from the parser stands before it."""
        if self.seen is self.data:
            return offset
        start = self.lines.start(self.lines.line_at(offset))
        return offset if self.seen[start:offset].strip() else self.skip(start, offset)

    def cut(self, start: int, end: int) -> str:
        """Return the text of a byte range."""
        return self._string[start:end] if self._ascii else self.data[start:end].decode("utf-8", "replace")

    def name(self, node: Node) -> str:
        """Return the text of a node that stands for a name: one object for all its uses, sent between processes once."""
        written = self.of(node)
        return self._names.setdefault(written, written)

    def one_line(self, start: int, end: int) -> str:
        """Return a byte range with all white space folded, at most `SIGNATURE_LIMIT` characters."""
        text = " ".join(self.cut(start, min(end, start + 4 * SIGNATURE_LIMIT)).split())
        return text if len(text) <= SIGNATURE_LIMIT else text[: SIGNATURE_LIMIT - 1] + "…"

    def named(self, node: Node, start: int) -> tuple[str, int, int, int]:
        """Return (name, line, column, end column) of a token that begins at byte `start`: `name` and `token` at once, for the thousands."""
        stop = node.end_byte
        written = self._string[start:stop]  # empty where the file is not ASCII
        if not written or "\n" in written:
            return self.name(node), *self.token(node)
        row, column = node.start_point
        return self._names.setdefault(written, written), row + 1, column + 1, column + 1 + stop - start

    def token(self, node: Node) -> _Token:
        """Return (line, column, end column) of a token; of one over several lines only the first byte counts."""
        row, column = node.start_point
        start, stop = node.start_byte, node.end_byte
        if self.data.find(b"\n", start, stop) >= 0:
            stop = start + 1
        if self._ascii:
            return row + 1, column + 1, column + 1 + stop - start
        first = self._width(start - column, start) + 1
        return row + 1, first, first + self._width(start, stop)

    def closing(self, node: Node) -> tuple[int, int]:
        """Return (line, column) behind the last byte of a node."""
        row, column = node.end_point
        return row + 1, (column if self._ascii else self._width(node.end_byte - column, node.end_byte)) + 1

    def _width(self, start: int, end: int) -> int:
        """Return the code points of a byte range."""
        if self._ascii:
            return end - start
        part_of = self.data[start:end]
        return len(part_of) if part_of.isascii() else len(part_of.decode("utf-8", "replace"))

    def column(self, offset: int, line: int) -> int:
        """Return the column of `offset` on `line`."""
        return self._width(self.lines.start(line), offset) + 1

    def span(self, start: int, end: int) -> Span:
        """Return the span of a byte range that neither starts nor ends in white space."""
        first, last = self.lines.line_at(start), self.lines.last_line_of(start, end)
        return Span(
            first,
            last,
            None if first in self._redacted else self.column(start, first),
            None if last in self._redacted else self.column(end, last),
            start + self.bom if self._mapped else None,
            end + self.bom if self._mapped else None,
        )

    def skip(self, offset: int, end: int) -> int:
        """Return the first offset from `offset` that is no white space."""
        data = self.data
        while offset < end and data[offset] in b" \t\r\n\f\v":
            offset += 1
        return offset

    def back(self, offset: int, start: int) -> int:
        """Return the offset behind the last byte before `offset` that is no white space."""
        data = self.data
        while offset > start and data[offset - 1] in b" \t\r\n\f\v":
            offset -= 1
        return offset
