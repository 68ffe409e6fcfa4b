"""Bracketed collections: YAML flow style, JSON, JSONC and JSON5, in one linear pass without recursion.

Takes bytes and the offset of an opening bracket, gives a `Node` and where it ends; a pair that is not understood costs itself. Which
comments and bare words are legal is a `Dialect`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.tree.byte import APOSTROPHE, COMMA, CURLY, END_CURLY, END_SQUARE, QUOTE, SQUARE, STAR
from chunkers.formats.tree.node import ALIAS, DOUBLE, EMPTY, FLOW, MAPPING, PLAIN, SCALAR, SEQUENCE, SINGLE, Node
from chunkers.formats.tree.scalar import QUOTED, unquote

_OPEN = {CURLY: MAPPING, SQUARE: SEQUENCE}
_CLOSE = {END_CURLY: MAPPING, END_SQUARE: SEQUENCE}
MOST_INDENT = 400  # how far a look back for a line start goes
_QUOTES = b"\"'"


@dataclass(frozen=True, slots=True)
class Dialect:
    """`skip` matches white space and comments (and YAML's tags and anchors), `plain` a bare word, `colon` what makes it a key.

    `bare_skip` serves behind the last `*/` of a text, where a block comment could only be searched for in vain.
    """

    skip: re.Pattern[bytes]
    plain: re.Pattern[bytes]
    colon: re.Pattern[bytes]
    quoted_colon: re.Pattern[bytes]
    bare_skip: re.Pattern[bytes] | None = None
    quoted: re.Pattern[bytes] = QUOTED


YAML_FLOW = Dialect(
    skip=re.compile(rb"(?:\s++|#[^\n]*+|[&!][^\s,\[\]{}]*+)*+"),
    plain=re.compile(
        rb"(?:[^\s,\[\]{}:#\"']|:(?![\s,\[\]{}]|\Z))(?:[^\s,\[\]{}:#]++|:(?![\s,\[\]{}]|\Z)|(?<=\S)#|\s++(?=[^\s,\[\]{}:#]|:(?![\s,\[\]{}])))*+"
    ),
    colon=re.compile(rb"[ \t]*+:(?=[\s,\[\]{}]|\Z)"),
    quoted_colon=re.compile(rb"\s*+:"),
)
JSON = Dialect(
    skip=re.compile(rb"(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|#[^\n]*+)*+"),
    plain=re.compile(rb"[^\s,\[\]{}:\"'/]++"),
    colon=re.compile(rb"\s*+:"),
    quoted_colon=re.compile(rb"\s*+:"),
    bare_skip=re.compile(rb"(?:\s++|//[^\n]*+|#[^\n]*+)*+"),
    quoted=re.compile(rb"\"(?:[^\"\\]++|\\.)*+\"|'(?:[^'\\]++|\\.)*+'", re.DOTALL),
)
_JSON_PAIR = re.compile(rb"\s*+\"((?:[^\"\\\n]++|\\.)*+)\"\s*+:\s*+(\"(?:[^\"\\\n]++|\\.)*+\"|[-+.\w]++)(?=\s*+[,}])")


@dataclass(slots=True)
class FlowScan:
    """One pass over a bracketed collection. `closed` is False when the bytes ran out; `broken` holds offsets that were not understood."""

    data: bytes
    limit: int
    dialect: Dialect
    fences: bool = False  # a key at or left of its mapping's own column closes the mapping: repair of a lost bracket
    broken: list[int] = field(default_factory=list)
    closed: bool = False
    _last_comment: int = 0
    _nodes: list[Node] = field(default_factory=list)
    _lists: list[list[Node]] = field(default_factory=list)
    _columns: list[int] = field(default_factory=list)

    def run(self, node: Node, at: int) -> int:
        """Fill `node` from the collection that opens at `at`; return the offset behind it."""
        self._last_comment = self.data.rfind(b"*/", at) if self.dialect.bare_skip else 0
        position = self._open(node, at)
        data, limit = self.data, self.limit
        fast = self.dialect is JSON and not self.fences
        while self._nodes:
            if fast and self._nodes[-1].kind is MAPPING:
                position = self._fast_pairs(position)
            position = self._skipped(position)
            if position >= limit:
                break
            byte = data[position]
            if byte == COMMA:
                position += 1
            elif byte in _CLOSE:
                position = self._close(byte, position)
            else:
                position = self._entry(byte, position)
        self.closed = not self._nodes
        end = position
        while self._nodes:
            self._finish(end)
        return position

    def _skipped(self, position: int) -> int:
        dialect = self.dialect
        skip = dialect.bare_skip if dialect.bare_skip and position > self._last_comment else dialect.skip
        match = skip.match(self.data, position, self.limit)
        return match.end() if match else position

    def _fast_pairs(self, position: int) -> int:
        """Take the run of plain JSON pairs at `position`."""
        data, limit, pairs = self.data, self.limit, self._lists[-1]
        match = _JSON_PAIR.match(data, position, limit)
        while match:
            raw = match.group(1)
            key = unquote(b'"' + raw + b'"') if b"\\" in raw else raw.decode("utf-8", "replace")
            at, end = match.span(2)
            style = DOUBLE if data[at] == QUOTE else PLAIN
            pairs.append(Node(key, match.start(1) - 1, at, end, SCALAR, style))
            position = end
            if data[end] != COMMA:
                break
            position = end + 1
            match = _JSON_PAIR.match(data, position, limit)
        return position

    def _open(self, node: Node, at: int) -> int:
        node.kind, node.style, node.at = _OPEN[self.data[at]], FLOW, at
        children: list[Node] = []
        node.children = children
        self._nodes.append(node)
        self._lists.append(children)
        self._columns.append(self._indent(at) if self.fences else 0)
        return at + 1

    def _finish(self, end: int) -> None:
        node = self._nodes.pop()
        node.end = end
        self._lists.pop()
        self._columns.pop()

    def _close(self, byte: int, position: int) -> int:
        """Close the innermost collection; a bracket of the wrong kind is broken and closes what it fits, if anything does."""
        if self._nodes[-1].kind is not _CLOSE[byte]:
            self.broken.append(position)
            depth = next(
                (
                    i
                    for i in range(len(self._nodes) - 1, max(-1, len(self._nodes) - 4), -1)
                    if self._nodes[i].kind is _CLOSE[byte]
                ),
                None,
            )
            if depth is None:
                return position + 1
            while len(self._nodes) > depth + 1:
                self._finish(position)
        elif self.fences and len(self._nodes) > 1 and self._starts_line(position):
            self._shut(position, self._indent(position))
        self._finish(position + 1)
        return position + 1

    def _shut(self, position: int, column: int) -> None:
        """Close the collections that opened on lines further right than `column`: their brackets were lost."""
        while len(self._nodes) > 1 and self._columns[-1] > column:
            self.broken.append(position)
            self._finish(self._last_end())

    def _entry(self, byte: int, position: int) -> int:
        """Take one pair or item at `position`; always moves on."""
        if byte in _OPEN:
            if self._nodes[-1].kind is MAPPING:
                self.broken.append(position)
            node = Node(None, position, position, position)
            self._lists[-1].append(node)
            return self._open(node, position)
        match = (self.dialect.quoted if byte in _QUOTES else self.dialect.plain).match(self.data, position, self.limit)
        if not match:
            self.broken.append(position)
            return position + 1
        end = match.end()
        colon = (self.dialect.quoted_colon if byte in _QUOTES else self.dialect.colon).match(self.data, end, self.limit)
        if colon:
            if self.fences and self._starts_line(position):
                self._fence(position)
            return self._pair(position, end, colon.end())
        node = self._scalar(Node(None, position, position, end), byte, position, end)
        if self._nodes[-1].kind is MAPPING:
            node.key, node.kind, node.at = self._key(position, end), EMPTY, end
            if self.dialect is JSON:
                self.broken.append(position)
        self._lists[-1].append(node)
        return end

    def _fence(self, position: int) -> None:
        column = self._indent(position)
        while len(self._nodes) > 1 and self._columns[-1] >= column:
            self.broken.append(position)
            self._finish(self._last_end())

    def _pair(self, start: int, key_end: int, after: int) -> int:
        """Take the value behind a key and its colon."""
        data = self.data
        node = Node(self._key(start, key_end), start, after, after)
        if self._nodes[-1].kind is MAPPING:
            self._lists[-1].append(node)
        else:  # `[a: 1]`: an item that is a mapping of one pair
            if self.dialect is JSON:
                self.broken.append(start)
            self._lists[-1].append(Node(None, start, start, after, MAPPING, FLOW, [node]))
        position = self._skipped(after)
        byte = data[position] if position < self.limit else COMMA
        if byte in _OPEN:
            return self._open(node, position)
        match = (self.dialect.quoted if byte in _QUOTES else self.dialect.plain).match(data, position, self.limit)
        if not match:
            if self.dialect is JSON:
                self.broken.append(position)
            return after
        end = match.end()
        following = self.dialect.colon.match(data, end, self.limit)
        if following and byte in _QUOTES:  # the value is missing, this is the next key
            self.broken.append(start)
            return after
        self._scalar(node, byte, position, end)
        if self._lists[-1] and self._lists[-1][-1] is not node:
            self._lists[-1][-1].end = end
        return end

    def _key(self, start: int, end: int) -> str:
        """Return the text of a key; in JSON5 bare and single-quoted keys know the escapes of double-quoted ones."""
        raw = self.data[start:end]
        if self.dialect is JSON and b"\\" in raw and raw[:1] != b'"':
            raw = b'"' + (raw[1:-1] if raw[:1] == b"'" else raw) + b'"'
        return unquote(raw)

    def _scalar(self, node: Node, byte: int, at: int, end: int) -> Node:
        node.kind, node.at, node.end = SCALAR, at, end
        node.style = (
            DOUBLE
            if byte == QUOTE
            else SINGLE
            if byte == APOSTROPHE
            else ALIAS
            if byte == STAR and self.dialect is YAML_FLOW
            else PLAIN
        )
        return node

    def _last_end(self) -> int:
        children = self._lists[-1]
        return children[-1].end if children else self._nodes[-1].at + 1

    def _starts_line(self, position: int) -> bool:
        return self._indent(position) >= 0 and not self._line_head(position).strip()

    def _line_head(self, position: int) -> bytes:
        """Return the bytes of the line before `position`, as far as a bounded look back reaches."""
        before = self.data[max(0, position - MOST_INDENT) : position]
        return before[before.rfind(b"\n") + 1 :]

    def _indent(self, position: int) -> int:
        """Return the indentation of the line that holds `position`, -1 when its start is out of reach."""
        line = self._line_head(position)
        if len(line) == MOST_INDENT and position > MOST_INDENT:
            return -1
        return len(line) - len(line.lstrip(b" \t"))
