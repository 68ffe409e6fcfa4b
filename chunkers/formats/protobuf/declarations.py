"""The declarations of a `.proto` file, nested, with exact ranges; proto2 groups and editions included.

Takes bytes, gives a `Schema`. A statement that does not read is noted and skipped; only its own lines are lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.lines import end_with_comment, one_line
from chunkers.formats.protobuf.scanner import Scan, Token, scan
from chunkers.formats.protobuf.statement import CONTAINERS, Field, Head, head_of, http_rules, is_complete, late_head

MAX_DEPTH = 64
_TAIL = re.compile(rb"[ \t;]*(?://[^\n]*|/\*(?:[^*\n]|\*(?!/)){0,400}\*/(?=[ \t]*\r?(?:\n|\Z)))")


@dataclass(frozen=True, slots=True)
class Declaration:
    """One named thing. `start` includes leading comments, `word` is its first word, `head_end` the place of its `{` or `;`.

    `title` is the dotted in-file name; `types` are the types it names as written, with offsets; `parent` an index into the declarations.
    """

    keyword: str
    name: str
    title: str
    start: int
    word: int
    name_at: int
    head_end: int
    end: int
    signature: str
    parent: int | None = None
    body: tuple[int, int] | None = None
    types: tuple[tuple[str, int], ...] = ()
    streams: tuple[bool, bool] = (False, False)
    http: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()


@dataclass(slots=True)
class Schema:
    """One file: its header and its declarations, parents before children. `imports`: (path, kind, offset)."""

    syntax: str | None = None
    package: str | None = None
    imports: list[tuple[str, str, int]] = field(default_factory=list)
    declarations: list[Declaration] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """A body that is being read: a declaration's, or one without a chunk (`oneof`, an option value), when `index` is None."""

    index: int | None
    scope: str
    column: int
    opaque: bool = False
    fields: list[Field] = field(default_factory=list)
    options: list[Token] = field(default_factory=list)


def read_schema(data: bytes, *, leading_comments: bool = True) -> Schema:
    """Read a file; when a body never closes, read it again with column 0 as the place where a new declaration must start.

    Bodies deeper than `MAX_DEPTH` are text of the one around them: dotted titles would grow with the square of the depth.
    """
    scanned = scan(data)
    first = _Machine(data, scanned, leading_comments=leading_comments, resync=False)
    first.run()
    if not first.unclosed:
        return first.schema
    second = _Machine(data, scanned, leading_comments=leading_comments, resync=True)
    second.run()
    return second.schema


class _Machine:
    """Reads tokens statement by statement over a stack of open bodies."""

    __slots__ = ("buried", "data", "leading_comments", "part", "resync", "scanned", "schema", "stack", "unclosed")

    def __init__(self, data: bytes, scanned: Scan, *, leading_comments: bool, resync: bool) -> None:
        self.data, self.scanned = data, scanned
        self.leading_comments, self.resync = leading_comments, resync
        self.schema = Schema(broken=list(scanned.broken))
        self.stack: list[_Open] = []
        self.part: list[Token] = []
        self.buried = 0  # bodies open below `MAX_DEPTH`
        self.unclosed = False

    def run(self) -> None:
        brackets = braces = 0  # inside brackets, braces and semicolons belong to an option value
        for token in self.scanned.tokens:
            kind = token.kind
            if self.resync and self.stack and kind == "word" and token.text in CONTAINERS and self._starts_line(token):
                self._give_up()
                brackets = braces = 0
            if kind in {"(", "["}:
                brackets += 1
            elif kind in {")", "]"}:
                brackets = max(0, brackets - 1)
            elif brackets and kind in {"{", "}"} and (kind == "{" or braces):
                braces += 1 if kind == "{" else -1
            elif kind in {"{", "}", ";"} and not braces:
                brackets = 0
                if not self._bury(token):
                    {"{": self._open, "}": self._close, ";": self._statement}[kind](token)
                continue
            self.part.append(token)
        self._finish()

    def _bury(self, token: Token) -> bool:
        """Return whether `token` belongs to a body too deep to be read."""
        if not self.buried and (token.kind != "{" or len(self.stack) < MAX_DEPTH):
            return False
        if not self.buried:
            self.schema.broken.append((token.start, token.end))
        self.buried += {"{": 1, "}": -1}.get(token.kind, 0)
        self.part = []
        return True

    def _starts_line(self, token: Token) -> bool:
        return token.start == 0 or self.data[token.start - 1 : token.start] == b"\n"

    def _give_up(self) -> None:
        """A declaration at column 0 inside bodies that began at column 0: those were never closed."""
        if all(entry.column for entry in self.stack):
            return
        end = self.part[-1].end if self.part else self.scanned.tokens[0].start
        previous = self._last_before()
        while self.stack:
            entry = self.stack.pop()
            self._end_body(entry, max(end, previous), max(end, previous))
        self.part, self.buried = [], 0

    def _last_before(self) -> int:
        """Return the end of the last child of the innermost open body, or of its head."""
        ends = [found.end for found in self.schema.declarations if found.end > 0]
        open_heads = [
            self.schema.declarations[entry.index].head_end + 1 for entry in self.stack if entry.index is not None
        ]
        low = max(ends, default=0)
        if open_heads:
            index = next(entry.index for entry in self.stack if entry.index is not None)
            self.schema.broken.append((self.schema.declarations[index].word, self.schema.declarations[index].head_end))
        fields = [one.end for entry in self.stack for one in entry.fields]
        return max([low, *open_heads, *fields])

    def _statement(self, end: Token) -> None:
        part, self.part = self.part, []
        if self.stack and self.stack[-1].opaque:
            return
        if not part:
            return
        head = head_of(part, self._context())
        if head is not None and head.keyword == "rpc":
            self._declare(head, end.start, end.end)
            return
        self._simple(part, end.end)

    def _simple(self, part: list[Token], end: int) -> None:
        first = part[0].text
        if first == "option" and self.stack:
            self.stack[-1].options += part
        elif not self.stack:
            self._header(part, first, end)
        else:
            found, complete = is_complete(part, self._context(), end)
            if found is not None:
                self._holder().fields.append(found)
            if not complete:
                self.schema.broken.append((part[0].start, end))

    def _header(self, part: list[Token], first: str, end: int) -> None:
        last = part[-1]
        if first in {"syntax", "edition"} and last.kind == "string":
            self.schema.syntax = last.text if first == "syntax" else f"edition {last.text}"
        elif first == "package" and last.kind == "word" and len(part) > 1:
            self.schema.package = last.text
        elif first == "import" and last.kind == "string":
            kind = part[1].text if len(part) > 2 and part[1].kind == "word" else "import"  # noqa: PLR2004 - import, modifier, path
            self.schema.imports.append((last.text, kind, last.start))
        elif first != "option":
            self.schema.broken.append((part[0].start, end))

    def _open(self, token: Token) -> None:
        part, self.part = self.part, []
        if self.stack and self.stack[-1].opaque:
            self.stack.append(_Open(None, "", 1, opaque=True))
            self.stack[-2].options += [*part, token]
            return
        head = head_of(part, self._context())
        if head is None and part and (late := late_head(part, self.data, self._context())) is not None:
            self.schema.broken.append((part[0].start, part[late[0] - 1].end))
            head, part = late[1], part[late[0] :]
        if head is None:
            opaque = not (part and part[0].text == "oneof")
            if not part or part[0].text not in {"oneof", "option"}:
                self.schema.broken.append((part[0].start if part else token.start, token.end))
            self.stack.append(_Open(None, self._scope(), 1, opaque=opaque, options=list(part)))
            return
        self.unclosed |= head.keyword == "service" and bool(
            self.stack
        )  # services nest nowhere: a body before it never closed
        index = self._declare(head, token.start, -1)
        scope = self._scope() if head.keyword == "extend" else self.schema.declarations[index].title
        column = 0 if self._starts_line(part[0]) else 1
        self.stack.append(_Open(index, scope, column))

    def _close(self, token: Token) -> None:
        part, self.part = self.part, []
        if not self.stack:
            self.schema.broken.append((token.start, token.end))
            return
        entry = self.stack.pop()
        if entry.opaque:
            if self.stack:
                self.stack[-1].options += [*entry.options, *part, token]
            return
        if part:  # the last statement has no semicolon
            found, _ = is_complete(part, self._context_of(entry), part[-1].end)
            if found is not None:
                entry.fields.append(found)
            self.schema.broken.append((part[0].start, part[-1].end))
        self._end_body(entry, token.start, token.end)

    def _end_body(self, entry: _Open, inner: int, end: int) -> None:
        if entry.index is None:
            if self.stack and not entry.opaque:
                self._holder().fields += entry.fields
            return
        found = self.schema.declarations[entry.index]
        types = found.types or tuple((one.type, one.at) for one in entry.fields if one.type)
        self.schema.declarations[entry.index] = replace(
            found,
            end=end_with_comment(self.data, end, _TAIL),
            body=(found.head_end + 1, max(found.head_end + 1, inner)),
            types=types,
            http=http_rules(entry.options),
            fields=tuple(entry.fields),
        )

    def _declare(self, head: Head, head_end: int, end: int) -> int:
        start = unit_start(self.data, self.scanned.comments, head.word) if self.leading_comments else head.word
        scope = self._scope()
        title = f"extend {head.name}" if head.keyword == "extend" else f"{scope}.{head.name}" if scope else head.name
        parent = next((entry.index for entry in reversed(self.stack) if entry.index is not None), None)
        made = Declaration(
            head.keyword,
            head.name,
            title,
            start,
            head.word,
            head.name_at,
            head_end,
            end_with_comment(self.data, end, _TAIL) if end >= 0 else -1,
            one_line(self.data[head.word : head_end]),
            parent,
            types=head.types,
            streams=head.streams,
        )
        self.schema.declarations.append(made)
        return len(self.schema.declarations) - 1

    def _scope(self) -> str:
        return self.stack[-1].scope if self.stack else ""

    def _holder(self) -> _Open:
        return self.stack[-1]

    def _context(self) -> str:
        return self._context_of(self.stack[-1]) if self.stack else ""

    def _context_of(self, entry: _Open) -> str:
        return "oneof" if entry.index is None else self.schema.declarations[entry.index].keyword

    def _finish(self) -> None:
        self.unclosed |= bool(self.stack)
        size = len(self.data.rstrip())
        if self.part and not self.stack:
            self.schema.broken.append((self.part[0].start, self.part[-1].end))
        while self.stack:
            entry = self.stack.pop()
            if entry.index is not None:
                self.schema.broken.append(
                    (self.schema.declarations[entry.index].word, self.schema.declarations[entry.index].head_end)
                )
            self._end_body(entry, size, size)
