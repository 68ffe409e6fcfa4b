r"""Names of which letters are written as escapes (`pass\u0077ord`, `api\x4bey`, `smtp&#46;password`): found, read plain and classified.

Takes bytes, gives the same (start, end, class) as plain names have; looks at values no more than those do.
"""

from __future__ import annotations

import re

from chunkers.pattern import later
from chunkers.redaction import names

_ESCAPE = later(rb"\\u00[2-7][0-9a-fA-F]|\\x[2-7][0-9a-fA-F]|&#(?:[3-9]\d|1[01]\d|[xX][2-7][0-9a-fA-F]);")
_LEFT = later(rb"[\w.$-]*\Z")
_RIGHT = later(rb"(?:[\w.$-]|" + _ESCAPE.pattern + rb")*")
_REACH = 80


def escaped_names(data: bytes) -> list[tuple[int, int, str]]:
    """Return (start, end, class) of every name with an escaped letter that names a secret, in order."""
    slashed = b"\\" in data and (b"\\u00" in data or b"\\x" in data)  # one byte is found quicker than three
    if not slashed and not (b"&" in data and b"&#" in data):
        return []
    found: list[tuple[int, int, str]] = []
    behind = 0
    for escape in _ESCAPE.finditer(data):
        if escape.start() < behind:
            continue
        left = _LEFT.search(data[max(behind, escape.start() - _REACH) : escape.start()])
        right = _RIGHT.match(data, escape.start(), escape.start() + _REACH)
        start = escape.start() - (len(left.group()) if left else 0)
        behind = right.end() if right else escape.end()
        kind = names.classify(_ESCAPE.sub(_plain, data[start:behind]).decode("utf-8", "replace"))
        if kind is not None and kind != names.WEAK:
            found.append((start, behind, kind))
    return found


def _plain(escape: re.Match[bytes]) -> bytes:
    text = escape.group()
    if text.startswith(b"&#"):
        body = text[2:-1]
        return bytes([int(body[1:], 16) if body[:1] in b"xX" else int(body)])
    return bytes([int(text[-2:], 16)])
