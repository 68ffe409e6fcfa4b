"""AsciiDoc text -> `Outline`: blocks, code, links, header attributes, generator markers in comments."""

from __future__ import annotations

import re

from chunkers.formats.document.asciidoc.inline import links
from chunkers.formats.document.asciidoc.scanner import AsciiDocScanner
from chunkers.formats.document.generated import note_lines, regions, whole_document
from chunkers.formats.document.matter import fields as matter_fields
from chunkers.formats.document.matter import front_matter_end
from chunkers.formats.document.outline import Block, Outline
from chunkers.formats.document.paragraphs import text_lines
from chunkers.source import CleanText

_ATTRIBUTE = re.compile(rb":([A-Za-z][\w-]{0,60}):[ \t]+(\S.*)")
_FIELD_LINES = 40
_HEAD_LINES = 12


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of an AsciiDoc file."""
    del path
    lines = text_lines(clean.data)
    end = front_matter_end(lines)
    scanner = AsciiDocScanner(lines)
    scanner.scan(end + 1)
    code = [(clean.lines.start(b.first), clean.lines.end(b.last)) for b in scanner.blocks if b.kind == "code"]
    notes = (b.first for b in scanner.blocks if b.kind == "comment" and b.first == b.last)
    comments = [(line, lines[line - 1][2:].decode("utf-8", "replace").strip()) for line in notes]
    found = regions(comments)
    attributes = (_ATTRIBUTE.match(line) for line in lines[end : end + _FIELD_LINES])
    fields = tuple(
        (m.group(1).decode().lower(), m.group(2).decode("utf-8", "replace").strip()) for m in attributes if m
    )
    return Outline(
        format="asciidoc",
        blocks=tuple(scanner.blocks),
        codes=tuple(scanner.codes),
        links=tuple(links(clean.data, code)),
        regions=found,
        apart=note_lines(found, comments),
        matter=Block("matter", 1, end) if end else None,
        fields=(*(matter_fields(lines[1 : end - 1]) if end else ()), *fields),
        generator=whole_document(text for line, text in comments if line <= end + _HEAD_LINES),
    )
