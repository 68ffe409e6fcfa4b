"""The keys directly inside the outermost object of a JSON text, found by one scan without parsing.

Takes bytes, gives keys with the place behind them; text that is no JSON gives what it gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.pattern import later

_TOKENS = later(rb'"((?:[^"\\]|\\.)*+)"|[{}\[\]]', re.DOTALL)


def first_level_keys(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Yield (string, offset behind it) for every string directly inside the outermost object of a JSON text; one scan."""
    depth = 0
    for match in _TOKENS.finditer(data):
        text = match[1]
        if text is not None:
            if depth == 1:
                yield text, match.end()
        elif match[0] in b"{[":
            depth += 1
        else:
            depth -= 1
            if depth <= 0:
                return
