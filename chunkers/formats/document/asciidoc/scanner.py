"""The block structure of AsciiDoc: section titles, delimited blocks, tables, what stands between them.

Titles open at the start of a block only; attribute lines and anchors right above one belong to it. Discrete headings are text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chunkers.formats.document.asciidoc.inline import plain
from chunkers.formats.document.outline import Block, Code

_TITLE = re.compile(rb"(={1,6}|#{1,6})[ \t]+(\S.*)$")
_UNDERLINE = re.compile(rb"([=\-~^+])\1+$")
_UNDER_LEVEL = {b"=": 1, b"-": 2, b"~": 3, b"^": 4, b"+": 5}
_FENCE = re.compile(rb"(?:(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|-{2}|`{3,}(?=\w*$))(\w*)|([|,:!]={3,}))$")
_ATTRIBUTE_LINE = re.compile(rb"\[(?:\[[^\]]*\]|[^\]\[]*(?:\[[^\]]*\][^\]\[]*)*)\]$")
_SOURCE = re.compile(rb"\[(?:source|,)[^,\]]*,\s*\"?([\w+#.-]+)")
_DISCRETE = re.compile(rb"\[(?:discrete|float)\b")
_BLOCK_TITLE = re.compile(rb"\.[^\s.]")
_LIST = re.compile(rb"\s*(?:[*]{1,6}|-|\.{1,6}|\d{1,5}\.|[a-z]\.|<\d{0,3}\.?>)[ \t]+\S")
_ENTRY = re.compile(rb":!?\w[\w-]{0,100}!?:(?:\s|$)")
_CONDITION = re.compile(rb"(?:ifdef|ifndef|ifeval|endif|include|tag|end)::")
_KINDS = {
    b"-": "code",
    b".": "code",
    b"`": "code",
    b"|": "table",
    b",": "table",
    b":": "table",
    b"!": "table",
    b"/": "comment",
}


class AsciiDocScanner:
    """One pass over the lines; read `blocks` and `codes`."""

    __slots__ = ("_ends", "_fresh", "_lines", "_seams", "blocks", "codes")

    def __init__(self, lines: Sequence[bytes]) -> None:
        """Take lines without line ends."""
        self._lines = [line.rstrip() for line in lines]
        self._fresh = (
            True  # a block may start: the line before was blank, a title, a delimited block or an attribute line
        )
        self._ends: dict[bytes, list[int]] = {}  # indexes of each delimiter line, the nearest last
        for at in range(len(self._lines) - 1, -1, -1):
            if _FENCE.match(self._lines[at]):
                self._ends.setdefault(self._lines[at], []).append(at)
        self._seams: dict[int, list[int]] = {}  # further items of the list at a place among the blocks
        self.blocks: list[Block] = []
        self.codes: list[Code] = []

    def scan(self, first: int) -> None:
        """Read all lines from `first` (1-based) on."""
        at = first - 1
        while at < len(self._lines):
            at = self._block(at) if self._lines[at] else self._blank(at)
        for place, items in self._seams.items():
            self.blocks[place] = replace(self.blocks[place], seams=tuple(items))

    def _blank(self, at: int) -> int:
        self._fresh = True
        return at + 1

    def _block(self, at: int) -> int:
        """Read the block that starts at index `at`; return the index behind it."""
        line = self._lines[at]
        if line.startswith(b"//") and not line.startswith(b"////"):
            return self._add("comment", at, at + 1)  # changes nothing
        if self._fresh and _ENTRY.match(line):
            return self._add("other", at, at + 1)  # an attribute entry: a block may start behind it
        head = at
        while at < len(self._lines) and self._leads(self._lines[at], first=at == head):
            at += 1
            self._fresh = True
        if at >= len(self._lines) or not self._lines[at]:
            return self._add("other", head, at)
        delimiter = _FENCE.match(self._lines[at])
        if delimiter:
            return self._delimited(head, at, delimiter)
        if self._fresh and not any(_DISCRETE.match(line) for line in self._lines[head:at]):
            end = self._title(head, at)
            if end:
                return end
        if _CONDITION.match(self._lines[at]):
            return self._add("other", head, at + 1)
        return self._paragraph(head, at)

    def _leads(self, line: bytes, *, first: bool) -> bool:
        """Tell whether a line belongs to the block below it: attributes, a block title, a comment among them."""
        comment = not first and line.startswith(b"//") and not line.startswith(b"////")
        return comment or _ATTRIBUTE_LINE.match(line) is not None or _BLOCK_TITLE.match(line) is not None

    def _add(self, kind: str, first: int, end: int) -> int:
        self.blocks.append(Block(kind, first + 1, end))
        return end

    def _title(self, head: int, at: int) -> int:
        """Read a section title; return the index behind it, 0 when there is none."""
        found = _TITLE.match(self._lines[at])
        if found:
            level, text, end = len(found.group(1)), found.group(2), at + 1
            text = re.sub(rb"[ \t]+" + re.escape(found.group(1)) + rb"$", b"", text)
        else:
            under = _UNDERLINE.match(self._lines[at + 1]) if at + 1 < len(self._lines) else None
            width = len(self._lines[at].decode("utf-8", "replace"))
            if (
                under is None
                or abs(len(under.group()) - width) > 1
                or not re.search(rb"\w|[\x80-\xff]", self._lines[at])
            ):
                return 0
            level, text, end = _UNDER_LEVEL[under.group(1)], self._lines[at], at + 2
        self.blocks.append(Block("heading", head + 1, end, level, plain(text.decode("utf-8", "replace"))))
        self._fresh = True
        return end

    def _delimited(self, head: int, at: int, delimiter: re.Match[bytes]) -> int:
        """Read a delimited block; one that is never closed is one line of text."""
        fence = self._lines[at] if not delimiter.group(2) else delimiter.group(1)
        end = self._closing(at + 1, fence)
        if end < 0:
            return self._add("paragraph", head, at + 1)
        kind = _KINDS.get(fence[:1], "quote") if fence != b"--" else "quote"
        source = next((m for m in map(_SOURCE.match, self._lines[head:at]) if m), None)
        language = source.group(1) if source else delimiter.group(2) or b""
        rows = self._rows(at + 1, end) if kind == "table" else ()
        heads = (rows[0] - head - 1 if rows else 0) if kind == "table" else at - head + 1
        self.blocks.append(Block(kind, head + 1, end + 1, head=heads, seams=rows))
        if kind == "code" and language and end > at + 1:
            self.codes.append(Code(language.decode("utf-8", "replace").lower(), at + 2, end))
        self._fresh = True
        return end + 1

    def _closing(self, at: int, fence: bytes) -> int:
        ends = self._ends.get(fence, [])
        while ends and ends[-1] < at:
            ends.pop()
        return ends[-1] if ends else -1

    def _rows(self, first: int, end: int) -> tuple[int, ...]:
        """Return the lines (1-based) of a table's body rows: cells at line starts, those behind the first row or the first blank line."""
        cells = [
            n + 1
            for n in range(first, end)
            if self._lines[n][:1] in {b"|", b"!"} or (self._lines[n] and not self._lines[n - 1])
        ]
        return tuple(cells[1:])

    def _paragraph(self, head: int, at: int) -> int:
        """Read text up to a blank line, an attribute line or a delimited block."""
        end = at + 1
        while end < len(self._lines) and self._lines[end]:
            line = self._lines[end]
            if _ATTRIBUTE_LINE.match(line) or _FENCE.match(line):
                break
            end += 1
        self._fresh = False
        kind = "list" if _LIST.match(self._lines[at]) else "paragraph"
        before = self.blocks[-1] if self.blocks else None
        items = [n + 1 for n in range(at + 1, end) if _LIST.match(self._lines[n])] if kind == "list" else []
        if kind == "list" and before is not None and before.kind == "list":
            self.blocks[-1] = Block("list", before.first, end)
            items.insert(0, head + 1)
        else:
            self.blocks.append(Block(kind, head + 1, end))
        if items:
            self._seams.setdefault(len(self.blocks) - 1, []).extend(items)
        return end
