"""How far a definition reaches: its decorators, its declaration, its leading and trailing comments, by adjacency.

Takes nested definitions, decorators and comments of one file; a comment belongs to what follows it without a blank line, a licence head to the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from chunkers.code.intervals import NONE, Intervals
from chunkers.code.reading import Definition, Mark, Reading
from chunkers.code.text import FileText
from chunkers.pattern import later
from chunkers.records import flat

_LICENCE = later(
    rb"copyright|licen[sc]e|SPDX-|\A#!|all rights reserved|-\*- coding|@file\b|@fileoverview|^//go:build|^// \+build",
    re.IGNORECASE | re.MULTILINE,
)


_PAGE = later(rb"=(?:head1|pod|encoding)\b")


@flat
@dataclass(frozen=True, slots=True)
class Comment:
    """One comment: bytes, first and last row (from 0), whether it stands alone on its first line."""

    start: int
    end: int
    row: int
    last_row: int
    alone: bool


class Comments:
    """The comments of a file, asked by row and by offset."""

    __slots__ = ("_by_end", "_by_last_row", "_by_start", "_data", "_starts", "_text", "all")

    def __init__(self, nodes: Sequence[Node], text: FileText) -> None:
        """Index comment nodes."""
        self._text = text
        self._data = text.data
        self.all = sorted((self._comment(node) for node in nodes), key=lambda c: c.start)
        self._by_last_row = {comment.last_row: comment for comment in self.all if comment.alone}
        self._let_pods_reach_over_a_blank_line()
        self._starts = [comment.start for comment in self.all]
        self._by_start = {comment.start: comment for comment in self.all}
        self._by_end = {comment.end: comment for comment in self.all}

    def _let_pods_reach_over_a_blank_line(self) -> None:
        """Perl's documentation ends with a blank line by custom; a page of the whole file (`=head1`) belongs to no definition."""
        for comment in self.all:
            if self._data[comment.start : comment.start + 1] != b"=":
                continue
            if _PAGE.match(self._data, comment.start):
                self._by_last_row.pop(comment.last_row, None)
                continue
            below = self._text.lines.end(min(comment.last_row + 2, len(self._text.lines)))
            if not self._data[comment.end : below].strip():
                self._by_last_row.setdefault(comment.last_row + 1, comment)

    def _comment(self, node: Node) -> Comment:
        start, row = node.start_byte, node.start_point[0]
        end = self._text.back(node.end_byte, start)
        last_row = row if b"\n" not in self._data[start:end] else row + self._data.count(b"\n", start, end)
        line = self._text.lines.start(row + 1)
        return Comment(start, end, row, last_row, alone=not self._data[line:start].strip())

    def starting_at(self, offset: int) -> Comment | None:
        """Return the comment that starts at `offset`."""
        return self._by_start.get(offset)

    def without_tail(self, start: int, end: int) -> int:
        """Return `end` moved before comments that end exactly there, back to the last code of the range."""
        while (comment := self._by_end.get(end)) is not None and comment.start > start:
            end = self._text.back(comment.start, start)
        return end

    def trailing(self, end: int) -> int:
        """Return `end` moved behind a comment on the same line, when only white space, `;` or `,` stands between."""
        at = bisect_left(self._starts, end)
        if at == len(self.all):
            return end
        comment = self.all[at]
        between = self._data[end : comment.start]
        same_line = comment.row == comment.last_row and b"\n" not in between and not between.strip(b" \t;,")
        return comment.end if same_line else end

    def leading(self, start: int) -> int:
        """Return the start of the comment run that stands directly above `start`, or `start`."""
        row = self._text.lines.line_at(start) - 1
        if self._data[self._text.lines.start(row + 1) : start].strip():
            return start
        run: list[Comment] = []
        while (comment := self._by_last_row.get(row - 1)) is not None:
            run.append(comment)
            row = comment.row
        run.reverse()
        return self._without_licence(run, start)

    def _without_licence(self, run: list[Comment], start: int) -> int:
        """A licence, shebang or coding head at the top of the file stays with the file."""
        if run and run[0].row == 0:
            last = max((i for i, c in enumerate(run) if _LICENCE.search(self._data, c.start, c.end)), default=-1)
            if last >= 0:
                block = self._data.startswith(b"/*", run[last].start)
                run = run[last + 1 :] if block else []
        return run[0].start if run else start


def place_decorators(
    definitions: Sequence[Definition], marks: Sequence[Mark], text: FileText, comments: Comments
) -> None:
    """Hand every decorator to the definition it stands on and settle where each definition begins and ends."""
    for definition in definitions:
        outer = definition.outer or definition.node
        definition.first = text.begin(min(outer.start_byte, definition.start))
        end = text.back(
            max(outer.end_byte, definition.end), definition.start
        )  # an indented block reaches to the next token
        definition.last = comments.without_tail(definition.start, end)
    ordered = sorted(marks, key=lambda m: m.node.start_byte)
    _distribute(definitions, ordered)
    ends = [mark.node.end_byte for mark in ordered]
    spans = {mark.node.start_byte: mark.node.end_byte for mark in ordered}
    for definition in definitions:
        if ordered:
            _adopt_before(definition, ordered, ends, text, comments)
        definition.head = _head(definition, spans, text, comments)


def _distribute(definitions: Sequence[Definition], marks: Sequence[Mark]) -> None:
    groups: dict[tuple[int, int], list[Definition]] = {}
    for definition in definitions:
        groups.setdefault((definition.first, -definition.last), []).append(definition)
    ranges = sorted(groups)
    stack: list[tuple[int, int]] = []
    at = 0
    for mark in marks:
        start = mark.node.start_byte
        while at < len(ranges) and ranges[at][0] <= start:
            stack.append(ranges[at])
            at += 1
        while stack and -stack[-1][1] <= start:
            stack.pop()
        for definition in groups[stack[-1]] if stack else ():
            body = definition.parts.get("body")
            if body is None or start < body.start_byte:
                definition.decorators.append(mark)


def _adopt_before(
    definition: Definition, marks: Sequence[Mark], ends: Sequence[int], text: FileText, comments: Comments
) -> None:
    """Take decorators that stand as siblings before the definition, comments among them (TypeScript class members)."""
    before = comments.without_tail(0, text.back(definition.first, 0))
    at = bisect_left(ends, before)
    adopted: list[Mark] = []
    while 0 <= at < len(ends) and ends[at] == before:
        adopted.append(marks[at])
        definition.first = marks[at].node.start_byte
        before = comments.without_tail(0, text.back(definition.first, 0))
        at = bisect_left(ends, before)
    if adopted:
        definition.decorators[:0] = reversed(adopted)


def _head(definition: Definition, marks: dict[int, int], text: FileText, comments: Comments) -> int:
    """Return the first byte behind leading decorators and the comments among them."""
    at, limit = definition.first, definition.last
    while True:
        at = text.skip(at, limit)
        comment = comments.starting_at(at)
        if comment is not None:
            at = comment.end
        elif at in marks and marks[at] < definition.end:
            at = marks[at]
        else:
            return at


def declaration(definition: Definition, comments: Comments, text: FileText) -> tuple[int, int]:
    """Return the byte range of the signature: from the first modifier to the body, comments before the body left out."""
    body = definition.parts.get("body")
    if body is None or body.start_byte <= definition.head:
        return definition.head, definition.last
    end = text.back(body.start_byte, definition.head)
    return definition.head, comments.without_tail(definition.head, end)


def attach(reading: Reading, definitions: Sequence[Definition], text: FileText) -> Comments:
    """Settle the extents of all definitions; return the comments for later questions."""
    comments = Comments(reading.comments, text)
    place_decorators(definitions, tuple(reading.marks.values()), text, comments)
    return comments


def fold_overloads(
    definitions: Sequence[Definition], kinds: dict[int, str], text: FileText, comments: Comments
) -> None:
    """Let an implementation begin with the overload signatures that stand directly before it; these lose their own chunk."""
    by_last: dict[tuple[int, str, int], Definition] = {}
    for definition in definitions:
        if "overload" in definition.tags:
            by_last[id(definition.parent), definition.name, _code_before(definition.last, text)] = definition
    for definition in definitions:
        if "overload" in definition.tags or not by_last:
            continue
        while True:
            before = _code_before(comments.leading(definition.first), text)
            signature = by_last.pop((id(definition.parent), definition.name, before), None)
            if signature is None:
                break
            kinds.pop(id(signature), None)
            definition.first = signature.first


def _code_before(offset: int, text: FileText) -> int:
    """Return the end of what stands before `offset`, a closing semicolon left out."""
    end = text.back(offset, 0)
    return text.back(end - 1, 0) if text.data[end - 1 : end] == b";" else end


def within_decorators(definitions: Sequence[Definition]) -> list[Definition]:
    """Return the definitions that stand inside the decorators of another one."""
    heads = [(definition.first, definition.start) for definition in definitions if definition.first < definition.start]
    if not heads:
        return []
    index = Intervals(heads)
    return [d for d in definitions if index.at(d.start) != NONE and d.first >= heads[index.at(d.start)][0]]
