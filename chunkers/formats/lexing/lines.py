"""Ends of units: a comment behind a closing bracket on the same line belongs to what it closes.

Takes bytes and an end, gives the end with that comment. Comment marks are the caller's.
"""

from __future__ import annotations

import re


def end_with_comment(data: bytes, end: int, tail: re.Pattern[bytes]) -> int:
    """Return `end`, moved behind a trailing comment that `tail` matches when nothing else follows on the line."""
    hit = tail.match(data, end)
    if hit is None:
        return end
    stop = hit.end()
    return stop - 1 if data[stop - 1 : stop] == b"\r" else stop


def one_line(data: bytes, limit: int = 400) -> str:
    """Return a declaration as one line of text, white space collapsed, at most `limit` characters."""
    return " ".join(data.decode("utf-8", "replace").split())[:limit]
