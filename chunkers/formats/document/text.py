"""Plain text with underlined titles -> `Outline`, read by the title rules of reStructuredText and nothing else of it.

Text without such titles is not read here: the windows of the last resort cut it at paragraphs.
"""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.formats.document.outline import Link, Outline
from chunkers.formats.document.paragraphs import text_lines
from chunkers.formats.document.rst.scanner import RstScanner
from chunkers.source import CleanText

_UNDERLINED = re.compile(
    rb"(?:\A|\n[ \t]*\r?\n)[^\s\-=~^*#+.][^\n]{0,100}\n(={3,}|-{3,}|~{3,}|\*{3,}|\^{3,})[ \t]*\r?(?:\n|\Z)"
)
_URL = re.compile(rb"\bhttps?://[^\s<>()\[\]\"'`]{1,1000}")
_LOOK = 200_000
_TITLES = 2


def has_titles(data: bytes) -> bool:
    """Tell whether a plain text has at least two underlined titles near its head."""
    found = _UNDERLINED.finditer(data, 0, _LOOK)
    return sum(1 for _ in zip(range(_TITLES), found, strict=False)) == _TITLES


def read(path: str, clean: CleanText) -> Outline:
    """Return the outline of a plain text with underlined titles."""
    del path
    scanner = RstScanner(text_lines(clean.data))
    scanner.scan()
    blocks = (replace(block, head=0) if block.kind == "code" else block for block in scanner.blocks)
    links = (
        Link("url", m.group().decode("utf-8", "replace").rstrip(".,;:!?"), *m.span()) for m in _URL.finditer(clean.data)
    )
    return Outline(format="text", blocks=tuple(blocks), links=tuple(links))
