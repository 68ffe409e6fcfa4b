"""XML in one linear pass: elements as a key tree, attributes by place, comments by place. No entity is expanded, no DTD is read.

Takes bytes, gives a `XmlScan`; a tag that was never closed ends where its parent's next child or end tag stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.tree.node import BLOCK, MAPPING, SCALAR, Node

_NAME = rb"[A-Za-z_:\x80-\xff][\w:.\-\x80-\xff]*+"
_TOKEN = re.compile(
    rb"<!--(?P<comment>.*?)-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>"
    rb"|</(?P<close>" + _NAME + rb")\s*+>"
    rb"|<(?P<open>"
    + _NAME
    + rb")(?P<attributes>(?:\s++(?:[^\s=<>/\"']++(?:\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))?+))*+)\s*+(?P<empty>/?)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rb"([^\s=<>/\"']+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
DEEPEST = 10_000
MOST_INDENT = 400


@dataclass(slots=True)
class XmlScan:
    """`attributes` by the offset of their start tag; `comments` as byte ranges; `root` None when there is no element."""

    data: bytes
    root: Node | None = None
    attributes: dict[int, dict[str, str]] = field(default_factory=dict)
    comments: list[tuple[int, int]] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    _open: list[Node] = field(default_factory=list)
    _lists: list[list[Node]] = field(default_factory=list)
    _vain: set[bytes] = field(default_factory=set)
    fences: bool = False

    def run(self) -> XmlScan:
        """Scan the whole text."""
        at, data = 0, self.data
        while (at := data.find(b"<", at)) >= 0:
            token = _TOKEN.match(data, at) if self._is_cheap(at) else None
            if not token:
                self.broken.append(at)
                at += 1
                continue
            at = token.end()
            if token.group("comment") is not None:
                self.comments.append(token.span())
            elif token.group("open"):
                self._start(token)
            elif token.group("close"):
                self._end(token)
        if self._open:
            self.broken.append(max(0, len(data) - 1))
        end = len(data.rstrip())
        while self._open:
            self._finish(end)
        return self

    def _is_cheap(self, at: int) -> bool:
        """Refuse an opened construct without a closer behind it, and a second DTD: no search may be made twice."""
        if self.data.startswith(b"<!DOCTYPE", at):
            seen = b"<!DOCTYPE" in self._vain
            self._vain.add(b"<!DOCTYPE")
            return not seen
        for opener, closer in _PAIRED:
            if self.data.startswith(opener, at):
                if opener not in self._vain and self.data.find(closer, at + len(opener)) < 0:
                    self._vain.add(opener)
                return opener not in self._vain
        return True

    def _start(self, token: re.Match[bytes]) -> None:
        start = token.start()
        if self.fences:
            self._fence(start)
        node = Node(token.group("open").decode("utf-8", "replace"), start, token.end(), token.end(), SCALAR)
        raw = token.group("attributes")
        if raw:
            self.attributes[start] = {
                name.decode("utf-8", "replace"): (one or two).decode("utf-8", "replace")
                for name, one, two in _ATTRIBUTE.findall(raw)
            }
        if self._open:
            self._lists[-1].append(node)
        elif self.root is None:
            self.root = node
        else:
            self.broken.append(start)
        if not token.group("empty") and len(self._open) < DEEPEST:
            self._open.append(node)
            self._lists.append([])

    def _end(self, token: re.Match[bytes]) -> None:
        name = token.group("close").decode("utf-8", "replace")
        depth = next(
            (i for i in range(len(self._open) - 1, max(-1, len(self._open) - 50), -1) if self._open[i].key == name),
            None,
        )
        if depth is None:
            self.broken.append(token.start())
            return
        while len(self._open) > depth + 1:
            self.broken.append(self._open[-1].start)
            self._finish(self._last_end())
        self._finish(token.end())

    def _finish(self, end: int) -> None:
        node, children = self._open.pop(), self._lists.pop()
        node.end = end
        if children:
            node.kind, node.style, node.children = MAPPING, BLOCK, children

    def _fence(self, start: int) -> None:
        """Close elements that opened in the column of this line's start tag or right of it: their end tags were lost."""
        column = self._column(start)
        while (
            column is not None
            and len(self._open) > 1
            and (own := self._column(self._open[-1].start)) is not None
            and own >= column
        ):
            self.broken.append(self._open[-1].start)
            self._finish(self._last_end())

    def _last_end(self) -> int:
        children = self._lists[-1]
        return children[-1].end if children else self._open[-1].at

    def _column(self, at: int) -> int | None:
        """Return the column of a tag that starts its line, None for any other; a bounded look back."""
        low = max(0, at - MOST_INDENT)
        before = self.data[low:at]
        begin = before.rfind(b"\n") + 1
        if (begin == 0 and low > 0) or before[begin:].strip():
            return None
        return len(before) - begin


_PAIRED = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"))


def scan_xml(data: bytes) -> XmlScan:
    """Return the elements of XML text; a second pass by columns mends lost end tags."""
    scan = XmlScan(data).run()
    return XmlScan(data, fences=True).run() if scan.broken else scan
