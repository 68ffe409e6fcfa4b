"""The words and marks of a `.proto` file, comments set aside.

Takes bytes, gives flat tokens with offsets and the comment ranges; never fails: what never closes ends at its line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    rb"(?P<space>\s++)"
    rb"|(?P<word>[A-Za-z0-9_.\-+\x80-\xff]++)"
    rb"|(?P<mark>[{}()\[\]<>;=,:])"
    rb"|(?P<comment>//[^\n]*+|/\*)"
    rb"|(?P<string>\"(?:[^\"\\\n]++|\\.)*+\"?|'(?:[^'\\\n]++|\\.)*+'?)"
    rb"|(?P<other>.)",
    re.DOTALL,
)


class Token(NamedTuple):
    """`kind`: word, string or the mark itself; `text` as written (strings without quotes)."""

    kind: str
    text: str
    start: int
    end: int


class Scan(NamedTuple):
    """All tokens, comment ranges, and ranges that are no protobuf."""

    tokens: list[Token]
    comments: list[tuple[int, int]]
    broken: list[tuple[int, int]]


def scan(data: bytes) -> Scan:
    """Read the whole file."""
    found: list[Token] = []
    comments: list[tuple[int, int]] = []
    broken: list[tuple[int, int]] = []
    last_close = data.rfind(b"*/")
    at, size, match = 0, len(data), _TOKEN.match
    while at < size:
        hit = match(data, at)
        if hit is None:  # unreachable: the last alternative takes any byte
            break
        kind, start, at = hit.lastgroup, at, hit.end()
        if kind == "space":
            continue
        if kind == "word":
            found.append(Token("word", hit.group().decode("utf-8", "replace"), start, at))
        elif kind == "mark":
            mark = hit.group().decode()
            found.append(Token(mark, mark, start, at))
        elif kind == "comment":
            at = _comment_end(data, start, at, last_close, broken)
            comments.append((start, at))
        elif kind == "string":
            text = hit.group()
            if len(text) < 2 or text[-1] != text[0]:  # noqa: PLR2004 - two quotes
                broken.append((start, at))
            found.append(Token("string", text[1:-1].decode("utf-8", "replace"), start, at))
        else:
            broken.append((start, at))
    return Scan(found, comments, broken)


def _comment_end(data: bytes, start: int, at: int, last_close: int, broken: list[tuple[int, int]]) -> int:
    if data[start : start + 2] != b"/*":
        return at - 1 if data[at - 1 : at] == b"\r" else at
    if at <= last_close:
        return data.index(b"*/", at) + 2
    line = data.find(b"\n", at)
    end = len(data) if line < 0 else line
    broken.append((start, end))
    return end
