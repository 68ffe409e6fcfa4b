"""The definitions of a GraphQL document with their fields, by the grammar of the specification, one definition at a time.

Takes bytes, gives a `Document`. What does not read belongs to the definition before it and is noted; the next definition starts clean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.graphql.fields import Field, read_fields, type_names
from chunkers.formats.graphql.scanner import DOCUMENT_WORDS, TYPE_WORDS, Scan, Token, scan
from chunkers.formats.lexing.comments import begins_line, unit_start
from chunkers.formats.lexing.lines import end_with_comment, one_line

TAIL = re.compile(rb"[ \t,]*#[^\n]*")
_BODIES = frozenset({"schema", "type", "interface", "enum", "input"})


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition. `start` includes comments and description, `word` is its keyword; `uses` are (name, offset) of what it names."""

    keyword: str
    name: str
    title: str
    start: int
    word: int
    name_at: int
    head_end: int
    end: int
    signature: str
    extends: bool = False
    body: tuple[int, int] | None = None
    fields: tuple[Field, ...] = ()
    uses: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class Document:
    """The definitions of a file in source order and the ranges that do not read."""

    definitions: list[Definition] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)


def read_document(data: bytes, *, leading_comments: bool = True, start: int = 0, end: int | None = None) -> Document:
    """Read `data[start:end]`; all offsets count from the start of `data`."""
    scanned = scan(data, start, end)
    document = Document(broken=list(scanned.broken))
    at = 0
    while at < len(scanned.tokens):
        at = _Definition(data, scanned, document, leading_comments=leading_comments).read(at)
    return document


class _Definition:
    """Reads one definition from token `at` on."""

    __slots__ = ("at", "data", "document", "leading_comments", "scanned", "tokens", "uses")

    def __init__(self, data: bytes, scanned: Scan, document: Document, *, leading_comments: bool) -> None:
        self.data, self.scanned, self.tokens, self.document = data, scanned, scanned.tokens, document
        self.leading_comments = leading_comments
        self.at = 0
        self.uses: list[tuple[str, int]] = []

    def read(self, at: int) -> int:
        """Add the definition at `at` (or note what stands there instead); return where the next one starts."""
        self.at = first = at
        while self._kind() == "string":
            self.at += 1
        extends = self._text() == "extend"
        self.at += extends
        word = self._text()
        executable = word in DOCUMENT_WORDS or self._kind() == "{"
        if not executable and word not in TYPE_WORDS:
            stop = self._skip(max(self.at, first + 1))
            self.document.broken.append((self.tokens[first].start, self.tokens[stop - 1].end))
            return stop
        keyword_at = self.at - extends
        body = self._executable() if executable else self._type_system(word)
        stop = self.at if body else self._skip(self.at)  # what stands behind a closed body is not this definition's
        if stop > self.at or not self._complete():
            low = self.at if stop > self.at else first
            self.document.broken.append((self.tokens[low].start, self.tokens[stop - 1].end))
        self._add(first, keyword_at, stop, body, extends=extends)
        return stop

    def _add(self, first: int, keyword_at: int, stop: int, body: tuple[int, int] | None, *, extends: bool) -> None:
        tokens, data = self.tokens, self.data
        keyword = "query" if tokens[keyword_at].kind == "{" else tokens[keyword_at + extends].text
        named = self._named(keyword_at + extends, keyword)
        name = named.text if named else ""
        start = tokens[first].start
        if self.leading_comments:
            start = unit_start(data, self.scanned.comments, start)
        inside = None
        if body:
            closed = body[1] < stop
            inside = (tokens[body[0]].end, tokens[body[1]].start if closed else tokens[body[1] - 1].end)
        head_end = tokens[body[0]].start if body else tokens[stop - 1].end
        fields: tuple[Field, ...] = ()
        if body and keyword in _BODIES:
            fields = read_fields(
                data, self.scanned, body, keyword, self.document.broken, leading_comments=self.leading_comments
            )
        self.document.definitions.append(
            Definition(
                keyword,
                name,
                _title(keyword, name, extends=extends),
                start,
                tokens[keyword_at].start,
                (named or tokens[keyword_at]).start,
                head_end,
                end_with_comment(data, tokens[stop - 1].end, TAIL),
                one_line(data[tokens[keyword_at].start : head_end]) or "query",
                extends,
                inside,
                fields,
                tuple(self.uses),
            )
        )

    def _named(self, at: int, keyword: str) -> Token | None:
        at += 2 if keyword == "directive" else 1
        token = self.tokens[at] if at < len(self.tokens) and self.tokens[at - 1].kind != "{" else None
        return token if token is not None and token.kind == "name" and keyword != "schema" else None

    def _type_system(self, word: str) -> tuple[int, int] | None:
        self.at += 1
        if word == "directive":
            self._directive()
            return None
        if word != "schema":
            self._take("name")
        if word in {"type", "interface"} and self._text() == "implements":
            self.at += 1
            self._names("&")
        self._directives()
        if word == "union" and self._take("="):
            self._names("|")
        return self._body() if word in _BODIES else None

    def _directive(self) -> None:
        self._take("@")
        self._take("name")
        if self._kind() == "(":
            self.uses += type_names(self.tokens, self.at + 1, self.scanned.closes[self.at])
            self.at = self._behind(self.at)
        if self._text() == "repeatable":
            self.at += 1
        if self._text() == "on":
            self.at += 1
            before = len(self.uses)
            self._names("|")
            del self.uses[before:]  # locations are no types

    def _executable(self) -> tuple[int, int] | None:
        if self._kind() != "{":
            fragment = self._text() == "fragment"
            self.at += 1
            self._take("name")
            if self._kind() == "(":
                self.uses += type_names(self.tokens, self.at + 1, self.scanned.closes[self.at])
                self.at = self._behind(self.at)
            if fragment and self._text() == "on":
                self.at += 1
                self._names("&")
            self._directives()
        body = self._body()
        if body:
            self._selections(body)
        return body

    def _selections(self, body: tuple[int, int]) -> None:
        """Fragments that are spread, type conditions, and the fields chosen at the root."""
        depth = 0
        for index in range(body[0] + 1, min(body[1], len(self.tokens))):
            token = self.tokens[index]
            if token.kind == "..." and index + 1 < len(self.tokens):
                after = self.tokens[index + 1]
                if after.text == "on" and index + 2 < len(self.tokens):
                    after = self.tokens[index + 2]
                if after.kind == "name":
                    self.uses.append((after.text, after.start))
            depth += (token.kind in {"{", "("}) - (token.kind in {"}", ")"})
            if (
                depth == 0
                and token.kind == "name"
                and self.tokens[index - 1].kind not in {"...", "@"}
                and self.tokens[index - 1].text != "on"
            ):
                if index + 1 < len(self.tokens) and self.tokens[index + 1].kind == ":":
                    continue  # an alias
                self.uses.append((f".{token.text}", token.start))

    def _body(self) -> tuple[int, int] | None:
        if self._kind() != "{":
            return None
        opening = self.at
        self.at = self._behind(opening)
        return opening, self.scanned.closes[opening]

    def _behind(self, opening: int) -> int:
        """Return the index behind the bracket that opens at `opening`."""
        closing = self.scanned.closes[opening]
        return closing if opening in self.scanned.unclosed else closing + 1

    def _directives(self) -> None:
        while self._kind() == "@" and self._kind(1) == "name":
            self.uses.append((f"@{self._text(1)}", self.tokens[self.at].start))
            self.at += 2
            if self._kind() == "(":
                self.at = self._behind(self.at)

    def _names(self, separator: str) -> None:
        self._take(separator)
        while self._kind() == "name":
            self.uses.append((self._text(), self.tokens[self.at].start))
            self.at += 1
            if not self._take(separator) and not (
                separator == "&" and self._kind() == "name" and not self._starts(self.at)
            ):
                break

    def _complete(self) -> bool:
        """Tell whether a definition may end before token `at`."""
        return self.tokens[self.at - 1].kind not in {"=", "|", "&", "@", ":"}

    def _skip(self, at: int) -> int:
        """Step over tokens until one may start a definition."""
        while at < len(self.tokens) and not self._starts(at):
            at = max(at + 1, self._behind(at)) if at in self.scanned.closes else at + 1
        return min(at, len(self.tokens))

    def _starts(self, at: int) -> bool:
        token = self.tokens[at]
        if token.kind == "{":
            return begins_line(self.data, token.start)
        while at < len(self.tokens) and self.tokens[at].kind == "string":
            at += 1
        if at >= len(self.tokens):
            return False
        if self.tokens[at].text == "extend" and at + 1 < len(self.tokens):
            at += 1
        word, following = self.tokens[at].text, self.tokens[at + 1].kind if at + 1 < len(self.tokens) else ""
        if self.tokens[at].kind != "name":
            return False
        if word == "directive":
            return following == "@"
        if word in {"schema", "query", "mutation", "subscription"}:
            return following in {"{", "@", "name", "("}
        return word in TYPE_WORDS | DOCUMENT_WORDS and following == "name"

    def _take(self, kind: str) -> bool:
        if self._kind() != kind:
            return False
        self.at += 1
        return True

    def _kind(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead].kind if self.at + ahead < len(self.tokens) else ""

    def _text(self, ahead: int = 0) -> str:
        return (
            self.tokens[self.at + ahead].text
            if self.at + ahead < len(self.tokens) and self._kind(ahead) == "name"
            else ""
        )


def _title(keyword: str, name: str, *, extends: bool) -> str:
    if keyword in {"query", "mutation", "subscription"}:
        return f"{keyword} {name or '(anonymous)'}"
    plain = f"fragment {name}" if keyword == "fragment" else f"@{name}" if keyword == "directive" else name or keyword
    return f"extend {plain}" if extends else plain
