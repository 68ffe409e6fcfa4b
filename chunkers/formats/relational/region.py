"""A range of SQL text with what is looked up often about it, found once: where comments can still close, where batches and units end.

Takes bytes and a dialect. The look-ups keep hostile texts (a million open comments) linear.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from chunkers.formats.lexing.characters import HASH
from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.lexical import BATCH_END, COMMENT_EDGE, COPY_END, LONE_SLASH

_COMMENT_DEPTH = 40
_CLOSERS = {b"[": b"]", b"{": b"}", b"(": b")", b"<": b">", b"!": b"!", b"|": b"|", b"~": b"~"}


@dataclass(slots=True)
class Region:
    """`data[start:end]`; `last_*` are the last places at which a comment or template can close, -1 for none."""

    data: bytes
    start: int
    end: int
    dialect: Dialect
    last_comment: int
    last_jinja: int
    last_tag: int
    ends: tuple[int, ...]  # GO lines, or lone slashes
    copies: tuple[int, ...]  # the lines that end COPY data
    nests: bool  # whether comments nest; unlearnt when one does not close that way
    closers: dict[bytes, int] = field(
        default_factory=dict
    )  # the last place of each end mark of Oracle's quotes that was asked for

    def next_end(self, at: int) -> int | None:
        """Return the start of the next GO line or lone slash behind `at`."""
        index = bisect_left(self.ends, at)
        return self.ends[index] if index < len(self.ends) else None

    def copy_end(self, at: int) -> int | None:
        """Return the start of the line that ends the COPY data at `at`."""
        index = bisect_left(self.copies, at)
        return self.copies[index] if index < len(self.copies) else None

    def bracket_end(self, at: int) -> int | None:
        """Return where Oracle's quote `q'[...]'` with its apostrophe at `at` ends; None when it is no such quote or never closes."""
        data, opening = self.data, self.data[at + 1 : at + 2]
        before = data[at - 3 : at - 2] if data[at - 2 : at - 1] in {b"n", b"N"} else data[at - 2 : at - 1]
        if self.dialect.name not in {"oracle", None} or opening not in _CLOSERS or before.isalnum() or before == b"_":
            return None
        closer = _CLOSERS[opening] + b"'"
        if closer not in self.closers:
            self.closers[closer] = data.rfind(closer, self.start, self.end)
        return data.index(closer, at + 2, self.end) + 2 if at + 2 <= self.closers[closer] else None

    def comment_end(self, at: int) -> int:
        """Return where the block comment at `at` ends: nested where the dialect nests, at the line's end when it never closes."""
        data, end = self.data, self.end
        if at + 2 <= self.last_comment:
            depth, place = 0, at
            while self.nests and (hit := COMMENT_EDGE.search(data, place, end)) is not None and depth < _COMMENT_DEPTH:
                depth += 1 if hit.group() == b"/*" else -1
                place = hit.end()
                if depth == 0:
                    return place
            self.nests = False
            return data.index(b"*/", at + 2, end) + 2
        line = data.find(b"\n", at, end)
        return end if line < 0 else line

    def jinja_end(self, at: int) -> int | None:
        """Return where the template comment or tag at `at` ends; None when it never does."""
        comment = self.data[at + 1] == HASH
        last, mark = (self.last_jinja, b"#}") if comment else (self.last_tag, b"%}")
        return self.data.index(mark, at + 2, self.end) + 2 if at + 2 <= last else None


def region(data: bytes, start: int, end: int, dialect: Dialect) -> Region:
    """Look a range up once."""
    pattern = BATCH_END if dialect.batches else LONE_SLASH if dialect.slash else None
    ends = tuple(hit.start() for hit in pattern.finditer(data, start, end)) if pattern else ()
    copies = (
        tuple(hit.start() for hit in COPY_END.finditer(data, start, end))
        if data.find(b"\n\\.", start, end) >= 0
        else ()
    )
    comment, jinja, tag = (data.rfind(mark, start, end) for mark in (b"*/", b"#}", b"%}"))
    return Region(data, start, end, dialect, comment, jinja, tag, ends, copies, dialect.nested_comments)
