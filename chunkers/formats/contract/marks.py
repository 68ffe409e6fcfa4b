"""Content proof: whether a top-level key of YAML or JSON text says what contract it is. Bytes in, a verdict out; nothing is parsed whole."""

from __future__ import annotations

import re
from functools import lru_cache

MOST_TRIES = 4
_STRING = re.compile(rb"\"(?:[^\"\\]++|\\.)*+\"", re.DOTALL)


@lru_cache(maxsize=32)
def _key(names: bytes, value: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes], re.Pattern[bytes]]:
    """Return the patterns of a key at the start of a text, at that of a later line (a fixed first byte is searched fast), and in brackets."""
    block = rb"[\"']?(?:" + names + rb")[\"']?[ \t]*:[ \t]*" + value
    first, later = re.compile(block, re.MULTILINE), re.compile(rb"\n" + block, re.MULTILINE)
    return first, later, re.compile(rb"\"(?:" + names + rb")\"\s*:\s*" + value)


def has_top_key(data: bytes, names: bytes, value: bytes = b"") -> bool:
    """Tell whether `data` has a top-level key matching `names` whose value starts with `value` (both regular expressions)."""
    first, later, bracketed = _key(names, value)
    if data.lstrip()[:1] != b"{":
        return first.match(data) is not None or later.search(data) is not None
    return any(_depth(data[: found.start()]) == 1 for found in _few(bracketed, data))


def _few(pattern: re.Pattern[bytes], data: bytes) -> list[re.Match[bytes]]:
    found: list[re.Match[bytes]] = []
    for match in pattern.finditer(data):
        found.append(match)
        if len(found) == MOST_TRIES:
            break
    return found


def _depth(data: bytes) -> int:
    """Return how many brackets are open at the end of JSON text; strings do not count."""
    bare = _STRING.sub(b"", data)
    return bare.count(b"{") + bare.count(b"[") - bare.count(b"}") - bare.count(b"]")
