"""Places on a YAML line: where text, keys, properties and lines end. Pure functions of bytes and an offset; nothing is remembered."""

from __future__ import annotations

import re

from chunkers.formats.tree.byte import COLON, HASH

_SPACES = re.compile(rb"[ \t]*+")
_INDENT = re.compile(rb" *+")
_MARKER = re.compile(rb"(?:---|\.\.\.)(?=[ \t\r\n]|\Z)")
_STOP = re.compile(rb"[ \t]#|\n")
_PROPERTY = re.compile(rb"[&!][^\s]*+[ \t]*+")
_KEY_END = re.compile(rb":(?=[ \t\r\n]|\Z)|[ \t]#|\n")
_SHORT_QUOTED = re.compile(rb"\"(?:[^\"\\\n]++|\\.)*+\"|'(?:[^'\n]++|'')*+'")
_KEY_LINE = re.compile(rb"(?:- )*+[\w.\-/]++[ ]?:(?:[ \t\r\n]|\Z)|- ")
AFTER_INDICATOR = (b" ", b"\t", b"\n", b"\r", b"")


def past(pattern: re.Pattern[bytes], data: bytes, position: int) -> int:
    """Return the offset behind the match of `pattern` at `position`, `position` itself when there is none."""
    match = pattern.match(data, position)
    return match.end() if match else position


def past_spaces(data: bytes, position: int) -> int:
    """Return the offset of the first byte that is no blank or tab."""
    return past(_SPACES, data, position)


def past_indent(data: bytes, position: int) -> int:
    """Return the offset of the first byte that is no blank."""
    return past(_INDENT, data, position)


def past_properties(data: bytes, position: int) -> int:
    """Return the offset behind white space, tags and anchors on this line."""
    position = past(_SPACES, data, position)
    match = _PROPERTY.match(data, position)
    while match:
        position = match.end()
        match = _PROPERTY.match(data, position)
    return position


def at_line_end(data: bytes, position: int) -> bool:
    """Tell whether only a comment or nothing follows; a `#` glued to text is not a comment."""
    if position >= len(data):
        return True
    byte = data[position]
    return byte in b"\r\n" or (byte == HASH and data[max(0, position - 1) : position] in (b" ", b"\t", b""))


def text_end(data: bytes, position: int) -> int:
    """Return the end of plain text on this line, a comment behind it left out."""
    match = _STOP.search(data, position)
    return position + len(data[position : match.start() if match else len(data)].rstrip())


def line_end(data: bytes, position: int) -> int:
    """Return the end of the last visible byte of this line."""
    stop = data.find(b"\n", position)
    return position + len(data[position : stop if stop >= 0 else len(data)].rstrip())


def next_line(data: bytes, position: int) -> int:
    """Return the offset of the next line, the size of the text on the last one."""
    stop = data.find(b"\n", position)
    return stop + 1 if stop >= 0 else len(data)


def marker_at(data: bytes, position: int) -> re.Match[bytes] | None:
    """Return the document marker that stands at `position`."""
    return _MARKER.match(data, position)


def short_quoted(data: bytes, position: int) -> int:
    """Return the end of a quoted scalar that closes on its own line, -1 when it does not."""
    match = _SHORT_QUOTED.match(data, position)
    return match.end() if match else -1


def key_clash(data: bytes, position: int) -> bool:
    """Tell whether the plain text at `position` holds a further `key: `, which YAML forbids."""
    match = _KEY_END.search(data, position)
    return match is not None and data[match.start()] == COLON


def looks_like_entry(data: bytes, position: int) -> bool:
    """Tell whether a bare `key:` or a dash stands at `position`."""
    return _KEY_LINE.match(data, position) is not None


def is_foreign(data: bytes, line: int, indent: int) -> bool:
    """Tell whether the line at `line` starts an entry at or left of column `indent`, or a document: no part of an open value."""
    start = past(_INDENT, data, line)
    if start - line > indent:
        return False
    return bool(_KEY_LINE.match(data, start) or (start == line and _MARKER.match(data, start)))


def key_at(data: bytes, start: int) -> tuple[int, int] | None:
    """Return where the key text at `start` ends and where its colon stands, None when the line has no key."""
    byte = data[start]
    if byte in b"\"'":
        end = short_quoted(data, start)
        colon = past(_SPACES, data, end) if end > 0 else 0
        return (
            (end, colon)
            if colon and data[colon : colon + 1] == b":" and data[colon + 1 : colon + 2] in AFTER_INDICATOR
            else None
        )
    if byte in b"[{|>%@`":
        return None
    match = _KEY_END.search(data, start)
    if not match or data[match.start()] != COLON:
        return None
    colon = match.start()
    return start + len(data[start:colon].rstrip()), colon
