"""The lexical tokens of GraphQL, comments set aside, with matching brackets found.

Takes bytes, gives flat tokens with offsets, comment ranges and, per opening bracket, the index of what closes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

_TOKEN = re.compile(
    rb"(?P<space>[\s,\xef\xbb\xbf]++)"
    rb"|(?P<name>[A-Za-z_]\w*+)"
    rb"|(?P<mark>\.\.\.|[{}()\[\]:=!|&@$])"
    rb"|(?P<comment>\#[^\n]*+)"
    rb"|(?P<block>\"\"\")"
    rb"|(?P<string>\"(?:[^\"\\\n]++|\\.)*+\"?)"
    rb"|(?P<number>-?\d[\w.+-]*+)"
    rb"|(?P<other>.)",
    re.DOTALL,
)
TYPE_WORDS = frozenset({"schema", "scalar", "type", "interface", "union", "enum", "input", "directive"})
DOCUMENT_WORDS = frozenset({"query", "mutation", "subscription", "fragment"})
_PAIRS = {")": "(", "]": "[", "}": "{"}


class Token(NamedTuple):
    """`kind`: name, string, number, or the mark itself."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(slots=True)
class Scan:
    """All tokens; `closes[i]` is the index of the token that closes the bracket at i (for one never closed, the index where it must end)."""

    tokens: list[Token] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)
    closes: dict[int, int] = field(default_factory=dict)
    unclosed: set[int] = field(default_factory=set)


def scan(data: bytes, start: int = 0, end: int | None = None) -> Scan:
    """Read `data[start:end]` and match its brackets; when some never close, again with definitions at column 0 as fixed points."""
    found = _tokens(data, start, len(data) if end is None else end)
    if not _match(found, data, resync=False):
        found.closes, found.unclosed = {}, set()
        _match(found, data, resync=True)
        found.broken += [(found.tokens[index].start, found.tokens[index].end) for index in sorted(found.unclosed)]
    return found


def _tokens(data: bytes, at: int, size: int) -> Scan:
    found = Scan()
    match = _TOKEN.match
    while at < size:
        hit = match(data, at, size)
        if hit is None:  # unreachable: the last alternative takes any byte
            break
        kind, start, at = hit.lastgroup, at, hit.end()
        if kind == "comment":
            at -= data[at - 1 : at] == b"\r"
            found.comments.append((start, at))
        elif kind == "block":
            at = _block_end(data, at, start, size, found)
            found.tokens.append(Token("string", "", start, at))
        elif kind == "mark":
            mark = hit.group().decode()
            found.tokens.append(Token(mark, mark, start, at))
        elif kind == "other":
            found.broken.append((start, at))
        elif kind != "space":
            if kind == "string" and (at - start < 2 or data[at - 1 : at] != b'"'):  # noqa: PLR2004 - two quotes
                found.broken.append((start, at))
            found.tokens.append(Token(kind or "", hit.group().decode("utf-8", "replace"), start, at))
    return found


def _block_end(data: bytes, at: int, start: int, size: int, found: Scan) -> int:
    """Return the end of a block string; one that never closes ends at its line."""
    while (close := data.find(b'"""', at, size)) >= 0:
        if data[close - 1 : close] != b"\\":
            return close + 3
        at = close + 3
    line = data.find(b"\n", start, size)
    end = size if line < 0 else line
    found.broken.append((start, end))
    return end


def _match(found: Scan, data: bytes, *, resync: bool) -> bool:
    """Fill `closes`; return whether every bracket found its partner."""
    stack: list[int] = []
    clean = True
    tokens = found.tokens
    for index, token in enumerate(tokens):
        if resync and stack and starts_definition(tokens, index, data):
            _end_all(found, stack, index)
        if token.kind in {"(", "[", "{"}:
            stack.append(index)
        elif token.kind in _PAIRS:
            clean &= _close(found, stack, index, _PAIRS[token.kind])
    clean &= not stack
    _end_all(found, stack, len(tokens))
    return clean


def _close(found: Scan, stack: list[int], index: int, opening: str) -> bool:
    if stack and found.tokens[stack[-1]].kind == opening:
        found.closes[stack.pop()] = index
        return True
    if opening != "{" or not any(found.tokens[place].kind == "{" for place in stack[-8:]):
        return False
    while found.tokens[stack[-1]].kind != "{":  # a brace closes whatever was left open inside it
        found.closes[stack[-1]] = index
        found.unclosed.add(stack.pop())
    found.closes[stack.pop()] = index
    return False


def _end_all(found: Scan, stack: list[int], index: int) -> None:
    for place in stack:
        found.closes[place] = index
        found.unclosed.add(place)
    stack.clear()


def starts_definition(tokens: list[Token], index: int, data: bytes) -> bool:
    """Tell whether a definition (or its description) starts at column 0 with this token."""
    token = tokens[index]
    if token.start and data[token.start - 1 : token.start] != b"\n":
        return False
    at = index
    if token.kind == "string":
        at += 1
    if at < len(tokens) and tokens[at].text == "extend":
        at += 1
    if at + 1 >= len(tokens) or tokens[at].kind != "name":
        return False
    word, following = tokens[at].text, tokens[at + 1].kind
    if word in {"schema", "query", "mutation", "subscription"}:
        return following in {"{", "@", "name", "("}
    return word in TYPE_WORDS | DOCUMENT_WORDS and following == ("@" if word == "directive" else "name")
