"""Links, code spans and ADR names in Markdown text: found by their marks, then by their words, code blocks left out.

Takes clean text and the byte ranges of code, gives links with byte offsets. Reference links get the target of their definition.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from chunkers.formats.document.outline import Link
from chunkers.formats.document.reference import code_link, named_record

_TARGET = rb"\s{0,3}(?P<target><[^<>\n]{0,2000}>|(?:[^()\s<]|\([^()\s]{0,500}\)){1,2000})"
_FIND = re.compile(  # every alternative starts with its own literal byte: the search skips all other bytes in C
    rb"\\(?P<escape>[\\`\[\]<!])"
    rb"|`(?P<ticks>`*)"
    rb"|\](?P<inline>\(" + _TARGET + rb")"
    rb"|\[(?P<use>(?P<label>[^\[\]\n]{1,200})\](?![(:])(?:\[(?P<full>[^\[\]\n]{0,200})\])?)"
    rb"|<(?P<auto>(?:https?|ftp|mailto):[^<>\s]{1,2000}>)"
)
_PLAIN = (  # searched one by one, each from its literal start
    re.compile(rb"https?://[^\s<>()\[\]\"'`]{1,2000}(?:\([^\s<>()]{0,200}\)[^\s<>()\[\]\"'`]{0,200})?"),
    re.compile(rb"href=[\"'](?P<value>[^\"'\s<>]{1,2000})[\"']"),
    re.compile(rb"src=[\"'](?P<value>[^\"'\s<>]{1,2000})[\"']"),
    re.compile(rb"ADR[- #]{0,2}\d{1,8}\b"),
)
_DEFINITION = re.compile(
    rb"^ {0,3}\[(?P<label>(?:[^\\\[\]\n]|\\.){1,200})\]:[ \t]{0,9}\n?[ \t]{0,9}(?P<target><[^<>\n]{0,2000}>|[^\s<]\S{0,2000})",
    re.MULTILINE,
)
_TICKS: dict[int, re.Pattern[bytes]] = {n: re.compile(rb"(?<!`)`{%d}(?!`)" % n) for n in range(1, 9)}
_PARAGRAPH_END = re.compile(rb"\n[ \t]*\r?\n")
_CODE_SPAN_LIMIT = 2000
_TEXT_LIMIT = 1000


def links(data: bytes, code: Sequence[tuple[int, int]]) -> tuple[Link, ...]:
    """Return every target the text names outside `code` (sorted byte ranges), in source order."""
    links_pass = _Pass(data)
    for low, high in _outside(len(data), code):
        links_pass.read(low, high)
    return links_pass.finished()


class _Pass:
    """One pass over the text; knows its link definitions."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._found: list[Link] = []
        self._used: set[bytes] = set()
        self._taken: list[tuple[int, int]] = []  # code spans and link targets: nothing in them is read again
        self._definitions: dict[bytes, tuple[bytes, int, int]] = {}
        for found in _DEFINITION.finditer(data):
            if not found.group("label").startswith(b"^"):
                self._definitions.setdefault(
                    _label(found.group("label")), (found.group("target"), *found.span("target"))
                )

    def read(self, low: int, high: int) -> None:
        """Collect the links of one stretch of text."""
        at, taken = low, len(self._taken)
        while found := _FIND.search(self._data, at, high):
            at = found.end()
            kind = found.lastgroup
            if kind == "ticks":
                at = self._code_span(found, high)
            elif found.group("use"):
                at = found.end() if self._use(found) else found.start() + 1
            elif kind != "escape":
                self._marked(found)
        for pattern in _PLAIN:
            self._plain(pattern, low, high, taken)

    def finished(self) -> tuple[Link, ...]:
        """Return all links; a definition that nothing uses counts where it stands, and its target is no bare address."""
        targets = {(start, end) for _, start, end in self._definitions.values()}
        found = [link for link in self._found if link.kind != "url" or (link.start, link.end) not in targets]
        found += [
            _link(target, start, end)
            for label, (target, start, end) in self._definitions.items()
            if label not in self._used
        ]
        return tuple(sorted(found, key=lambda link: (link.start, link.end, link.kind)))

    def _code_span(self, opened: re.Match[bytes], high: int) -> int:
        """Take a code span inside one paragraph; return where reading goes on."""
        start, limit = opened.end(), min(high, opened.end() + _CODE_SPAN_LIMIT)
        pattern = _TICKS.get(len(opened.group()))
        close = pattern.search(self._data, start, limit) if pattern else None
        if close is None or _PARAGRAPH_END.search(self._data, start, close.start()):
            return start
        self._taken.append((start, close.start()))
        link = code_link(self._data[start : close.start()].decode("utf-8", "replace"), start, close.start())
        if link:
            self._found.append(link)
        return close.end()

    def _opened(self, close: int) -> bool:
        """Tell whether the bracket that closes at `close` was opened near by, not as an escaped one."""
        opened = self._data.rfind(b"[", max(0, close - _TEXT_LIMIT), close)
        return opened == 0 or (opened > 0 and self._data[opened - 1 : opened] != b"\\")

    def _use(self, found: re.Match[bytes]) -> bool:
        """Take a reference link when its label is defined; tell whether it was."""
        label = _label(found.group("full") or found.group("label"))
        if label in self._definitions:
            self._used.add(label)
            self._found.append(_link(self._definitions[label][0], *found.span()))
        return label in self._definitions

    def _marked(self, found: re.Match[bytes]) -> None:
        """Take an inline link or an autolink."""
        if found.group("inline"):
            self._taken.append(found.span("target"))
            if self._opened(found.start()):
                self._found.append(_link(found.group("target"), *found.span("target")))
        elif found.group("auto"):
            self._taken.append(found.span())
            self._found.append(
                Link("url", found.group()[1:-1].decode("utf-8", "replace"), found.start() + 1, found.end() - 1)
            )

    def _plain(self, pattern: re.Pattern[bytes], low: int, high: int, taken: int) -> None:
        """Take addresses, HTML attributes and decision records that stand in none of the ranges taken since `taken`."""
        for found in pattern.finditer(self._data, low, high):
            if self._data[found.start() - 1 : found.start()].isalnum():
                continue
            place = bisect_right(self._taken, (found.start(), len(self._data)), taken) - 1
            if place >= taken and found.start() < self._taken[place][1]:
                continue
            if "value" in pattern.groupindex:
                self._found.append(_link(found.group("value"), *found.span("value")))
            elif found.group().startswith(b"ADR"):
                self._found.append(named_record(found.group().decode(), *found.span()))
            else:
                text = found.group().rstrip(b".,;:!?*_")
                self._found.append(
                    Link("url", text.decode("utf-8", "replace"), found.start(), found.start() + len(text))
                )


def _link(target: bytes, start: int, end: int) -> Link:
    text = target.decode("utf-8", "replace")
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1]
    return Link("link", text.replace("\\", "") if "\\" in text else text, start, end)


def _label(label: bytes) -> bytes:
    return b" ".join(label.split()).lower()


def _outside(size: int, code: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = 0
    for low, high in code:
        if low > at:
            yield at, low
        at = max(at, high)
    if at < size:
        yield at, size
