"""Template action lines and their partners: which line closes what another opens."""

from __future__ import annotations

import re

from chunkers.formats.tree.edges import ActionLine
from chunkers.span import Lines

_WORD = re.compile(rb"\{[{%][-+]?\s*(if|with|range|define|block|for|macro|end[a-z]*)\b")


def paired(lines: Lines, actions: frozenset[int]) -> dict[int, ActionLine]:
    """Return an `ActionLine` for each of `actions`; openers that stand beside other text take part in the pairing too."""
    opener: dict[int, int] = {}
    closer: dict[int, int] = {}
    stack: list[int] = []
    for match in _WORD.finditer(lines.data):
        line = lines.line_at(match.start())
        if not match.group(1).startswith(b"end"):
            stack.append(line)
        elif stack:
            start = stack.pop()
            opener[line] = min(start, opener.get(line, start))
            closer[start] = max(line, closer.get(start, line))
        else:
            opener[line] = 0
    for line in stack:
        closer[line] = len(lines) + 1
    return {line: ActionLine(opener.get(line), closer.get(line)) for line in sorted(actions)}
