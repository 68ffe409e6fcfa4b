"""The block structure of reStructuredText: which lines are titles, which bodies hide them.

Follows the state machine of docutils: a title is the first line of a block at the left margin with an underline (and maybe an overline) of one
repeated mark. Styles get levels in order of first use. Everything indented belongs to the construct above it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chunkers.formats.document.inline import shortened
from chunkers.formats.document.outline import Block, Code

_ADORNMENT = re.compile(rb"([!-/:-@\[-`{-~])\1* *$")
_BULLET = re.compile(rb"[-+*](?: +|$)|\xe2\x80[\xa2\xa3]|\xe2\x81\x83")
_ENUMERATOR = re.compile(rb"\(?(?:\d{1,6}|[A-Za-z]|#|[ivxlcdmIVXLCDM]{1,8})[.)](?: +|$)")
_EXPLICIT = re.compile(rb"\.\.(?: |$)|__(?: |$)")
_FIELD = re.compile(rb":(?![: ])[^:\n]{1,200}:(?: +|$)")
_LINE_BLOCK = re.compile(rb"\|(?: |$)|>>>(?: |$)")
_SIMPLE_TABLE = re.compile(rb"=+(?: +=+)+ *$")
_GRID_TABLE = re.compile(rb"\+-[-+]+-\+ *$")
_CODE = re.compile(rb"\.\. (?:code-block|code|sourcecode|parsed-literal|literalinclude|highlight)::\s*(\S*)")
_DIRECTIVE_TABLE = re.compile(rb"\.\. (list-table|csv-table)::")
_HEADER_ROWS = re.compile(rb"\s+:header-rows:\s*(\d{1,3})")
_ROW = re.compile(rb" +\*(?: |$)")
_COMMENT = re.compile(rb"\.\.(?:$| (?!\[|_|\||[\w:.+-]+::))")
_OPTION = re.compile(rb"\s+:[\w-]+:")
_ROLE = re.compile(r":[\w:+.-]{1,60}:`([^`<]{1,300})(?:\s*<[^`>]{0,300}>)?`")
_LINKED = re.compile(r"`([^`<]{1,300}?)\s*<[^`>]{1,500}>`_{1,2}")
_MARKS = re.compile(r"``([^`]+)``|`([^`]+)`_{0,2}|\*\*([^*]+)\*\*|\*([^*]+)\*")
_ESCAPE = re.compile(r"\\([^\s])")
SHORT = 4
"""An adornment shorter than this must be at least as long as its title."""


class RstScanner:
    """One pass over the lines; read `blocks` and `codes`."""

    __slots__ = ("_lines", "_seams", "_styles", "blocks", "codes")

    def __init__(self, lines: Sequence[bytes]) -> None:
        """Take lines without line ends."""
        self._lines = [line.expandtabs(8).rstrip() if b"\t" in line else line.rstrip() for line in lines]
        self._styles: list[bytes] = []
        self._seams: dict[int, list[int]] = {}  # further items of the list at a place among the blocks
        self.blocks: list[Block] = []
        self.codes: list[Code] = []

    def scan(self) -> None:
        """Read all lines."""
        at = 0
        while at < len(self._lines):
            at = self._block(at) if self._lines[at] else at + 1
        for place, items in self._seams.items():
            self.blocks[place] = replace(self.blocks[place], seams=tuple(items))

    def _block(self, at: int) -> int:
        """Read the block that starts at index `at`; return the index behind it."""
        line = self._lines[at]
        if line.startswith(b" "):
            return self._body("quote", at, at + 1)
        if _SIMPLE_TABLE.match(line) or _GRID_TABLE.match(line):
            return self._table(at)
        if _EXPLICIT.match(line):
            return self._explicit(at)
        if _BULLET.match(line) or _FIELD.match(line) or _LINE_BLOCK.match(line):
            return self._body("list", at, at + 1)
        if _ENUMERATOR.match(line) and not self._flush(at + 1):
            return self._body("list", at, at + 1)
        return self._title(at) or self._paragraph(at)

    def _flush(self, at: int) -> bool:
        """Tell whether a line of text at the left margin stands at index `at`, other than a further list item."""
        return at < len(self._lines) and self._lines[at][:1].strip() != b"" and not _ENUMERATOR.match(self._lines[at])

    def _title(self, at: int) -> int:
        """Read a title; return the index behind its underline, 0 when there is none."""
        over = _ADORNMENT.match(self._lines[at])
        if over and at + 2 < len(self._lines) and self._lines[at + 1] and self._lines[at + 2] == self._lines[at]:
            if self._wide_enough(self._lines[at], self._lines[at + 1]):
                return self._heading(at, at + 1, at + 2, over.group(1) * 2)
        elif not over and at + 1 < len(self._lines):
            under = _ADORNMENT.match(self._lines[at + 1])
            if under and self._wide_enough(self._lines[at + 1], self._lines[at]):
                return self._heading(at, at, at + 1, under.group(1))
        return 0

    def _wide_enough(self, adornment: bytes, title: bytes) -> bool:
        return len(adornment) >= SHORT or len(adornment) >= len(title.strip().decode("utf-8", "replace"))

    def _heading(self, first: int, text: int, last: int, style: bytes) -> int:
        if style not in self._styles:
            self._styles.append(style)
        title = plain(self._lines[text].decode("utf-8", "replace"))
        self.blocks.append(Block("heading", first + 1, last + 1, self._styles.index(style) + 1, title))
        return last + 1

    def _paragraph(self, at: int) -> int:
        """Read lines up to a blank one; a paragraph that ends with `::` takes the literal block below it."""
        end = at + 1
        lone = _ADORNMENT.match(self._lines[at]) is not None
        while not lone and end < len(self._lines) and self._lines[end]:
            if end == at + 1 and self._lines[end].startswith(b" "):  # a definition list: term, indented body
                return self._body("list", at, end)
            end += 1
        self.blocks.append(Block("rule" if lone else "paragraph", at + 1, end))
        following = self._next(end)
        if (
            self._lines[end - 1].endswith(b"::")
            and not lone
            and following < len(self._lines)
            and self._lines[following][:1] == b" "
        ):
            return self._body("code", following, following + 1)
        return end

    def _body(self, kind: str, at: int, end: int, *, head: int = 0) -> int:
        """Add a block of `kind` from `at` with everything indented (and the blank lines between) that follows `end`."""
        last = end - 1
        while end < len(self._lines) and (not self._lines[end] or self._lines[end].startswith(b" ")):
            last = end if self._lines[end] else last
            end += 1
        before = self.blocks[-1] if self.blocks else None
        if kind == "list" and before is not None and before.kind == "list" and before.last == at:
            self.blocks[-1] = Block("list", before.first, last + 1)
            self._seams.setdefault(len(self.blocks) - 1, []).append(at + 1)
        else:
            self.blocks.append(Block(kind, at + 1, last + 1, head=head))
        return last + 1

    def _explicit(self, at: int) -> int:
        """Read a directive, comment, target or footnote with its indented body."""
        if _DIRECTIVE_TABLE.match(self._lines[at]):
            return self._directive_table(at)
        code = _CODE.match(self._lines[at])
        if code is None:
            return self._body("comment" if _COMMENT.match(self._lines[at]) else "html", at, at + 1)
        head = at + 1
        while head < len(self._lines) and _OPTION.match(self._lines[head]):
            head += 1
        end = self._body("code", at, head, head=head - at)
        first = self._next(head)
        if code.group(1) and first < end:
            self.codes.append(Code(code.group(1).decode("utf-8", "replace").lower(), first + 1, end))
        return end

    def _directive_table(self, at: int) -> int:
        """Read a table written as a directive: its options and header rows are what a later part needs."""
        body = at + 1
        while body < len(self._lines) and _OPTION.match(self._lines[body]):
            body += 1
        options = self._lines[at:body]
        end = self._body("table", at, body)
        listed = b"list-table" in self._lines[at]
        first = self._next(body)
        rows = [n + 1 for n in range(first, end) if (_ROW.match(self._lines[n]) if listed else self._lines[n])]
        heads = next((int(found.group(1)) for line in options if (found := _HEADER_ROWS.match(line))), 0)
        head = (rows[heads] if heads < len(rows) else end + 1) - at - 1 if rows else 0
        self.blocks[-1] = replace(self.blocks[-1], head=head, seams=tuple(rows[heads:]))
        return end

    def _table(self, at: int) -> int:
        """Read a table: grid tables to the next blank line, simple ones to a border with a blank line behind it."""
        end, borders = at + 1, 1
        simple = self._lines[at][:1] == b"="
        rows: list[int] = []
        while end < len(self._lines) and (self._lines[end] or (simple and borders < 2)):  # noqa: PLR2004 - a border above and below the head
            if simple and self._lines[end][:1] == b"=" and _SIMPLE_TABLE.match(self._lines[end]):
                borders += 1
                if end + 1 >= len(self._lines) or not self._lines[end + 1]:
                    end += 1
                    break
            elif simple and not self._lines[end] and borders < 2 and end - at > SHORT:  # noqa: PLR2004 - no second border: no table
                break
            elif borders > 1 or self._lines[end][:2] == b"+-":
                rows.append(end + 1)
            end += 1
        head = (rows[0] - at - 1) if rows else 0
        self.blocks.append(Block("table", at + 1, end, head=head, seams=tuple(rows)))
        return end

    def _next(self, at: int) -> int:
        while at < len(self._lines) and not self._lines[at]:
            at += 1
        return at


def plain(text: str) -> str:
    """Return a title without inline markup."""
    text = _LINKED.sub(r"\1", _ROLE.sub(r"\1", text))
    text = _MARKS.sub(lambda found: next(group for group in found.groups() if group is not None), text)
    return shortened(_ESCAPE.sub(r"\1", text))
