"""Link reference definitions at the start of a paragraph (CommonMark 4.7): how many of its lines they take.

Takes stripped lines, gives a count; needed because a line of `=` or `-` below definitions alone underlines nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LABEL = re.compile(rb"\[((?:[^\\\[\]]|\\.){1,999})\]:[ \t]*")
_TARGET = re.compile(rb"(?:<(?:[^<>\\\n]|\\.)*>|[^\s<]\S*)")
_TITLE = re.compile(rb"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))[ \t]*$""", re.DOTALL)
_TITLE_LINES = 8


def definitions_end(lines: Sequence[bytes]) -> int:
    """Return how many of `lines` are link reference definitions from the first line on."""
    at = 0
    while at < len(lines) and lines[at].startswith(b"["):
        step = _one(lines, at)
        if not step:
            break
        at += step
    return at


def _one(lines: Sequence[bytes], at: int) -> int:
    """Return the number of lines of the definition that starts at `at`, 0 for none."""
    label = _LABEL.match(lines[at])
    if label is None or not label.group(1).strip():
        return 0
    text, used = lines[at][label.end() :], 1
    if not text:
        if at + 1 >= len(lines):
            return 0
        text, used = lines[at + 1], 2
    target = _TARGET.match(text)
    if target is None:
        return 0
    rest = text[target.end() :]
    if rest.strip():
        more = _title_lines(rest.strip(), lines, at + used) if rest[:1] in b" \t" and _opens(rest.strip()) else -1
        return used + more if more >= 0 else 0
    if at + used < len(lines) and _opens(lines[at + used]):
        more = _title_lines(lines[at + used], lines, at + used + 1)
        return used + (1 + more if more >= 0 else 0)
    return used


def _opens(text: bytes) -> bool:
    return text[:1] in (b'"', b"'", b"(")


def _title_lines(start: bytes, lines: Sequence[bytes], following: int) -> int:
    """Return how many further lines the title takes that begins with `start`, -1 when it is none."""
    text = start
    for extra in range(_TITLE_LINES):
        if _TITLE.match(text):
            return extra
        if following + extra >= len(lines):
            break
        text += b"\n" + lines[following + extra]
    return -1
