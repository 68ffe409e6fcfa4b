"""What the first words of a statement say about its end: plain, a routine with a body, a rule with parentheses, a T-SQL batch.

Takes bytes at the first word, gives a `Head`; looks at the first sixteen tokens only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.token import QUOTED, STRING, Reader, Token, tokens

PLAIN, BLOCK, SLASH, WHOLE, RULE = "plain", "block", "slash", "whole", "rule"
_ROUTINES = frozenset({"FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "EVENT", "PACKAGE"})
_MODIFIERS = frozenset(
    "OR REPLACE ALTER TEMP TEMPORARY EDITIONABLE NONEDITIONABLE AGGREGATE CONSTRAINT DEFINER = @ SQL SECURITY INVOKER . ` CURRENT_USER ( )".split()
)
_TRANSACTION = frozenset(
    {
        ";",
        "",
        "TRANSACTION",
        "TRAN",
        "WORK",
        "IMMEDIATE",
        "DEFERRED",
        "EXCLUSIVE",
        "ISOLATION",
        "READ",
        "NOT",
        "CONCURRENT",
    }
)
_SIMPLE_BODY = frozenset(
    "BEGIN SELECT INSERT UPDATE DELETE WITH SET IF RETURN EXEC EXECUTE EXTERNAL LANGUAGE PERMISSIVE RESTRICTIVE".split()
)
_LOOK = 400
_FIRST = re.compile(rb"[A-Za-z_]+")
_WITH_BODIES = frozenset({"CREATE", "ALTER", "DECLARE", "BEGIN", "IF", "WHILE"})


@dataclass(frozen=True, slots=True)
class Head:
    """`body` tells how the end is found; `depth` is where the count of blocks starts; `needs_begin`: semicolons before BEGIN end nothing."""

    first: str
    body: str = PLAIN
    depth: int = 0
    needs_begin: bool = False
    schema: bool = False


def head_of(data: bytes, start: int, end: int, dialect: Dialect) -> Head:
    """Return the head of the statement at `start`."""
    word = _FIRST.match(data, start, end)
    first = word.group().decode().upper() if word else ""
    if first not in _WITH_BODIES and data[start : start + 1] not in b"</":
        return Head(first)
    items = tokens(data, start, min(end, start + 2048), 16, backslash=dialect.backslash)
    first = items[0].key if items else ""
    if first in {"CREATE", "ALTER"}:
        return _created(data, start, end, dialect, Reader(items))
    if first == "DECLARE" and not dialect.batches and not _cursor(items):
        return Head(first, SLASH if dialect.slash else BLOCK, needs_begin=True)
    if first == "BEGIN":
        if dialect.batches:
            return Head(first, PLAIN if len(items) > 1 and items[1].key in _TRANSACTION else BLOCK)
        if len(items) > 1 and items[1].key not in _TRANSACTION:
            return Head(first, SLASH if dialect.slash else BLOCK)
    if first in {"IF", "WHILE"} and dialect.batches:
        return Head(first, BLOCK)
    if first.startswith("<") and dialect.slash:
        return Head(first, SLASH)
    return Head(first)


def _cursor(items: list[Token]) -> bool:
    return any(token.key in {"CURSOR", "TABLE"} for token in items[:5])


def _created(data: bytes, start: int, end: int, dialect: Dialect, reader: Reader) -> Head:
    first = reader.key()
    reader.at = 1
    while (
        reader.key() in _MODIFIERS or reader.key() in {QUOTED, STRING} or reader.tokens[reader.at - 1].key in {"=", "@"}
    ):
        reader.at += 1
        if reader.at >= len(reader.tokens):
            return Head(first)
    kind = reader.key()
    if kind == "SCHEMA":
        return Head(first, schema=True)
    if kind == "RULE":
        return Head(first, RULE)
    body_type = kind == "TYPE" and reader.key(1) == "BODY"
    if kind not in _ROUTINES and not body_type:
        return Head(first, WHOLE) if dialect.batches and kind == "VIEW" else Head(first)
    if dialect.batches:
        return Head(first, WHOLE)
    if first == "ALTER":
        return Head(first)
    if dialect.slash:
        return Head(first, SLASH, needs_begin=True)
    needs_begin = kind not in {"TRIGGER", "EVENT", "PACKAGE"} and _declares(data, start, end)
    return Head(first, BLOCK, depth=1 if kind == "PACKAGE" or body_type else 0, needs_begin=needs_begin)


def _declares(data: bytes, start: int, end: int) -> bool:
    """Tell whether a routine has PL/SQL declarations: IS or AS followed by neither a quoted body nor a statement."""
    items = tokens(data, start, min(end, start + 4096), _LOOK, backslash=False)
    depth = 0
    for index, token in enumerate(items):
        depth += (token.key == "(") - (token.key == ")")
        if token.key == ";":
            return False
        if depth == 0 and token.key in {"IS", "AS"} and index + 1 < len(items):
            following = items[index + 1]
            return following.key not in {STRING, "$", QUOTED, *_SIMPLE_BODY} and not following.text.startswith("$")
    return False
