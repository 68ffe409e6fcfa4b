"""Which open containers (quotes, list items) a line continues: the first step of the block structure.

Takes the stack of containers and one line, gives how many match and where the rest begins; changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.formats.document.markdown.starts import SPACES

QUOTE = -1
"""A block quote on the stack; any other entry is a list item: the columns of indentation that its content needs."""


def descend(stack: Sequence[int], text: bytes, *, bare: bool) -> tuple[int, int]:
    """Match the open containers. `bare`: the deepest is an item without content, which a blank line closes."""
    matched = pos = 0
    depth, size = len(stack), len(text)
    while matched < depth:
        need = stack[matched]
        stop = SPACES(text, pos).end()  # type: ignore[union-attr]  # matches the empty string too
        if stop == size:
            return _closed_by_blank(stack, matched, bare=bare), stop
        if need == QUOTE:
            if stop - pos > 3 or text[stop] != 0x3E:  # noqa: PLR2004 - three columns, then `>`
                break
            pos = stop + 2 if text[stop + 1 : stop + 2] == b" " else stop + 1
        elif stop - pos >= need:
            pos += need
        else:
            break
        matched += 1
    return matched, pos


def _closed_by_blank(stack: Sequence[int], matched: int, *, bare: bool) -> int:
    """Return how many containers stay open at a blank line: those before the first quote, and not an item without content."""
    for depth in range(matched, len(stack)):
        if stack[depth] == QUOTE:
            return depth
    return len(stack) - 1 if bare else len(stack)
