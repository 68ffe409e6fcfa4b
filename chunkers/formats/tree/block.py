"""YAML block structure in one linear pass: documents, mappings, sequences and scalars by indentation, errors costing their line only.

Takes (masked) bytes, gives a `Stream`. Anchors, tags and aliases are passed over, values never built; verified against PyYAML's marks.
Native YAML parsers lose everything behind a tab, an open quote or line 32,768; this one does not, and it has no recursion to overrun.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.tree.byte import COLON, DASH, HASH, NEWLINE, PERCENT
from chunkers.formats.tree.node import EMPTY, MAPPING, PLAIN, SCALAR, SEQUENCE, Document, Node, Stream
from chunkers.formats.tree.place import (
    AFTER_INDICATOR,
    at_line_end,
    key_at,
    looks_like_entry,
    marker_at,
    next_line,
    past_indent,
    past_properties,
    past_spaces,
    text_end,
)
from chunkers.formats.tree.scalar import unquote
from chunkers.formats.tree.values import ValueScan

_SIMPLE = re.compile(rb"( *+)([A-Za-z_][\w./\-]*+):(?: *+| ++([\w./][^\n#:\r]*+))\r?+(?:\n|\Z)")
_END_OF_LINE = b" \t\r\n"


@dataclass(slots=True)
class BlockScan(ValueScan):
    """The state of one pass over a text. `source` is what stood there before masking; keys are read from it."""

    source: bytes = b""
    documents: list[Document] = field(default_factory=list)
    start: int = 0
    marked: bool = False

    def run(self) -> Stream:
        """Scan the whole text."""
        data, size = self.data, len(self.data)
        self.patience = 4 * size + 4096
        self.reset(Node(None, 0, 0, 0))
        match_simple = _SIMPLE.match
        while self.position < size:
            found = match_simple(data, self.position)
            if found:
                self._simple(found)
            else:
                self._line()
        self._finish(size)
        return Stream(tuple(self.documents), tuple(sorted(set(self.broken))))

    def _finish(self, end: int) -> None:
        """Close the open document; text before the first marker is a document only when it holds something."""
        root = self.close_all()
        if root.kind is not EMPTY or self.marked:
            self.documents.append(Document(len(self.documents), self.start, end, root))

    def _marker(self, position: int, after: int) -> None:
        """Take a `---` or `...` line; content may follow `---`."""
        opens = self.data[position] == DASH
        self._finish(position)
        self.marked, self.start = opens, position
        self.reset(Node(None, after, after, after))
        if opens:
            content = past_properties(self.data, after)
            if not at_line_end(self.data, content):
                self._content(content - position, content)

    def _simple(self, found: re.Match[bytes]) -> None:
        """The common line: a bare key with nothing or one run of bare words behind it."""
        start = found.start(2)
        indent = start - found.start()
        self.position = found.end()
        fits = self.indents[-1] == indent and self.nodes[-1].kind is MAPPING
        pairs = self.lists[-1] if fits else self.collection(indent, MAPPING, start)
        if pairs is None:
            self.leave(start)
            return
        value, colon = found.group(3), found.end(2) + 1
        key = self.source[start : colon - 1].decode("utf-8", "replace")
        if value is None:
            pairs.append(Node(key, start, colon, colon))
            self.end = colon
        else:
            at = found.start(3)
            self.end = at + len(value.rstrip())
            pairs.append(Node(key, start, at, self.end, SCALAR))

    def _line(self) -> None:
        data, begin = self.data, self.position
        start = past_indent(data, begin)
        self.position = next_line(data, start)
        byte = data[start] if start < len(data) else NEWLINE
        if byte in _END_OF_LINE:
            text = past_spaces(data, start)
            if not at_line_end(data, text):
                self._tabbed(text)
            return
        if byte == HASH:
            return
        if start == begin:
            marker = marker_at(data, start)
            if marker:
                self._marker(start, marker.end())
                return
            if byte == PERCENT and self.lists[0][0].kind is EMPTY:
                return
        self._content(start - begin, start)

    def _tabbed(self, start: int) -> None:
        """A line indented with a tab: more text of a plain scalar, or an error that belongs to what stands above."""
        last = self.last()
        if last is None or last.kind is not SCALAR or last.style is not PLAIN or looks_like_entry(self.data, start):
            self.leave(start)
        else:
            self.extend(last, start)

    def _content(self, indent: int, position: int) -> None:
        """Take the rest of a line from `position`, which stands in column `indent`: dashes, then a pair or a scalar."""
        data = self.data
        if indent > self.indents[-1]:
            last = self.last()
            if last is not None and last.kind is SCALAR and last.style is PLAIN:
                self.extend(last, position)
                return
        while data[position] == DASH and data[position + 1 : position + 2] in AFTER_INDICATOR:
            items = self.collection(indent, SEQUENCE, position)
            if items is None:
                self.leave(position)
                return
            self.end = position + 1
            items.append(Node(None, position, self.end, self.end))
            following = past_properties(data, self.end)
            if at_line_end(data, following):
                return
            indent += following - position
            position = following
        self._pair_or_scalar(indent, position)

    def _pair_or_scalar(self, indent: int, position: int) -> None:
        data = self.data
        byte = data[position]
        if byte in b"?:" and data[position + 1 : position + 2] in AFTER_INDICATOR:
            self._explicit(indent, position)
            return
        start = past_properties(data, position) if byte in b"&!" else position
        key = None if at_line_end(data, start) else key_at(data, start)
        if key is None:
            self._bare(indent, position)
            return
        pairs = self.collection(indent, MAPPING, position)
        if pairs is None:
            self.leave(position)
            return
        raw, after = self.source[start : key[0]], key[1] + 1
        node = Node(unquote(raw) if raw[:1] in (b'"', b"'") else raw.decode("utf-8", "replace"), position, after, after)
        pairs.append(node)
        self.end = after
        self.value(node, indent, after)

    def _explicit(self, indent: int, position: int) -> None:
        """Take `? key` and `: value` lines; a key that is a collection keeps its text only."""
        pairs = self.collection(indent, MAPPING, position)
        if pairs is None:
            self.leave(position)
        elif self.data[position] == COLON and pairs and pairs[-1].kind is EMPTY:
            self.end = position + 1
            following = past_properties(self.data, position + 1)
            if not at_line_end(self.data, following):
                self._content(indent + following - position, following)
        else:
            start = past_spaces(self.data, position + 1)
            self.end = text_end(self.data, start)
            pairs.append(Node(unquote(self.source[start : self.end]), position, self.end, self.end))

    def _bare(self, indent: int, position: int) -> None:
        """A line without a key: a scalar or flow collection as the value of what waits for one."""
        while self.indents[-1] >= indent and len(self.nodes) > 1:
            last = self.last()
            if (
                self.indents[-1] == indent
                and self.nodes[-1].kind is MAPPING
                and last is not None
                and last.kind is not EMPTY
            ):
                self.broken.append(position)
                return
            self.pop()
        waiting = self.last()
        if waiting is None or waiting.kind is not EMPTY:
            self.leave(position)
            return
        self.value(waiting, self.indents[-1], position)


def scan_yaml(data: bytes, source: bytes | None = None) -> Stream:
    """Return the documents of YAML text; `source` is its unmasked form of the same length."""
    return BlockScan(data, source=data if source is None else source).run()
