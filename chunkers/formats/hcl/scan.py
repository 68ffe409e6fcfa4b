"""HCL in one linear pass: top-level blocks and attributes, with strings, templates, heredocs and comments passed over as one.

Takes bytes, gives items with byte ranges and the offsets of what is broken; an open brace never swallows the next top-level block.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.tree.byte import END_CURLY, NEWLINE
from chunkers.formats.tree.node import BLOCK, MAPPING, SCALAR, Node
from chunkers.formats.tree.place import line_end, next_line

_IDENTIFIER = rb"[A-Za-z_][\w\-]*+"
_BLOCK = re.compile(
    rb"(" + _IDENTIFIER + rb")((?:[ \t]++(?:\"(?:[^\"\\\n]++|\\.)*+\"|" + _IDENTIFIER + rb"))*+)[ \t]*+\{"
)
_ATTRIBUTE = re.compile(rb"(" + _IDENTIFIER + rb"|\"[^\"\n]*+\")[ \t]*+[=:](?!=)")
_LABEL = re.compile(rb"\"((?:[^\"\\\n]|\\.)*)\"|(" + _IDENTIFIER + rb")")
_SKIP = re.compile(rb"(?:\s++|#[^\n]*+|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)++")
_BARE_SKIP = re.compile(rb"(?:\s++|#[^\n]*+|//[^\n]*+)++")
_TOKEN = re.compile(rb"#|//|/\*|<<-?[ \t]*\"?[A-Za-z_]|\"|[{}\[\]()]|\n")
_HEREDOC = re.compile(rb"<<-?[ \t]*\"?([A-Za-z_][\w\-]*)\"?[ \t]*\r?\n")
_INSIDE = re.compile(rb"\\.|[$%]\{|\"|\n", re.DOTALL)
_TOP = re.compile(
    rb"(?:resource|data|module|variable|output|locals|provider|terraform|moved|import|check|removed)(?:[ \t]+\"[^\"\n]*\"){0,2}[ \t]*\{"
)


@dataclass(frozen=True, slots=True)
class Item:
    """A top-level block (`title` is type and labels joined by dots) or attribute (`title` None); `node` holds its place and own entries."""

    title: str | None
    node: Node


@dataclass(slots=True)
class _Scan:
    data: bytes
    items: list[Item] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    vain: set[bytes] = field(default_factory=set)
    last_comment: int = -1

    def run(self) -> None:
        at, data = 0, self.data
        self.last_comment = data.rfind(b"*/")
        while at < len(data):
            at = self._skipped(at)
            if at >= len(data):
                break
            block = _BLOCK.match(data, at)
            attribute = None if block else _ATTRIBUTE.match(data, at)
            if block:
                at = self._block(block)
            elif attribute:
                end = self.value_end(attribute.end())
                key = attribute.group(1).strip(b'"').decode("utf-8", "replace")
                text = attribute.end() + len(data[attribute.end() : end].rstrip())
                if not data[attribute.end() : end].strip():
                    self.broken.append(at)
                self.items.append(Item(None, Node(key, at, attribute.end(), max(text, attribute.end()), SCALAR)))
                at = max(end, attribute.end())
            else:
                self.broken.append(at)
                at = next_line(data, at)

    def _skipped(self, at: int) -> int:
        """Return the offset behind white space and comments; behind the last `*/` no block comment is tried."""
        match = (_SKIP if at < self.last_comment else _BARE_SKIP).match(self.data, at)
        return match.end() if match else at

    def _block(self, block: re.Match[bytes]) -> int:
        """Take a block: its entries by one level, up to the brace that closes it or the next top-level header."""
        start, at = block.start(), block.end()
        labels = [(one or two).decode("utf-8", "replace") for one, two in _LABEL.findall(block.group(2))]
        title = ".".join([block.group(1).decode(), *labels])
        children: list[Node] = []
        data = self.data
        while True:
            at = self._skipped(at)
            if at >= len(data) or (self._is_line_start(at) and _TOP.match(data, at)):
                self.broken.append(start)
                end = start + len(data[start:at].rstrip())
                break
            if data[at] == END_CURLY:
                at = end = at + 1
                break
            at = self._entry(at, children)
        node = Node(title, start, block.end(), end, MAPPING, BLOCK, children)
        self.items.append(Item(title, node))
        return at

    def _entry(self, at: int, children: list[Node]) -> int:
        """Take one attribute or nested block of a block; always moves on."""
        data = self.data
        match = _BLOCK.match(data, at) or _ATTRIBUTE.match(data, at)
        begin = match.end() - 1 if match and match.group().endswith(b"{") else match.end() if match else at
        end = max(self.value_end(begin), at + 1)
        if match is None:
            self.broken.append(at)
        else:
            if not data[begin:end].strip():
                self.broken.append(at)
            key = match.group(1).strip(b'"').decode("utf-8", "replace")
            children.append(Node(key, at, begin, at + len(data[at:end].rstrip()), SCALAR))
        return end

    def value_end(self, at: int) -> int:
        """Return where an expression or nested body ends: at its line end or closing bracket, outside strings and brackets."""
        data, depth = self.data, 0
        while token := _TOKEN.search(data, at):
            byte, start = data[token.start()], token.start()
            if byte in b"{[(":
                depth += 1
            elif byte in b"}])":
                if depth == 0:
                    return start
                depth -= 1
            elif byte == NEWLINE:
                if depth <= 0 or (self._is_line_start(start + 1) and _TOP.match(data, start + 1)):
                    return start
            elif depth <= 0 and token.group() in (b"#", b"//"):
                return start
            at = self._past(token)
        return len(data)

    def _past(self, token: re.Match[bytes]) -> int:
        """Return the offset behind a token: a comment, string or heredoc as a whole."""
        data, text, end = self.data, token.group(), token.end()
        if text in (b"#", b"//"):
            stop = data.find(b"\n", end)
            return stop if stop >= 0 else len(data)
        if text == b"/*":
            return self._found(b"*/", end)
        if text == b'"':
            return self._string_end(end)
        if text.startswith(b"<<"):
            heredoc = _HEREDOC.match(data, token.start())
            return self._heredoc_end(heredoc) if heredoc else end
        return end

    def _found(self, closer: bytes, at: int) -> int:
        stop = -1 if closer in self.vain else self.data.find(closer, at)
        if stop < 0:
            self.vain.add(closer)
            return at
        return stop + len(closer)

    def _string_end(self, at: int) -> int:
        """Return the end of a quoted template: `${` nests, a line end at depth 0 means that the quote was never closed."""
        data, depth = self.data, 0
        while token := _INSIDE.search(data, at):
            text = token.group()
            if text == b"\n":
                return token.start()
            if text in (b"${", b"%{"):
                depth += 1
            elif text == b'"' and depth == 0:
                return token.end()
            at = token.end()
            if depth:
                at, depth = self._interpolation(at, depth)
        return len(data)

    def _interpolation(self, at: int, depth: int) -> tuple[int, int]:
        """Move through `${ ... }` to its brace, strings inside included; a line end gives up."""
        data = self.data
        while depth and at < len(data):
            match = _INTERPOLATED.search(data, at)
            if not match or match.group() == b"\n":
                return (match.start() if match else len(data)), 0
            depth += {b"{": 1, b"}": -1}.get(match.group(), 0)
            at = match.end()
        return at, depth

    def _heredoc_end(self, heredoc: re.Match[bytes]) -> int:
        word = heredoc.group(1)
        closer = re.compile(rb"^[ \t]*" + re.escape(word) + rb"[ \t]*\r?$", re.MULTILINE)
        match = None if word in self.vain else closer.search(self.data, heredoc.end())
        if not match:
            self.vain.add(word)
            self.broken.append(heredoc.start())
            return line_end(self.data, heredoc.start())
        return match.end()

    def _is_line_start(self, at: int) -> bool:
        return at == 0 or self.data[at - 1] == NEWLINE


_INTERPOLATED = re.compile(rb"\"(?:[^\"\\\n]++|\\.)*+\"|[{}]|\n", re.DOTALL)


def scan_hcl(data: bytes) -> tuple[list[Item], list[int]]:
    """Return the top-level items of HCL text and the offsets of what is broken."""
    scan = _Scan(data)
    scan.run()
    return scan.items, scan.broken
