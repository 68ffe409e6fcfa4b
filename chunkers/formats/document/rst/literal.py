"""Literal text of reStructuredText at any depth: what stands indented below `::` or a code directive. Links in it are examples.

Takes lines, gives line ranges in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_CODE = re.compile(
    rb"\s*\.\. (?:code-block|code|sourcecode|parsed-literal|prompt|ipython|doctest|testcode|testoutput)::"
)
_DIRECTIVE = re.compile(rb"\s*\.\. ")


def literal_blocks(lines: Sequence[bytes], total: int) -> Iterator[tuple[int, int]]:
    """Yield the first and last line (1-based) of each literal block among the first `total` lines."""
    at = 0
    while at < min(total, len(lines)):
        line = lines[at].rstrip()
        at += 1
        opens = line.endswith(b"::") and not _DIRECTIVE.match(line)
        if not (opens or _CODE.match(line)):
            continue
        indent = _indent(line)
        first = last = at
        while last < min(total, len(lines)) and (not lines[last].strip() or _indent(lines[last]) > indent):
            last += 1
        if any(lines[index].strip() for index in range(first, min(last, first + 3))):
            yield first + 1, last
        at = max(at, last)


def _indent(line: bytes) -> int:
    text = line.expandtabs(8)
    return len(text) - len(text.lstrip())
