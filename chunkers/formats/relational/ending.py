"""Where one SQL statement ends: at its terminator outside quotes, comments and routine bodies.

Takes bytes and the place of the statement's first word; gives the end and what never closed. Single pass, no look at other statements.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.formats.lexing.characters import CLOSE, DOLLAR, NEWLINE, NON_ASCII, OPEN, UNDERSCORE
from chunkers.formats.lexing.comments import begins_line
from chunkers.formats.relational.heads import BLOCK, RULE, SLASH, WHOLE, Head, head_of
from chunkers.formats.relational.lexical import ESCAPED_STRING, MISSING, RESYNC, events
from chunkers.formats.relational.region import Region

_WORD_AFTER = re.compile(rb"(?:\s|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*+([A-Za-z_]+|;)")
_NEAR = 400
_PART_OF_ALTER = re.compile(rb"(?:ALTER|DROP)\s+(?:COLUMN|CONSTRAINT|PERIOD|PARTITION|DEFAULT)\b", re.IGNORECASE)
_QUOTES = frozenset(b"'\"`")
_NOT_BLOCK = frozenset({b"IF", b"LOOP", b"WHILE", b"REPEAT", b"FOR"})
_CONTINUES = frozenset(
    b"AS IS BEGIN ELSE THEN ON DO ALSO INSTEAD EXPLAIN ANALYZE PLAN FOR IN AND OR NOT EXISTS INTO SELECT FROM UNION ALL EXCEPT INTERSECT "
    b"GRANT REVOKE DENY BEFORE AFTER OF WITH WHEN SET BY DEFAULT EXECUTE LOOP USING NOCHECK CHECK".split()
)
_CONTINUED_HEADS = frozenset({"WITH", "MERGE", "IF", "WHILE", "GRANT", "REVOKE", "DENY", "EXPLAIN", "PREPARE"})


@dataclass(frozen=True, slots=True)
class Ending:
    """`core`: behind the last byte before the terminator; `stop`: behind the terminator. `broken` None for a clean end."""

    core: int
    stop: int
    broken: str | None = None


def find_end(place: Region, start: int, delimiter: bytes, *, recover: bool) -> Ending:
    """Return where the statement at `start` ends. With `recover`, quotes that never close are cut at the next line that opens a statement."""
    head = head_of(place.data, start, place.end, place.dialect)
    if delimiter == b";" and head.body in {SLASH, WHOLE}:
        stop = place.next_end(start)
        if stop is not None or head.body == WHOLE:
            stop = place.end if stop is None else stop
            return Ending(stop, stop)
    return _Scan(place, start, delimiter, head, recover=recover).run()


class _Scan:
    """The state of one search: parentheses, routine depth, and whether the body has begun."""

    __slots__ = (
        "at",
        "body",
        "data",
        "delimiter",
        "depth",
        "dialect",
        "end",
        "head",
        "parens",
        "place",
        "recover",
        "seen",
        "start",
    )

    def __init__(self, place: Region, start: int, delimiter: bytes, head: Head, *, recover: bool) -> None:
        self.place, self.data, self.start, self.end, self.at = place, place.data, start, place.end, start
        self.dialect, self.delimiter, self.head, self.recover = place.dialect, delimiter, head, recover
        self.body = head.body in {BLOCK, SLASH} and delimiter == b";"
        self.depth, self.parens = head.depth, 0
        self.seen = not head.needs_begin

    def run(self) -> Ending:
        data, end = self.data, self.end
        search = events(self.dialect, self.delimiter, self.body).search
        while True:
            hit = search(data, self.at, end)
            if hit is None:
                return self._at_the_end()
            self.at = hit.end()
            done = self._event(hit.start(), data[hit.start()], hit.group())
            if done is not None:
                return done

    def _event(self, at: int, first: int, text: bytes) -> Ending | None:
        if text == self.delimiter:
            return self._terminator(at)
        if first in _QUOTES:
            return self._quoted(at, text)
        if first == OPEN:
            self.parens += 1
        elif first == CLOSE:
            self.parens = max(0, self.parens - 1)
        elif first == NEWLINE:
            return self._line(at, text)
        elif first == DOLLAR:
            return self._dollar(at, text)
        elif text[:2] == b"/*":
            self.at = self.at if self.data[at + 2 : at + 3] == b"!" else self.place.comment_end(at)
        elif text == b"{#":
            self.at = self.place.jinja_end(at) or self.at
        elif self.body and (first >= NON_ASCII or chr(first).isalpha() or first == UNDERSCORE):
            return self._word(at, text.upper())
        return None

    def _terminator(self, at: int) -> Ending | None:
        if self.head.body == RULE and self.parens:
            return None
        if self.body and (self.depth > 0 or not self.seen):
            return None
        if self.delimiter != b";" and self._alone(at):  # as a lone slash, it is no part of the statement
            return Ending(at, at)
        return Ending(
            at, at + len(self.delimiter), "unbalanced_parenthesis" if self.parens and self.delimiter == b";" else None
        )

    def _alone(self, at: int) -> bool:
        line = self.data.find(b"\n", at, self.end)
        behind = self.data[at + len(self.delimiter) : self.end if line < 0 else line]
        return begins_line(self.data, at) and not behind.strip()

    def _quoted(self, at: int, text: bytes) -> Ending | None:
        data = self.data
        before = data[at - 1 : at]
        if before in b"qQ" and before and (stop := self.place.bracket_end(at)) is not None:
            self.at = stop
            return None
        if (
            text[:1] == b"'"
            and not self.dialect.backslash
            and before in b"eE"
            and before
            and not data[at - 2 : at - 1].isalnum()
        ):
            hit = ESCAPED_STRING.match(data, at, self.end)
            if hit is not None:
                text, self.at = hit.group(), hit.end()
        closed = len(text) > 1 and text[-1] == text[0]
        suspicious = self.recover and b"\n" in text and (hit := RESYNC.search(data, at, self.at)) is not None
        if closed and not suspicious:
            return None
        hit = RESYNC.search(data, at, self.end)
        if hit is not None and (self.recover or not closed):
            return Ending(hit.start(), hit.start() + 1, "unclosed_quote")
        return None if closed else Ending(self.end, self.end, "unclosed_quote")

    def _dollar(self, at: int, tag: bytes) -> Ending | None:
        if data_before(self.data, at):
            return None
        close = self.data.find(tag, self.at, self.end)
        if close >= 0:
            self.at = close + len(tag)
            return None
        hit = RESYNC.search(self.data, self.at, self.end) if self.recover else None
        return (
            Ending(hit.start(), hit.start() + 1, "unclosed_quote")
            if hit
            else Ending(self.end, self.end, "unclosed_quote")
        )

    def _word(self, at: int, word: bytes) -> Ending | None:
        if self.data[at - 1 : at] in {b".", b"@", b":"} or (self.depth == 0 and word != b"BEGIN"):
            return None
        if word == b"BEGIN":
            after = _WORD_AFTER.match(self.data, self.at, min(self.end, self.at + _NEAR))
            if after is None or after.group(1).upper() not in {b"TRAN", b"TRANSACTION", b";"}:
                self.depth, self.seen = self.depth + 1, True
        elif word == b"CASE":
            self.depth += 1 if self.depth else 0
        elif word == b"END" and self.depth:
            return self._end()
        return None

    def _end(self) -> Ending | None:
        after = _WORD_AFTER.match(self.data, self.at, min(self.end, self.at + _NEAR))
        following = after.group(1).upper() if after else b""
        if following in _NOT_BLOCK and after is not None and self.depth > 0:
            self.at = after.end()
            return None
        self.depth -= 1
        if following == b"CASE" and after is not None:
            self.at = after.end()
        if self.depth == 0 and self.dialect.batches and following not in {b";", b"ELSE", b"BEGIN", b"CATCH", b"TRY"}:
            return Ending(self.at, self.at)
        return None

    def _line(self, at: int, text: bytes) -> Ending | None:
        """A newline before something that may end the statement: GO, a lone slash, or a word that opens a statement."""
        word = text.lstrip()
        if word[:1] == b"#":
            return None
        begin = self.at - len(word)
        if word[:2].upper() == b"GO" and not word[2:3].isalnum() and word[:3].upper() != b"GRA":
            return Ending(at, at, "unbalanced_parenthesis" if self.parens else None) if self.dialect.batches else None
        if word[:1] == b"/":
            return Ending(at, at, "unbalanced_parenthesis" if self.parens else None) if self.dialect.slash else None
        self.at = begin + (0 if self.body else len(word))
        if self.body and not (self.recover and begin == at + 1):
            return None
        return self._forgotten(at, begin)

    def _forgotten(self, at: int, begin: int) -> Ending | None:
        """Was the terminator before this line forgotten (or, in T-SQL, left out by right)?"""
        if self.delimiter != b";" or self.head.first in _CONTINUED_HEADS or self.head.schema:
            return None
        if _PART_OF_ALTER.match(self.data, begin, self.end):
            return None
        free = self.dialect.batches and self.parens == 0 and not self.body
        certain = begin == at + 1 and MISSING.match(self.data, begin, self.end) is not None
        if not (free or certain) or self._continues(at):
            return None
        if (
            free
            and not certain
            and self.data[begin : begin + 6].upper() in {b"UPDATE", b"DELETE"}
            and self.head.first == "CREATE"
        ):
            return None
        return Ending(at, at, None if free else "missing_terminator")

    def _continues(self, at: int) -> bool:
        """Tell whether the text before `at` asks for more."""
        before = re.sub(rb"--[^\n]*", b"", self.data[max(self.start, at - 200) : at]).rstrip()
        if before.endswith(b"*/"):
            before = before[: max(0, before.rfind(b"/*"))].rstrip()
        if not before or before[-1:] in b",(=+-*/<>|.":
            return True
        return re.split(rb"[^\w]+", before)[-1].upper() in _CONTINUES

    def _at_the_end(self) -> Ending:
        if self.body and self.depth > 0:
            hit = RESYNC.search(self.data, self.start, self.end) if self.recover else None
            broken_at = hit.start() if hit else self.end
            return Ending(broken_at, broken_at + 1 if hit else self.end, "unclosed_body")
        return Ending(self.end, self.end, "unbalanced_parenthesis" if self.parens else None)


def data_before(data: bytes, at: int) -> bool:
    """Tell whether a dollar sign at `at` belongs to the word before it (`a$b$`), so that it opens no quote."""
    before = data[at - 1 : at]
    return before.isalnum() or before == b"_" or before >= b"\x80"
