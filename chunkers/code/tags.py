"""Tags of markup: where each begins and ends, comments and raw text passed over, in one linear pass over bytes that may be anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.pattern import later

_EDGE = later(rb"<!--|<(?P<closing>/?)(?P<name>[A-Za-z][\w:.-]*)")
_TAG_INSIDE = later(rb"""(?:[^<>"'{]|"[^"]{0,5000}"|'[^']{0,5000}'|\{[^{}]{0,5000}\}|[{"'])*+""")
RAW = frozenset({"script", "style", "textarea", "title"})


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: its name as written, its bytes, whether it closes, whether it closes itself."""

    name: str
    start: int
    end: int
    closing: bool
    empty: bool


def tags(data: bytes, at: int) -> Iterator[Tag]:
    """Yield the tags outside comments and raw text from `at` on; the caller learns of raw text by its opening tag."""
    while (match := _EDGE.search(data, at)) is not None:
        if match.group() == b"<!--":
            end = data.find(b"-->", match.end())
            at = end + 3 if end >= 0 else len(data)
            continue
        inside = _TAG_INSIDE.match(data, match.end())
        at = inside.end() if inside else match.end()
        if data[at : at + 1] != b">":  # no tag: nothing that may be one was passed over
            continue
        at += 1
        name = match["name"].decode()
        yield Tag(name, match.start(), at, bool(match["closing"]), data[at - 2 : at] == b"/>")
        if name.lower() in RAW and not match["closing"] and data[at - 2 : at] != b"/>":
            at = raw_end(data, name, at)[0]


def raw_end(data: bytes, name: str, at: int) -> tuple[int, int]:
    """Return where the text of a raw element ends, and where its closing tag ends."""
    match = re.compile(rb"</" + re.escape(name.encode()) + rb"[ \t\r\n]*>", re.IGNORECASE).search(data, at)
    return (match.start(), match.end()) if match else (len(data), len(data))
