"""The fields of a GraphQL type, input, enum or schema body.

Takes the tokens between two braces, gives `Field`s with exact ranges; a field without a type is noted and costs itself only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.formats.graphql.scanner import Scan, Token
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.lines import end_with_comment, one_line

_TAIL = re.compile(rb"[ \t,]*#[^\n]*")
SCALARS = frozenset({"Int", "Float", "String", "Boolean", "ID"})


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `start` includes comments and description, `stop` is the end of its last token, `end` takes the comment behind it along.

    `type` as written ("[Line!]!"), "" for an enum value; `types` all type names of arguments and result, with offsets.
    """

    name: str
    start: int
    word: int
    stop: int
    end: int
    signature: str
    type: str = ""
    types: tuple[tuple[str, int], ...] = ()


def read_fields(
    data: bytes,
    scanned: Scan,
    body: tuple[int, int],
    keyword: str,
    broken: list[tuple[int, int]],
    *,
    leading_comments: bool,
) -> tuple[Field, ...]:
    """Read the fields between the braces `body` (token indexes)."""
    tokens = scanned.tokens
    found: list[Field] = []
    floor = tokens[body[0]].end
    at, end = body[0] + 1, min(body[1], len(tokens))
    while at < end:
        first = at
        while at < end and tokens[at].kind == "string":
            at += 1
        if at >= end or tokens[at].kind != "name":
            at = max(at, first) + 1
            broken.append((tokens[first].start, tokens[min(at, end) - 1].end))
            continue
        named = at
        at, typed, types = _rest(scanned, at + 1, end)
        if keyword != "enum" and typed is None:
            broken.append((tokens[named].start, tokens[at - 1].end))
        start = tokens[first].start
        if leading_comments:
            start = unit_start(data, scanned.comments, start, floor)
        stop = tokens[at - 1].end
        text = data[tokens[typed[0]].start : tokens[typed[1] - 1].end] if typed else b""
        finish = end_with_comment(data, stop, _TAIL)
        found.append(
            Field(
                tokens[named].text,
                start,
                tokens[named].start,
                stop,
                finish,
                one_line(data[tokens[named].start : stop]),
                one_line(text),
                tuple(types),
            )
        )
        floor = stop
    return tuple(found)


def _rest(scanned: Scan, at: int, end: int) -> tuple[int, tuple[int, int] | None, list[tuple[str, int]]]:
    """Read arguments, type, default and directives behind a field's name; return the index behind them and the type's token range."""
    tokens = scanned.tokens
    types: list[tuple[str, int]] = []
    typed: tuple[int, int] | None = None
    if at < end and tokens[at].kind == "(":
        close = min(scanned.closes[at], end)
        types += type_names(tokens, at + 1, close)
        at = min(close + 1, end)
    if at < end and tokens[at].kind == ":":
        low = at = at + 1
        at = _type(scanned, at, end)
        if at > low and not (tokens[low].kind == "name" and at < end and tokens[at].kind == ":"):
            typed = (low, at)
            types += [
                (token.text, token.start)
                for token in tokens[low:at]
                if token.kind == "name" and token.text not in SCALARS
            ]
        elif at > low:  # `x:` without a type, and the next field's name
            return low, None, types
    if at < end and tokens[at].kind == "=":
        at = _value(scanned, at + 1, end)
    while at + 1 < end and tokens[at].kind == "@":
        at += 2
        if at < end and tokens[at].kind == "(":
            at = min(scanned.closes[at] + 1, end)
    return at, typed, types


def _type(scanned: Scan, at: int, end: int) -> int:
    tokens = scanned.tokens
    if at < end and tokens[at].kind == "[":
        at = min(scanned.closes[at] + 1, end)
    elif at < end and tokens[at].kind == "name":
        at += 1
    else:
        return at
    return at + 1 if at < end and tokens[at].kind == "!" else at


def _value(scanned: Scan, at: int, end: int) -> int:
    if at >= end:
        return at
    kind = scanned.tokens[at].kind
    return min(scanned.closes[at] + 1, end) if kind in {"[", "{"} else at + 1


def type_names(tokens: list[Token], low: int, high: int) -> list[tuple[str, int]]:
    """Return the type names among argument or variable definitions: names behind a colon, list brackets skipped."""
    found: list[tuple[str, int]] = []
    typed = False
    for token in tokens[low:high]:
        if token.kind == ":":
            typed = True
        elif typed and token.kind == "name":
            if token.text not in SCALARS:
                found.append((token.text, token.start))
            typed = False
        elif token.kind != "[":
            typed = False
    return found
