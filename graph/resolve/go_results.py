"""Go's result lists: `(c *Context, r *Engine)` names what it gives, `(a, b *Context)` writes a type once for two.

Takes the text of a result list, gives it with types only. Resolves nothing.
"""

from __future__ import annotations

import re

_NAMED = re.compile(r"(?!(?:func|chan|map|struct|interface)\b)[A-Za-z_]\w*[ \t\n]+(?=\S)")
_OPEN, _CLOSED = "([{", ")]}"


def unnamed(text: str) -> str:
    """Return a parenthesised result list without its names; any other text as it is. In Go all of a list have a name, or none."""
    if not (text.startswith("(") and text.endswith(")")):
        return text
    parts = [part.strip() for part in _parts(text[1:-1])]
    if not any(_NAMED.match(part) for part in parts):
        return text
    types: list[str] = []
    for part in reversed(parts):
        head = _NAMED.match(part)
        types.append(part[head.end() :] if head else types[-1] if types else part)
    return f"({', '.join(reversed(types))})"


def _parts(text: str) -> list[str]:
    """Split at the commas that no bracket holds; an empty last part is a trailing comma."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in _OPEN:
            depth += 1
        elif char in _CLOSED:
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    rest = text[start:]
    return [*parts, rest] if rest.strip() else parts
