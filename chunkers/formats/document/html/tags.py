"""One pass over the tags of a page: headings, parts that hide them, wrapper tags.

Takes bytes, gives byte ranges. A part that is never closed runs to the end, as browsers read it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FIND = re.compile(
    rb"<(?P<comment>!--)|<(?P<hide>script|style|template|textarea|xmp)(?=[\s/>])|<h(?P<level>[1-6])(?=[\s>])|<(?P<wrap>/?(?:html|body))(?=[\s>])"
    rb"|<(?P<head>head)(?=[\s>])|<(?P<doctype>!doctype)\b",
    re.IGNORECASE,
)
_INNER = re.compile(rb"<!--.*?-->|<[^<>]*>", re.DOTALL)
_BREAK = re.compile(rb"<br\b[^<>]*>", re.IGNORECASE)
_HEADING_LIMIT = 4000


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading element: its range, level and text content (entities kept)."""

    start: int
    end: int
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A part whose text is no text of the page. `inner`..`close` is its content."""

    tag: bytes
    start: int
    inner: int
    close: int
    end: int


class PageScanner:
    """Reads a page once; `headings`, `hidden` and `wrappers` are sorted by place."""

    __slots__ = ("_ends", "_missing", "data", "headings", "hidden", "wrappers")

    def __init__(self, data: bytes) -> None:
        """Take the bytes of a page."""
        self.data = data
        self.headings: list[Heading] = []
        self.hidden: list[Hidden] = []
        self.wrappers: list[tuple[int, int]] = []
        self._ends: dict[bytes, re.Pattern[bytes]] = {}
        self._missing: set[bytes] = set()

    def scan(self) -> None:
        """Read all tags."""
        at = 0
        while found := _FIND.search(self.data, at):
            kind = found.lastgroup
            if kind == "comment":
                at = self._hide(found.start(), b"!--", found.end(), b"-->")
            elif kind == "hide":
                tag = found.group("hide").lower()
                at = self._hide(found.start(), tag, self._tag_end(found.end()), b"</" + tag)
            elif kind == "level":
                at = self._heading(found)
            elif kind == "head":
                at = self._head(found.start())
            else:
                at = self._tag_end(found.end())
                self.wrappers.append((found.start(), at))

    def _tag_end(self, at: int) -> int:
        end = self.data.find(b">", at)
        return end + 1 if end >= 0 else len(self.data)

    def _hide(self, start: int, tag: bytes, inner: int, closer: bytes) -> int:
        close = self._find(closer, inner)
        end = close + len(closer) if closer == b"-->" else self._tag_end(close)
        self.hidden.append(Hidden(tag, start, inner, close, min(end, len(self.data))))
        return self.hidden[-1].end

    def _find(self, closer: bytes, at: int) -> int:
        """Return where `closer` stands, letter case ignored; the end of the text when nowhere."""
        if closer in self._missing:
            return len(self.data)
        pattern = self._ends.setdefault(closer, re.compile(re.escape(closer), re.IGNORECASE))
        found = pattern.search(self.data, at)
        if found is None:
            self._missing.add(closer)
        return found.start() if found else len(self.data)

    def _heading(self, found: re.Match[bytes]) -> int:
        """Take a heading up to its end tag; one that is not closed near by is no heading."""
        inner = self._tag_end(found.end())
        closer = b"</h" + found.group("level")
        close = self._near(closer, inner)
        if close < 0:
            return inner
        end = self._tag_end(close)
        text = _INNER.sub(b"", _BREAK.sub(b" ", self.data[inner:close])).decode("utf-8", "replace")
        self.headings.append(Heading(found.start(), end, int(found.group("level")), text))
        return end

    def _near(self, closer: bytes, at: int) -> int:
        window = self.data[at : at + _HEADING_LIMIT].lower()
        place = window.find(closer)
        return at + place if place >= 0 else -1

    def _head(self, start: int) -> int:
        """Take the head element whole: metadata of the page, no section."""
        close = self._find(b"</head", start)
        end = self._tag_end(close) if close < len(self.data) else self._tag_end(start)
        self.wrappers.append((start, end))
        return end
