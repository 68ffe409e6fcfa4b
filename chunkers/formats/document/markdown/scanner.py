"""The CommonMark block structure of a text: lines in, top-level blocks and all code blocks out, in one pass and linear time.

Follows the parsing strategy of the CommonMark specification (appendix): each line first matches the open containers, then may open new
blocks, then adds text to the deepest one. Containers deeper than `DEPTH` are read as text, so that hostile nesting costs nothing. Inline
content is never parsed; what a heading says is left to `chunkers.formats.document.inline`.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.formats.document.markdown.containers import QUOTE, descend
from chunkers.formats.document.markdown.definition import definitions_end
from chunkers.formats.document.markdown.raw import RawBlock, RawCode
from chunkers.formats.document.markdown.starts import (
    ATX,
    BLANK_ENDS,
    DELIMITER_ROW,
    FENCE,
    MARKER,
    SETEXT,
    SPACES,
    THEMATIC,
    columns,
    ends_html,
    html_end,
)

DEPTH = 100
_CODE_INDENT = 4
_ASCII = 127
_HASH, _LESS, _EQUALS, _GREATER, _MINUS = b"#<=>-"
_NONE, _PARAGRAPH, _FENCE, _HTML, _INDENTED, _TABLE = range(6)
_PLAIN = bytes(1 if chr(b).isalpha() or b in b"\"'(!$%&,./;?@[]\\^{}" or b > _ASCII else 0 for b in range(256))
"""Bytes that open no block: a line that starts with one can only continue a paragraph or start it."""


class BlockScanner:
    """One pass over the lines of a document. Feed it once; read `blocks` and `codes`."""

    __slots__ = ("_bare", "_end", "_fence", "_leaf", "_lines", "_number", "_open", "_previous", "blocks", "codes")

    def __init__(self, lines: Sequence[bytes]) -> None:
        """Take lines without their line ends."""
        self._lines = lines
        self._open: list[int] = []  # containers: QUOTE, or the columns of indentation an item's content needs
        self._leaf = _NONE
        self._bare = False  # the deepest container is an item without content so far
        self._fence = (b"`", 3)
        self._end = BLANK_ENDS
        self._number = 0
        self._previous = b""
        self.blocks: list[RawBlock] = []
        self.codes: list[RawCode] = []

    def scan(self, first: int) -> None:
        """Read all lines from `first` (1-based) on."""
        lines, blocks = self._lines, self.blocks
        for number in range(first, len(lines) + 1):
            text = lines[number - 1]
            if text and _PLAIN[text[0]] and self._leaf == _PARAGRAPH and not self._open:
                self._previous = text
                blocks[-1].last = number
                continue
            self._number = number
            if b"\t" in text:
                text = text.expandtabs(4)
            self._feed(text)

    def _feed(self, text: bytes) -> None:
        matched, pos = descend(self._open, text, bare=self._bare)
        stop = SPACES(text, pos).end()  # type: ignore[union-attr]  # matches the empty string too
        blank = stop == len(text)
        if matched == len(self._open) and self._leaf >= _FENCE and self._inside(text, pos, stop, blank=blank):
            if not blank:
                self.blocks[-1].last = self._number
            return
        if blank:
            self._blank(matched)
            return
        self._start(text, pos, stop, matched)
        self.blocks[-1].last = self._number

    def _inside(self, text: bytes, pos: int, stop: int, *, blank: bool) -> bool:
        """Give the line to the open leaf; False when the line does not belong to it."""
        if self._leaf == _FENCE:
            char, size = self._fence
            if (
                stop - pos < _CODE_INDENT
                and text.startswith(char * size, stop)
                and not text[stop:].rstrip(b" ").strip(char)
            ):
                self._leaf = _NONE
                self.codes[-1].last = self._number
            return True
        if self._leaf == _HTML:
            if self._end == BLANK_ENDS:
                return not blank
            if ends_html(text, self._end, pos):
                self._leaf = _NONE
            return True
        return self._leaf == _INDENTED and (blank or stop - pos >= _CODE_INDENT)

    def _blank(self, matched: int) -> None:
        self._close(matched)
        if self._leaf != _INDENTED:
            self._leaf = _NONE
        self._bare = False

    def _close(self, matched: int) -> None:
        """Close the containers that the line did not match, and the leaf with them."""
        if matched < len(self._open):
            del self._open[matched:]
            self._leaf = _NONE
            self._bare = False

    def _start(self, text: bytes, pos: int, stop: int, matched: int) -> None:
        """Open the blocks that begin on this line, then place its text."""
        while stop - pos < _CODE_INDENT:
            at = self._container(text, pos, stop, matched)
            if at < 0:
                if self._leaf_start(text, stop, matched):
                    return
                break
            matched, pos = len(self._open), at
            stop = SPACES(text, pos).end()  # type: ignore[union-attr]  # matches the empty string too
            if stop == len(text):
                self._bare = self._open[-1] != QUOTE
                return
        self._text(text, pos, stop, matched)

    def _container(self, text: bytes, pos: int, stop: int, matched: int) -> int:
        """Open a quote or list item at `stop`; return where its content begins, -1 when none opens."""
        char = text[stop]
        if len(self._open) >= DEPTH and matched >= DEPTH:
            return -1
        if char == _GREATER:
            self._push(QUOTE, matched, b">")
            return stop + 2 if text[stop + 1 : stop + 2] == b" " else stop + 1
        if char not in b"-+*0123456789":
            return -1
        marker = MARKER(text, stop)
        if marker is None:
            return -1
        here = self._leaf == _PARAGRAPH and matched == len(self._open)
        if char in b"-*" and (THEMATIC(text, stop) or (here and char == _MINUS and SETEXT(text, stop))):
            return -1
        content = SPACES(text, marker.end()).end()  # type: ignore[union-attr]  # matches the empty string too
        empty = content == len(text)
        if here and (empty or (marker.group(1) is not None and int(marker.group(1)) != 1)):
            return -1
        if empty or content - marker.end() > _CODE_INDENT:
            content = marker.end() + 1
        self._push(content - pos, matched, marker.group()[-1:])
        return min(content, len(text))

    def _push(self, container: int, matched: int, marker: bytes) -> None:
        self._close(matched)
        if not self._open:
            kind = "quote" if container == QUOTE else "list"
            last = self.blocks[-1] if self.blocks else None
            if kind == "list" and last is not None and last.kind == "list" and last.marker == marker:
                last.seams.append(self._number)
            else:
                self.blocks.append(RawBlock(kind, self._number, self._number, marker=marker))
        self._open.append(container)
        self._leaf = _NONE
        self._bare = False

    def _leaf_start(self, text: bytes, at: int, matched: int) -> bool:
        """Open the leaf block that begins at `at`, if one does."""
        char = text[at]
        if char == _HASH:
            return self._heading(text, at, matched)
        if char in b"`~":
            return self._fence_start(text, at, matched)
        if char == _LESS:
            return self._html_start(text, at, matched)
        if (
            char in b"=-"
            and self._leaf == _PARAGRAPH
            and matched == len(self._open)
            and SETEXT(text, at)
            and self._underlined(text, at)
        ):
            return True
        if char in b"*-_" and THEMATIC(text, at):
            self._leaf_block("rule", matched, _NONE)
            return True
        return False

    def _leaf_block(self, kind: str, matched: int, leaf: int) -> RawBlock | None:
        """Begin a leaf; return its block when it stands at the top level."""
        self._close(matched)
        self._leaf = leaf
        self._bare = False
        if self._open:
            return None
        self.blocks.append(RawBlock(kind, self._number, self._number))
        return self.blocks[-1]

    def _heading(self, text: bytes, at: int, matched: int) -> bool:
        found = ATX(text, at)
        if found is None:
            return False
        block = self._leaf_block("heading", matched, _NONE)
        if block is not None:
            block.level, block.text = len(found.group(1)), _closed(text[found.end() :])
        return True

    def _fence_start(self, text: bytes, at: int, matched: int) -> bool:
        found = FENCE(text, at)
        if found is None:
            return False
        fence, info = (found.group(1), found.group(2)) if found.group(1) else (found.group(3), found.group(4))
        block = self._leaf_block("code", matched, _FENCE)
        self._fence = (fence[:1], len(fence))
        self.codes.append(RawCode(self._number, info.strip(), QUOTE in self._open))
        if block is not None:
            block.info, block.head = info.strip(), 1
        return True

    def _html_start(self, text: bytes, at: int, matched: int) -> bool:
        end = html_end(text, at, interrupting=self._leaf == _PARAGRAPH)
        if end is None:
            return False
        self._leaf_block("html", matched, _HTML)
        self._end = end
        if end != BLANK_ENDS and ends_html(text, end, at):
            self._leaf = _NONE
        return True

    def _underlined(self, text: bytes, at: int) -> bool:
        """Make the open paragraph a setext heading; False when only link definitions stand above the line."""
        if self._open:
            self._leaf = _NONE
            return True
        block = self.blocks[-1]
        raw = [line.strip() for line in self._lines[block.first - 1 : self._number - 1]]
        skip = definitions_end(raw)
        if skip == len(raw):
            return False
        if skip:
            block.last = block.first + skip - 1
            block = RawBlock("heading", block.first + skip, self._number)
            self.blocks.append(block)
        block.kind, block.level = "heading", 1 if text[at] == _EQUALS else 2
        block.text = b" ".join(raw[skip:])
        self._leaf = _NONE
        return True

    def _text(self, text: bytes, pos: int, stop: int, matched: int) -> None:
        """Add a line of text: to the open paragraph (lazily too), to the open table, or as a new paragraph or indented code."""
        line, whole = text[stop:], matched == len(self._open)
        if self._leaf == _PARAGRAPH:
            if (
                whole
                and line[0] in b"|:-"
                and DELIMITER_ROW(line)
                and b"|" in self._previous
                and columns(self._previous) == columns(line)
            ):
                self._table()
            self._previous = line
            return
        if whole and self._leaf == _TABLE and stop - pos < _CODE_INDENT:
            if not self._open:
                self.blocks[-1].seams.append(self._number)
            return
        if stop - pos >= _CODE_INDENT:
            self._leaf_block("code", matched, _INDENTED)
            return
        self._leaf_block("paragraph", matched, _PARAGRAPH)
        self._previous = line

    def _table(self) -> None:
        """Turn the last line of the open paragraph into the header of a table."""
        self._leaf = _TABLE
        if self._open:
            return
        block, header = self.blocks[-1], self._number - 1
        if block.first == header:
            block.kind, block.head = "table", 2
            return
        block.last = header - 1
        self.blocks.append(RawBlock("table", header, self._number, head=2))


def _closed(text: bytes) -> bytes:
    """Return the text of an ATX heading without its closing hashes."""
    text = text.strip()
    cut = text.rstrip(b"#")
    return cut.rstrip() if not cut or cut[-1:] == b" " else text
