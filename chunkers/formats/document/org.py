"""Org text -> `Outline`: headlines outside blocks, source blocks, links."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunkers.formats.document.inline import shortened
from chunkers.formats.document.outline import Block, Code, Link, Outline
from chunkers.formats.document.paragraphs import text_lines, with_gaps
from chunkers.formats.document.reference import code_link, named_record
from chunkers.source import CleanText

_HEADLINE = re.compile(rb"(\*{1,20})[ \t]+(\S.*)$")
_BEGIN = re.compile(rb"[ \t]*#\+begin_(\w+)(?:[ \t]+([\w+#-]+))?", re.IGNORECASE)
_KEYWORD = re.compile(rb"[ \t]*#\+(\w+):[ \t]*(\S.*)")
_STATE = re.compile(r"(?:TODO|DONE|NEXT|WAITING|CANCELLED|CANCELED|STARTED|HOLD)\s+")
_PRIORITY = re.compile(r"\[#\w\]\s*")
_TAGS = re.compile(r"\s+:[\w@#%:]+:\s*$")
_LINK = re.compile(r"\[\[[^\[\]]{1,1000}\]\[([^\[\]]{1,500})\]\]|\[\[([^\[\]]{1,1000})\]\]")
_MARKS = re.compile(r"(?<!\w)([*/_=~+])(\S(?:[^\n]{0,200}?\S)?)\1(?!\w)")
_FIND = re.compile(
    rb"\[\[(?:file:)?(?P<link>[^\[\]\n]{1,1000})\]|(?<!\w)[=~](?P<code>[^=~\s][^=~\n]{0,150})[=~](?!\w)"
    rb"|(?P<url>\bhttps?://[^\s<>()\[\]\"'`]{1,1000})|(?P<adr>\bADR[- #]{0,2}\d{1,8}\b)"
)
_KEYWORD_LINES = 40
_ROW = re.compile(rb"[ \t]*\|")
_RULE = re.compile(rb"[ \t]*\|-")


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of an Org file."""
    del path
    lines = text_lines(clean.data)
    blocks, codes = _scan(lines)
    keywords = (_KEYWORD.match(line) for line in lines[:_KEYWORD_LINES])
    code = [(clean.lines.start(b.first), clean.lines.end(b.last)) for b in blocks if b.kind == "code"]
    return Outline(
        format="org",
        blocks=with_gaps(lines, blocks, 1, len(clean.lines)),
        codes=tuple(codes),
        links=tuple(_links(clean.data, code)),
        fields=tuple(
            (m.group(1).decode().lower(), m.group(2).decode("utf-8", "replace").strip()) for m in keywords if m
        ),
    )


def _scan(lines: Sequence[bytes]) -> tuple[list[Block], list[Code]]:
    """Return headlines and blocks; a block that is never closed is text."""
    ends: dict[bytes, list[int]] = {}  # lines of each kind of end, the nearest last
    for number in range(len(lines), 0, -1):
        text = lines[number - 1].strip().lower()
        if text.startswith(b"#+end_") and text[6:].strip():
            ends.setdefault(text[6:].split(maxsplit=1)[0], []).append(number)
    blocks: list[Block] = []
    codes: list[Code] = []
    number = 1
    while number <= len(lines):
        line = lines[number - 1]
        headline, begin = _HEADLINE.match(line), _BEGIN.match(line)
        if headline:
            blocks.append(
                Block(
                    "heading",
                    number,
                    number,
                    len(headline.group(1)),
                    plain(headline.group(2).decode("utf-8", "replace")),
                )
            )
        elif begin:
            end = _end(ends.get(begin.group(1).lower(), []), number)
            if end:
                source = begin.group(1).lower() in {b"src", b"example", b"export"}
                blocks.append(Block("code" if source else "quote", number, end, head=1))
                if source and begin.group(2) and end > number + 1:
                    codes.append(Code(begin.group(2).decode("utf-8", "replace").lower(), number + 1, end - 1))
                number = end
        elif _ROW.match(line):
            blocks.append(_table(lines, number))
            number = blocks[-1].last
        number += 1
    return blocks, codes


def _table(lines: Sequence[bytes], first: int) -> Block:
    """Return the table that starts on line `first`; what stands above its first rule is its header."""
    last = first
    while last < len(lines) and _ROW.match(lines[last]):
        last += 1
    rule = next((n for n in range(first + 1, last) if _RULE.match(lines[n - 1])), 0)
    head = rule - first + 1 if rule else 0
    return Block("table", first, last, head=head, seams=tuple(range(first + max(head, 1), last + 1)))


def _end(ends: list[int], number: int) -> int:
    """Return the first end line behind `number`, dropping those before it; 0 for none."""
    while ends and ends[-1] <= number:
        ends.pop()
    return ends[-1] if ends else 0


def plain(text: str) -> str:
    """Return a headline without its state word, priority, tags, link wrapping and marks."""
    text = _TAGS.sub("", _PRIORITY.sub("", _STATE.sub("", text, count=1), count=1))
    text = _LINK.sub(lambda found: found.group(1) or found.group(2), text)
    return shortened(_MARKS.sub(r"\2", text))


def _links(data: bytes, code: Sequence[tuple[int, int]]) -> Iterator[Link]:
    ranges = iter((*code, (len(data), len(data))))
    low, high = next(ranges)
    for found in _FIND.finditer(data):
        while found.start() >= high and high < len(data):
            low, high = next(ranges)
        if low <= found.start() < high:
            continue
        text = found.group(found.lastgroup or 0).decode("utf-8", "replace")
        start, end = found.span(found.lastgroup or 0)
        if found.lastgroup == "code":
            link = code_link(text, start, end)
            if link:
                yield link
        elif found.lastgroup == "adr":
            yield named_record(text, start, end)
        elif found.lastgroup == "url":
            yield Link("url", text.rstrip(".,;:!?*_"), start, end)
        else:
            yield Link("link", text.partition("::")[0], start, end)
