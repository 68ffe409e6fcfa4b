"""Where a unit of a line-oriented file starts and ends: the comment block above it in, blank edges and foreign comments out.

Takes the place of keys and values, gives byte ranges; knows comment marks and columns but no format's meaning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkers.span import Lines

_LICENCE = re.compile(rb"copyright|spdx-license|licensed under|all rights reserved|@license", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ActionLine:
    """A line of template actions: the line that opens what it closes, and the line that closes what it opens."""

    opener: int | None = None
    closer: int | None = None


@dataclass(frozen=True, slots=True)
class Edges:
    """The lines of a file, the marks that start a comment line, and its template action lines."""

    lines: Lines
    marks: tuple[bytes, ...] = (b"#",)
    actions: Mapping[int, ActionLine] = field(default_factory=dict)

    def is_comment(self, line: int) -> bool:
        """Tell whether nothing but a comment stands on `line`."""
        return self.lines.raw(line, line).lstrip(b" \t").startswith(self.marks)

    def column(self, line: int) -> int:
        """Return the number of blanks before the text of `line`."""
        raw = self.lines.raw(line, line)
        return len(raw) - len(raw.lstrip(b" \t"))

    def first(self, line: int, floor: int) -> int:
        """Return the first line of the comment block right above `line`, not above `floor`; a licence head stays out."""
        first = line
        while first > floor and self.is_comment(first - 1):
            first -= 1
        if first == 1 and first < line and _LICENCE.search(self.lines.raw(first, line - 1)):
            return line
        return first

    def last(self, first: int, line: int, column: int, ceiling: int) -> int:
        """Return the last line of a unit that starts on `first`: behind `line` come deeper comments and its own actions.

        `column` is that of its key; `ceiling` the line of the next key, never reached.
        """
        last, at = line, line + 1
        while at < ceiling:
            if at in self.actions:
                if not self._inside(self.actions[at], first, ceiling):
                    break
                last = at
            elif self.is_comment(at) and self.column(at) > column:
                last = at
            elif not self.lines.is_blank(at):
                break
            at += 1
        return last

    def span(self, start: int, end: int, floor: int, ceiling: int) -> tuple[int, int]:
        """Widen the bytes of a unit to its lines, `floor` the first line it may take and `ceiling` the line of the next key.

        Where something else stands on its first or last line, that edge stays as it is.
        """
        lines, data = self.lines, self.lines.data
        first, last = lines.line_at(start), lines.last_line_of(start, end)
        column = start - lines.start(first)
        if first >= floor and not data[lines.start(first) : start].strip():
            start = lines.start(self.first(first, floor))
        tail = data[end : lines.end(last)].lstrip(b" \t\r\n,;")
        if last < ceiling and (not tail or tail.startswith(self.marks)):
            last = self.last(first, last, column, ceiling)
            end = lines.start(last) + len(lines.raw(last, last).rstrip())
        return start, end

    def _inside(self, action: ActionLine, first: int, ceiling: int) -> bool:
        opens_inside = action.opener is None or action.opener >= first
        return opens_inside and (action.closer is None or action.closer < ceiling)
