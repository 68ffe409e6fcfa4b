"""Heading text as plain words: inline markup out, meaning kept.

Takes raw Markdown inline text, gives a title. Code, escapes and autolinks are set aside first, so that nothing inside them is taken for markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

TITLE_LIMIT = 300
_RAW_LIMIT = 800
_LITERAL = re.compile(
    r"\\([!-/:-@\[-`{-~])"
    r"|<((?:https?|ftp|mailto):[^<>\s]{1,1000}|[^\s<>@]{1,200}@[^\s<>@]{1,200})>"
)
_LINK = re.compile(
    r"!?\[([^\[\]]{0,500})\]\((?:<[^<>]{0,1000}>|(?:[^()\s<]|\([^()\s]{0,200}\)){0,1000})"
    r"(?:\s{1,9}(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\s{0,9}\)"
)
_TAG = re.compile(r"<!--.{0,500}?-->|</?[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,500})?/?>")
_MARKED = re.compile(r"[\\<>\[\]`*_~&\0\1]")
_RUN = re.compile(r"\*+|_+|~~")
_TICKS = re.compile("`+")
_SPACE = re.compile(r"\s+")
_LINK_DEPTH = 4
_OPENERS = 20
_CJK = "\u2fff"


def plain(text: str) -> str:
    """Return a heading's text without code ticks, emphasis marks, tags and link wrapping; reference brackets stay."""
    text = text[:_RAW_LIMIT]
    if not _MARKED.search(text):
        return shortened(text)
    kept: list[str] = []

    def keep(literal: str) -> str:
        kept.append(literal)
        return f"\0{len(kept) - 1}\1"

    text = _code_aside(text.replace("\0", "").replace("\1", ""), keep)
    text = _LITERAL.sub(lambda found: keep(found.group(1) or found.group(2)), text)
    for _ in range(_LINK_DEPTH):
        text, count = _LINK.subn(r"\1", text)
        if not count:
            break
    text = html.unescape(_without_emphasis(_TAG.sub("", text)))
    text = re.sub("\0(\\d+)\1", lambda found: kept[int(found.group(1))], text)
    return shortened(text)


def _code_aside(text: str, keep: Callable[[str], str]) -> str:
    """Set code spans aside: from a run of ticks to the next run of the same length, unless the run is escaped."""
    runs = [found.span() for found in _TICKS.finditer(text)]
    parts, at, index = [], 0, 0
    later: dict[int, list[int]] = {}
    for place in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[place][1] - runs[place][0], []).append(place)
    while index < len(runs):
        start, end = runs[index]
        places = later[end - start]
        while places and places[-1] <= index:
            places.pop()
        if not places or (start and text[start - 1] == "\\"):
            index += 1
            continue
        close, after = runs[places[-1]]
        code = text[end:close]
        parts += [text[at:start], keep(code[1:-1] if code.strip() and code[0] == code[-1] == " " else code)]
        at, index = after, places[-1] + 1
    return "".join((*parts, text[at:]))


def shortened(text: str) -> str:
    """Return a title on one line, cut at `TITLE_LIMIT` characters."""
    text = _SPACE.sub(" ", text).strip()
    return text if len(text) <= TITLE_LIMIT else text[: TITLE_LIMIT - 1].rstrip() + "…"


def _without_emphasis(text: str) -> str:
    """Drop paired runs of `*`, `_` and `~~` (CommonMark 6.2, without the rule of three)."""
    if not _RUN.search(text):
        return text
    runs = [[found.start(), found.end(), found.end() - found.start()] for found in _RUN.finditer(text)]
    openers: list[int] = []
    for index, (start, end, _) in enumerate(runs):
        opens, closes = _flanks(text, start, end)
        if closes:
            _pair(text, runs, openers, index)
        if opens and runs[index][2]:
            openers.append(index)
    parts, at = [], 0
    for start, end, left in runs:
        parts += [text[at:start], text[start : start + left]]
        at = end
    return "".join((*parts, text[at:]))


def _pair(text: str, runs: list[list[int]], openers: list[int], closer: int) -> None:
    """Take marks off the closer and the nearest openers of the same character."""
    char = text[runs[closer][0]]
    for place in range(len(openers) - 1, max(-1, len(openers) - 1 - _OPENERS), -1):
        opener = openers[place]
        if text[runs[opener][0]] != char:
            continue
        used = min(runs[opener][2], runs[closer][2])
        runs[opener][2] -= used
        runs[closer][2] -= used
        del openers[place + (runs[opener][2] > 0) :]
        if not runs[closer][2]:
            return


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Tell whether a run can open and close emphasis."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    left = not after.isspace() and (_wordy(after) or not _wordy(before))
    right = not before.isspace() and (_wordy(before) or not _wordy(after))
    if text[start] == "_":
        return left and not (right and _wordy(before)), right and not (left and _wordy(after))
    return left, right


def _wordy(char: str) -> bool:
    """Tell whether a character is neither white space nor punctuation; a set-aside literal counts as a word."""
    return char.isalnum() or char in "\0\1" or char > _CJK
