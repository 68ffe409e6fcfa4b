"""Offsets in a clean text as offsets in the original blob.

Takes a clean text and an offset, gives the byte offset in git's blob, or None where none can be named: in a file that holds a redaction, or in an
encoding that does not give its bytes back.
"""

from __future__ import annotations

from functools import lru_cache

from chunkers.source import CleanText

_INSIDE = frozenset(bytes([byte]) for byte in range(0x80, 0xC0))


def blob_offset(clean: CleanText, offset: int) -> int | None:
    """Return where the byte at `offset` of the clean text stands in the original blob, its BOM counted."""
    if clean.redactions or not clean.mapped:
        return None
    if clean.encoding == "utf-8":
        return clean.bom + offset
    line = clean.lines.line_at(offset)
    start = clean.lines.start(line)
    if clean.data[offset : offset + 1] in _INSIDE:
        return None  # inside a character: the original has no such place
    return (
        clean.bom
        + _line_starts(clean.data, clean.encoding)[line - 1]
        + _width(clean.data[start:offset], clean.encoding)
    )


@lru_cache(maxsize=4)
def _line_starts(data: bytes, encoding: str) -> tuple[int, ...]:
    """Return the original offset of each line, BOM not counted; one pass, then kept for the other spans of the file."""
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + _width(line + b"\n", encoding))
    return tuple(starts)


def _width(text: bytes, encoding: str) -> int:
    return len(text.decode("utf-8").encode(encoding))
