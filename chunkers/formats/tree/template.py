"""Template text inside YAML, masked: Go and Jinja actions become blanks or filler of the same length, so that places stay true.

Takes bytes, gives bytes of equal length and the lines that hold nothing but actions; evaluates nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.formats.tree.byte import BLANK, CURLY, DOLLAR, FILLER, NEWLINE
from chunkers.span import Lines

_BARE = re.compile(rb"^(?![ \t]*+#)(?:[ \t]*+\{[{%]|[^\n\"'#]*?(?:[:\-=][ \t]++|[\w./])\{\{(?!\{))", re.MULTILINE)
_QUOTED = re.compile(rb"^(?![ \t]*+#)[^\n]*?(?<!\$)\{\{", re.MULTILINE)
_NESTS = re.compile(rb":[ \t]++\Z")
_COMMENT = re.compile(rb"\{\{-?\s*/\*")
_OPEN = re.compile(rb"\{[{%]")
_CHART = re.compile(r"(?:^|/)charts?/(?:[^/]+/)*templates/|(?:^|/)templates/(?:[^/]+/)*[^/]+\.(?:yaml|yml|tpl)$")


@dataclass(frozen=True, slots=True)
class Masked:
    """`data` has the length of the original; `actions` are its 1-based lines that hold template actions only.

    `templated` tells whether any action stands outside comments, quoted ones (which need no mask) included.
    """

    data: bytes
    actions: frozenset[int] = frozenset()
    templated: bool = False


def is_chart_template(path: str) -> bool:
    """Tell whether a path lies where Helm keeps templates."""
    return _CHART.search(path) is not None


def mask(data: bytes, path: str, lines: Lines) -> Masked:
    """Mask the template actions of `data` when it is a template: by place, or because an action stands outside quotes."""
    if b"{{" not in data and b"{%" not in data:
        return Masked(data)
    if not _BARE.search(data) and not (is_chart_template(path) and b"{{" in data):
        return Masked(data, templated=_QUOTED.search(data) is not None)
    masked = bytearray(data)
    spans = _spans(data)
    for start, end in spans:
        filler = BLANK if _brings_entries(data, start, end) else FILLER
        masked[start:end] = bytes(NEWLINE if byte == NEWLINE else filler for byte in data[start:end])
    actions = _action_lines(data, lines, spans)
    for line in actions:
        start, end = lines.start(line), lines.end(line)
        masked[start:end] = bytes(byte if byte in b"\r\n" else BLANK for byte in data[start:end])
    return Masked(bytes(masked), frozenset(actions), templated=bool(spans))


def _brings_entries(data: bytes, start: int, end: int) -> bool:
    """Tell whether an action behind a key writes indented lines: then the key still waits for its entries."""
    if b"indent" not in data[start:end] or data[end : end + 1] not in (b"\n", b"\r", b""):
        return False
    return _NESTS.search(data, max(0, start - 40), start) is not None


def _spans(data: bytes) -> list[tuple[int, int]]:
    """Return the byte ranges of all actions; `${{ }}` of CI systems is no action."""
    found: list[tuple[int, int]] = []
    opener = _OPEN.search(data)
    while opener:
        start, at = opener.start(), opener.end()
        if start == 0 or data[start - 1] != DOLLAR:
            comment = _COMMENT.match(data, start)
            closer = b"*/" if comment else b"}}" if data[start + 1] == CURLY else b"%}"
            end = data.find(closer, at)
            if comment and end >= 0:
                end = data.find(b"}}", end)
            if end < 0:
                break
            at = end + 2
            found.append((start, at))
        opener = _OPEN.search(data, at)
    return found


def _action_lines(data: bytes, lines: Lines, spans: list[tuple[int, int]]) -> list[int]:
    """Return the lines on which nothing but actions stands; actions may span lines."""
    rest = bytearray(data)
    touched: set[int] = set()
    for start, end in spans:
        rest[start:end] = bytes(NEWLINE if byte == NEWLINE else BLANK for byte in data[start:end])
        touched.update(range(lines.line_at(start), lines.line_at(end - 1) + 1))
    return [line for line in sorted(touched) if not rest[lines.start(line) : lines.end(line)].strip()]
