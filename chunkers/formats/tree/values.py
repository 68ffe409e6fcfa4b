"""YAML values: plain, quoted and literal scalars and flow collections, over as many lines as they take.

Takes the node that waits for a value and an offset, fills it and moves on; an open quote or bracket never swallows the next key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from chunkers.formats.tree.byte import APOSTROPHE, QUOTE, STAR
from chunkers.formats.tree.flow import YAML_FLOW, FlowScan
from chunkers.formats.tree.frames import Frames
from chunkers.formats.tree.node import ALIAS, BROKEN, DOUBLE, EMPTY, LITERAL, PLAIN, SCALAR, SINGLE, Node
from chunkers.formats.tree.place import (
    at_line_end,
    is_foreign,
    key_clash,
    line_end,
    marker_at,
    next_line,
    past,
    past_indent,
    past_properties,
    short_quoted,
    text_end,
)

_HEADER = re.compile(rb"[|>](?:[+-]?([1-9])?|([1-9])[+-])[ \t]*+(?:(?<=[ \t])#[^\n]*+)?\r?+(?:\n|\Z)")
_TAIL = re.compile(rb"(?:[ \t]++(?:#[^\n]*+)?)?\r?+(?:\n|\Z)")
_BLANKS = re.compile(rb"(?:[ \t\r]*+\n)*+")


@lru_cache(maxsize=256)
def _body(measure: int) -> re.Pattern[bytes]:
    """Return the pattern of the lines of a literal indented by `measure`."""
    return re.compile(rb"(?:[ ]{%d}[^\n]*+(?:\n|\Z)|[ \t\r]*+\n)*+" % measure)


def _balanced(line: bytes) -> bool:
    return line.count(b"[") + line.count(b"{") <= line.count(b"]") + line.count(b"}")


@dataclass(slots=True)
class ValueScan(Frames):
    """Frames plus the current `position`. `patience` bounds the bytes that failed attempts may read, so that no input is quadratic."""

    position: int = 0
    patience: int = 0

    def value(self, node: Node, indent: int, position: int) -> None:
        """Take the value that starts at or behind `position` on this line, if there is one; `indent` is its parent's column."""
        data = self.data
        position = past_properties(data, position)
        if at_line_end(data, position):
            return
        byte = data[position]
        header = _HEADER.match(data, position) if byte in b"|>" else None
        if header:
            self._literal(node, indent, position, header)
        elif byte in b"\"'":
            self._quoted(node, indent, position)
        elif byte in b"[{":
            self._flow(node, indent, position)
        else:
            style = ALIAS if byte == STAR else PLAIN
            self.end = text_end(data, position)
            node.kind, node.style, node.at, node.end = SCALAR, style, position, self.end
            if key_clash(data, position):
                self.broken.append(position)

    def extend(self, node: Node, position: int) -> None:
        """Add a further line to a plain scalar."""
        if key_clash(self.data, position):
            self.broken.append(position)
        node.end = self.end = text_end(self.data, position)

    def leave(self, position: int) -> None:
        """Mark a line as broken and leave it to what stands above; a key without value takes it as its text."""
        self.broken.append(position)
        self.end = line_end(self.data, position)
        last = self.last()
        if last is not None and last.kind is EMPTY and last.key is not None:
            last.kind, last.style, last.at, last.end = SCALAR, BROKEN, position, self.end
        elif last is not None and last.style is BROKEN:
            last.end = self.end

    def _literal(self, node: Node, indent: int, position: int, header: re.Match[bytes]) -> None:
        """Take a `|` or `>` scalar: all lines indented deeper than `indent`, the first one setting the measure."""
        data, begin = self.data, header.end()
        digit = header.group(1) or header.group(2)
        first = past(_BLANKS, data, begin)
        measure = max(indent, 0) + int(digit) if digit else past_indent(data, first) - first
        stop = begin
        if measure > indent:
            stop = past(_body(measure), data, begin) if measure else self._to_marker(begin)
        text = data[position:stop].rstrip()
        node.kind, node.style, node.at, node.end = SCALAR, LITERAL, position, position + len(text)
        self.end, self.position = node.end, stop

    def _to_marker(self, begin: int) -> int:
        """Return where an unindented literal ends: at the next document marker or at the end."""
        position = begin
        while position < len(self.data) and not marker_at(self.data, position):
            position = next_line(self.data, position)
        return position

    def _quoted(self, node: Node, indent: int, position: int) -> None:
        data = self.data
        end = short_quoted(data, position)
        if end < 0:
            end = self._quote_end(indent, position)
        if end < 0:
            self.broken.append(position)
            end = line_end(data, position)
        node.kind, node.style, node.at, node.end = SCALAR, DOUBLE if data[position] == QUOTE else SINGLE, position, end
        self._settle(end)

    def _quote_end(self, indent: int, position: int) -> int:
        """Return the end of a quoted scalar over several lines, -1 when a line looks like the next key instead."""
        data, quote, line = self.data, self.data[position], position
        mark = _CLOSERS[quote]
        at = position + 1
        while line < len(data) and self.patience > 0:
            stop = next_line(data, line)
            match = mark.search(data, at, stop)
            while (match and match.group()[:1] == b"\\") or (match and match.group() == b"''"):
                at = match.end()
                match = mark.search(data, at, stop)
            if match:
                return match.end()
            self.patience -= stop - line
            line = at = stop
            if is_foreign(data, line, indent):
                break
        return -1

    def _flow(self, node: Node, indent: int, position: int) -> None:
        """Take a flow collection; one that does not close before the next key keeps its own lines only."""
        data, limit = self.data, self._flow_limit(indent, position)
        scan = FlowScan(data, limit, YAML_FLOW)
        end = scan.run(node, position)
        if not scan.closed:
            self.patience -= limit - position
            self.broken.append(position)
            end = (
                line_end(data, position)
                if limit == len(data) and indent >= 0
                else position + len(data[position:limit].rstrip())
            )
            if node.children and node.children[-1].end > end:
                node.children = ()
            node.end = end
        self.broken.extend(scan.broken)
        self._settle(end)

    def _flow_limit(self, indent: int, position: int) -> int:
        """Return where a flow collection ends at the latest: before a line that starts a key no deeper than its parent."""
        data = self.data
        line = next_line(data, position)
        if self.patience <= 0 or line == len(data) or _balanced(data[position:line]):
            return line
        while line < len(data) and not is_foreign(data, line, indent):
            line = next_line(data, line)
        return line

    def _settle(self, end: int) -> None:
        """Go on behind a value that may span lines; what follows on its last line must be a comment."""
        self.end = end
        self.position = next_line(self.data, end)
        if not _TAIL.match(self.data, end):
            self.leave(end)


_CLOSERS = {QUOTE: re.compile(rb"\\.|\"", re.DOTALL), APOSTROPHE: re.compile(rb"''|'")}
