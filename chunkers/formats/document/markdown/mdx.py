"""What MDX adds to Markdown, masked for the block scanner: ESM lines and `{...}` expressions hold no headings.

Takes lines, gives as many lines with the same numbers; masked ones read as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ESM = re.compile(rb"(?:import|export)\b[\s{*\"']")
_MASK = b"x"


def masked(lines: Sequence[bytes], first: int) -> list[bytes]:
    """Return `lines` with ESM blocks and expression blocks masked, from line `first` (1-based) on."""
    out = list(lines)
    at, blank, fence, closed = first - 1, True, b"", True
    while at < len(lines):
        text = lines[at].strip()
        if fence:
            fence = b"" if text.startswith(fence) and not text.strip(fence[:1]) else fence
        elif text.startswith((b"```", b"~~~")):
            fence = text[: len(text) - len(text.lstrip(text[:1]))]
        elif blank and ((closed and text.startswith(b"{")) or _ESM.match(text)):
            start, at = at, _mask(lines, out, at, expression=text.startswith(b"{"))
            closed = at > start
            at = max(at, start + 1)
            blank = False
            continue
        blank = not text
        at += 1
    return out


def _mask(lines: Sequence[bytes], out: list[bytes], at: int, *, expression: bool) -> int:
    """Mask the block that starts at index `at`; return the index behind it. An expression ends when its braces close, ESM at a blank line."""
    start, depth = at, 0
    while at < len(lines):
        text = lines[at]
        if not expression and not text.strip():
            break
        depth += text.count(b"{") - text.count(b"}")
        at += 1
        if expression and depth <= 0:
            break
    else:
        if expression:
            return start  # never closed: it is text, and so are the expressions behind it
    for index in range(start, at):
        if out[index].strip():
            out[index] = _MASK
    return at
