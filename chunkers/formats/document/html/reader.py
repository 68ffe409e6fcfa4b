"""HTML text -> `Outline`: headings h1 to h6 outside script, style, template and comments; wrapper lines stand apart."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from chunkers.formats.document.generated import comment_text, note_lines, regions, whole_document
from chunkers.formats.document.html.boxes import boxes
from chunkers.formats.document.html.tags import Hidden, PageScanner
from chunkers.formats.document.inline import shortened
from chunkers.formats.document.outline import UNTITLED, Block, Code, Link, Outline
from chunkers.formats.document.paragraphs import text_lines, with_gaps
from chunkers.formats.document.reference import code_link
from chunkers.source import CleanText
from chunkers.span import Lines

_TAG = re.compile(rb"<[^<>]*>")
_LINK = re.compile(
    rb"\s(?:href|src)\s{0,9}=\s{0,9}(?:\"([^\"<>]{1,2000})\"|'([^'<>]{1,2000})'|([^\s\"'<>]{1,2000}))", re.IGNORECASE
)
_CODE = re.compile(rb"<code\b[^<>]*>([^<>]{1,300})</code", re.IGNORECASE)
_SHOWS = re.compile(rb"<(?:img|input|iframe|video|audio|object|embed|svg|canvas|select|button|hr)\b", re.IGNORECASE)
_ROW = re.compile(rb"\s*<(?:tr|li|p|div|section|article|h[1-6]|dt|pre|table|ul|ol|blockquote)\b", re.IGNORECASE)
_HEAD_LINES = 12


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of an HTML page."""
    del path
    lines = text_lines(clean.data)
    scanner = PageScanner(clean.data)
    scanner.scan()
    apart = _apart(scanner, clean.lines, lines)
    headings = list(_headings(scanner, clean.lines))
    comments = [
        (number, text)
        for number, line in enumerate(lines, 1)
        if line.lstrip().startswith(b"<!--") and (text := comment_text(line)) is not None
    ]
    found = regions(comments)
    solid = sorted([*headings, *boxes(lines, headings, scanner.hidden, clean.lines)], key=lambda block: block.first)
    blocks = (_seamed(block, lines) for block in with_gaps(lines, solid, 1, len(clean.lines)))
    return Outline(
        format="html",
        blocks=tuple(blocks),
        codes=tuple(_codes(scanner.hidden, clean.lines)),
        links=tuple(sorted(_named(clean.data, scanner.hidden), key=lambda link: link.start)),
        regions=found,
        apart=apart | note_lines(found, comments),
        silent=_silent(scanner.hidden, clean.lines, lines),
        generator=whole_document(text for line, text in comments if line <= _HEAD_LINES),
    )


def _headings(scanner: PageScanner, lines: Lines) -> Iterator[Block]:
    """Yield heading blocks; of several headings on one line the first opens a section."""
    taken = 0
    for heading in scanner.headings:
        first, last = lines.line_at(heading.start), lines.last_line_of(heading.start, heading.end)
        if first > taken:
            followed = bool(_TAG.sub(b"", scanner.data[heading.end : lines.end(last)]).strip())
            yield Block(
                "heading",
                first,
                last,
                heading.level,
                shortened(html.unescape(heading.text)) or UNTITLED,
                followed=followed,
            )
            taken = last


def _silent(hidden: list[Hidden], lines: Lines, texts: list[bytes]) -> frozenset[int]:
    """Return the lines of tags alone; what shows without text (images, frames, form fields) and hidden parts with content count as text."""
    loud = {
        line
        for part in hidden
        for line in range(lines.line_at(part.start), lines.last_line_of(part.start, part.end) + 1)
    }
    return frozenset(
        number for number, text in enumerate(texts, 1)
        if number not in loud and text.lstrip().startswith(b"<") and not _SHOWS.search(text) and not _TAG.sub(b"", text).strip()
    )  # fmt: skip


def _apart(scanner: PageScanner, lines: Lines, texts: list[bytes]) -> frozenset[int]:
    """Return the wrapper lines: doctype, the head, html and body tags, and tags without any text before the first heading."""
    inner: set[int] = set()
    edges: set[int] = set()
    for start, end in scanner.wrappers:
        first, last = lines.line_at(start), lines.last_line_of(start, end)
        inner.update(range(first + 1, last))
        edges.update((first, last))
        inner.update(line for line in (first, last) if _covers(scanner.data, lines, line, start, end))
    apart = inner | {line for line in edges if _only_wrappers(texts[line - 1])}
    top = lines.line_at(scanner.headings[0].start) if scanner.headings else 0
    if top and not _visible(scanner, lines.start(top)):
        apart.update(range(1, top))
    return frozenset(apart)


def _covers(data: bytes, lines: Lines, line: int, start: int, end: int) -> bool:
    """Tell whether nothing but bytes start..end stands on a line."""
    low, high = lines.start(line), lines.end(line)
    return not data[low : max(low, start)].strip() and not data[min(end, high) : high].strip()


_WRAPPER = re.compile(
    rb"(?:\s|<!doctype[^<>]*>|</?(?:html|head|body)\b[^<>]*>|<(?:title|meta|link|base)\b[^<>]*>(?:[^<>]*</title>)?)*$",
    re.IGNORECASE,
)


def _only_wrappers(line: bytes) -> bool:
    return _WRAPPER.match(line) is not None


def _visible(scanner: PageScanner, end: int) -> bool:
    """Tell whether any text stands before offset `end`, tags, hidden parts and the head left out."""
    at = 0
    for start, stop in sorted([*((h.start, h.end) for h in scanner.hidden), *scanner.wrappers, (end, end)]):
        if start > end:
            break
        if start > at and _TAG.sub(b"", scanner.data[at:start]).strip():
            return True
        at = max(at, stop)
    return False


def _seamed(block: Block, lines: list[bytes]) -> Block:
    """Give a run of markup the lines at which it is best cut."""
    if block.kind != "paragraph":
        return block
    seams = tuple(number for number in range(block.first + 1, block.last + 1) if _ROW.match(lines[number - 1]))
    return Block("html", block.first, block.last, seams=seams)


def _codes(hidden: list[Hidden], lines: Lines) -> Iterator[Code]:
    """Yield scripts and styles that stand on lines of their own."""
    for part in hidden:
        language = {b"script": "javascript", b"style": "css"}.get(part.tag)
        first, last = lines.line_at(part.inner) + 1, lines.line_at(part.close) - 1
        if language and first <= last:
            yield Code(language, first, last)


def _named(data: bytes, hidden: list[Hidden]) -> Iterator[Link]:
    """Yield the links of a page, and what its code elements name."""
    yield from _links(data, hidden)
    for start, end in _gaps(hidden, len(data)):
        for found in _CODE.finditer(data, start, end):
            link = code_link(html.unescape(found.group(1).decode("utf-8", "replace")), *found.span(1))
            if link:
                yield link


def _gaps(hidden: list[Hidden], size: int) -> Iterator[tuple[int, int]]:
    """Yield what lies between the hidden parts."""
    at = 0
    for part in hidden:
        yield at, part.start
        at = max(at, part.end)
    yield at, size


def _links(data: bytes, hidden: list[Hidden]) -> Iterator[Link]:
    comments = [(part.start, part.end) for part in hidden if part.tag in {b"!--", b"script", b"style"}]
    ranges = iter((*comments, (len(data), len(data))))
    low, high = next(ranges)
    for found in _LINK.finditer(data):
        while found.start() >= high and high < len(data):
            low, high = next(ranges)
        inside = low < found.start() < high
        group = next(number for number in (1, 2, 3) if found.group(number) is not None)
        target = html.unescape(found.group(group).decode("utf-8", "replace")).strip()
        if not inside and target and "{{" not in target and "{%" not in target and not target.startswith("data:"):
            yield Link("link", target, *found.span(group))
