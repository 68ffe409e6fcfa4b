"""The words of one SQL statement, comments left out, for the classifier.

Takes bytes and a range, gives flat tokens with offsets; never fails (an open quote runs to the end of the range).
"""

from __future__ import annotations

import re
from typing import NamedTuple

STRING = "'"
QUOTED = '"'
_SPACE = rb"\s*+(?:(?P<skip>--[^\n]*+|/\*(?!!)|/\*!\d*|\*/|\Z)"
_ESCAPED = rb"|(?P<string>[nNeEbBxX]?'(?:[^'\\]++|\\.)*+'?)"
_BETWEEN = rb"|".join(
    rb"\%c(?:[^\%c]|\%c(?!')){0,2000}+\%c'" % (low, high, high, high)
    for low, high in (b"[]", b"{}", b"()", b"<>", b"!!", b"||", b"~~")
)
"""Oracle: `q'[it's]'` runs to the bracket before a quote."""
_PLAIN = rb"|(?P<string>[nN]?[qQ]'(?:" + _BETWEEN + rb")|[eE]'(?:[^'\\]++|\\.)*+'?|[nNbBxX]?'(?:[^']++|'')*+'?)"
_REST = (
    rb"|(?P<template>\{\{[^{}]{0,400}+\}\}|\{%[^%]{0,400}+%\}|[$#]\{[^{}\n]{0,200}+\}|\{\w{0,80}+\}"
    rb"|:\"[^\"\n]{0,200}+\"|&&?[A-Za-z_]\w{0,80}+\.?|\$\(\w{1,80}+\))"  # variables of psql, SQL*Plus and sqlcmd
    rb"|(?P<word>[A-Za-z_@#\x80-\xff][\w$#@\x80-\xff]*+)"
    rb"|(?P<quoted>\"[^\"]*+\"?|`[^`]*+`?|\[[^\[\]\n'\"]{0,256}+\])"
    rb"|(?P<number>\d[\w.]*+)"
    rb"|(?P<mark>::|.))"
)
_BY_ESCAPE = {
    escape: re.compile(_SPACE + string + _REST, re.DOTALL) for escape, string in ((True, _ESCAPED), (False, _PLAIN))
}


class Token(NamedTuple):
    """`key` is the upper-case word, the mark, `'` for strings, `"` for quoted names, `0` for numbers; `text` as written, quotes cut."""

    key: str
    text: str
    start: int
    end: int


def tokens(data: bytes, start: int, end: int, limit: int, *, backslash: bool) -> list[Token]:
    """Return at most `limit` tokens of `data[start:end]`."""
    found: list[Token] = []
    at, close, closes = start, -1, True
    match = _BY_ESCAPE[backslash].match
    while at < end and len(found) < limit:
        hit = match(data, at, end)
        if hit is None:  # unreachable: the last alternative takes any byte
            break
        kind, at = hit.lastgroup or "mark", hit.end()
        if kind == "skip":
            if hit[kind] == b"/*":
                closes = closes and (close := data.find(b"*/", at, end)) >= 0
                at = close + 2 if closes else at
            continue
        found.append(_token(kind, hit[kind].decode("utf-8", "replace"), hit.start(kind), at))
    return found


def _token(kind: str, text: str, start: int, end: int) -> Token:
    if kind == "word":
        return Token(text.upper(), text, start, end)
    if kind == "mark":
        return Token(text, text, start, end)
    if kind == "quoted":
        return Token(QUOTED, text[1:-1] if len(text) > 1 and text[-1] in '"`]' else text[1:], start, end)
    if kind == "string":
        inner = text[text.index("'") + 1 :]
        return Token(STRING, inner.removesuffix("'"), start, end)
    return Token("0", text, start, end) if kind == "number" else Token(QUOTED, text.replace('"', ""), start, end)


class Reader:
    """Walks tokens: looks ahead by key, skips optional words, reads dotted names."""

    __slots__ = ("at", "tokens")

    def __init__(self, items: list[Token], at: int = 0) -> None:
        """Start at token `at`."""
        self.tokens = items
        self.at = at

    def key(self, ahead: int = 0) -> str:
        """Return the key of the token `ahead`, "" behind the end."""
        place = self.at + ahead
        return self.tokens[place].key if 0 <= place < len(self.tokens) else ""

    def take(self, *keys: str) -> bool:
        """Step over the sequence `keys` when it stands here."""
        if all(self.key(ahead) == key for ahead, key in enumerate(keys)):
            self.at += len(keys)
            return True
        return False

    def skip(self, words: frozenset[str]) -> None:
        """Step over any run of `words`."""
        while self.key() in words:
            self.at += 1

    def name(self) -> str | None:
        """Read a dotted name without its quotes; None (and no step) when no name stands here."""
        parts: list[str] = []
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.key != QUOTED and not (
                token.text[:1].isalpha() or token.text[:1] in "_@#" or (token.key == STRING and not parts)
            ):
                break
            parts.append(token.text)
            self.at += 1
            if self.key() == "." and self.at + 1 < len(self.tokens):
                self.at += 1
                if self.key() == ".":  # T-SQL: database..table
                    parts.append("")
                    self.at += 1
                continue
            break
        return ".".join(parts) if parts else None

    def words(self, count: int) -> list[str]:
        """Return the next `count` tokens as written."""
        return [token.text for token in self.tokens[self.at : self.at + count]]
