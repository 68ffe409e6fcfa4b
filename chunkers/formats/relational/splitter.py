"""SQL text into statements, in one pass and by lexical rules only; nothing is parsed, so nothing but its own statement can break.

Takes bytes, a range and a dialect; gives statements and the comments between them. What a statement does is `classify`'s matter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from chunkers.formats.lexing.comments import begins_line
from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.ending import Ending, find_end
from chunkers.formats.relational.heads import PLAIN, head_of
from chunkers.formats.relational.lexical import CLIENT_LINE, COPY_HEAD, ORACLE_LINE
from chunkers.formats.relational.region import Region, region

_PLAIN_VERBS = frozenset(
    "ALTER ANALYZE COMMENT COPY CREATE DELETE DROP GRANT INSERT PRAGMA REPLACE REVOKE SELECT SET TRUNCATE UPDATE WITH".split()
)
RECOVERIES = 64
"""Open quotes that are looked for again in one range; after that many the text is not worth the time."""

_SPACE = re.compile(rb"(?:[\s;\x00\x1a]|\xef\xbb\xbf)+")
_LINE_COMMENT = re.compile(rb"(?:--|#)[^\n]*")
_TEMPLATE_TAG = re.compile(
    rb"\{%-?\s*(?:set|macro|endmacro|if|elif|else|endif|for|endfor|do|snapshot|endsnapshot|docs|enddocs|raw|endraw)\b"
)
_TAIL_HASH = re.compile(rb"[ \t]*#[^\n]*")
_TAIL = re.compile(rb"[ \t]*(?:--[^\n]*|/\*(?:[^*\n]|\*(?!/)){0,400}\*/[ \t]*(?=\r?\n|\Z))")


@dataclass(frozen=True, slots=True)
class Raw:
    """One statement: bytes, without leading comments, with its terminator and the comment behind it on the same line.

    `core_end` is where the text before the terminator ends; `data_start` where COPY data begins; `broken` says what does not close.
    """

    start: int
    end: int
    core_end: int
    broken: str | None = None
    data_start: int | None = None


@dataclass(slots=True)
class Split:
    """What a range holds, in source order."""

    statements: list[Raw] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)


def split(
    data: bytes, start: int, end: int, dialect: Dialect, *, delimiter: bytes = b";", whole: bool = False
) -> Split:
    """Cut `data[start:end]`; with `whole` everything between the edge comments is one statement.

    A quote that never closes is looked for a second time only when the first pass ran into the end of the range.
    """
    place = region(data, start, end, dialect)
    if whole and _several(_pass(place, delimiter, whole=False, recover=False), place):
        whole = False
    first = _pass(place, delimiter, whole=whole, recover=False)
    if not any(raw.broken for raw in first.statements):
        return first
    if (
        dialect.name is None
    ):  # nothing says whether a backslash escapes a quote: the reading in which all quotes close is the right one
        escaped = _pass(
            replace(place, dialect=replace(dialect, backslash=True), nests=dialect.nested_comments),
            delimiter,
            whole=whole,
            recover=False,
        )
        if not any(raw.broken for raw in escaped.statements):
            return escaped
    place.nests = dialect.nested_comments
    return _pass(place, delimiter, whole=whole, recover=True)


def _several(found: Split, place: Region) -> bool:
    """Tell whether a stretch that a tool sends as one piece is plainly several statements: all clean, none of them a routine."""
    heads = [head_of(place.data, raw.start, place.end, place.dialect) for raw in found.statements]
    return (
        len(heads) > 1
        and all(raw.broken is None for raw in found.statements)
        and all(head.body == PLAIN and head.first in _PLAIN_VERBS for head in heads)
    )


def _pass(place: Region, delimiter: bytes, *, whole: bool, recover: bool) -> Split:
    found = Split()
    at, recovered = place.start, 0
    while True:
        at, delimiter = _gap(place, at, delimiter, found)
        if at >= place.end:
            return found
        if whole:
            found.statements.append(_whole(place, at))
            return found
        raw = _copy(place, at) or _statement(
            place, at, find_end(place, at, delimiter, recover=recover and recovered < RECOVERIES)
        )
        recovered += raw.broken is not None
        found.statements.append(raw)
        at = max(raw.end, at + 1)


def _gap(place: Region, at: int, delimiter: bytes, found: Split) -> tuple[int, bytes]:
    """Step over white space, comments and client lines; return where the next statement starts and the delimiter then in force."""
    data, end = place.data, place.end
    while at < end:
        space = _SPACE.match(data, at, end)
        if space is not None:
            at = space.end()
            continue
        if delimiter != b";" and data.startswith(delimiter, at):
            at += len(delimiter)
            continue
        stop = _comment(place, at)
        if stop is not None:
            found.comments.append((at, stop))
            at = stop
            continue
        line = _client_line(place, at)
        if line is None:
            break
        named = line.groupdict()
        delimiter = named.get("delimiter") or named.get("term") or delimiter
        at = line.end()
    return at, delimiter


def _client_line(place: Region, at: int) -> re.Match[bytes] | None:
    if not begins_line(place.data, at):
        return None
    line = CLIENT_LINE.match(place.data, at, place.end)
    return ORACLE_LINE.match(place.data, at, place.end) if line is None and place.dialect.slash else line


def _comment(place: Region, at: int) -> int | None:
    """Return the end of the comment (or template tag that is no statement) at `at`, None when there is none."""
    data = place.data
    mark = data[at : at + 2]
    if mark == b"--" or (mark[:1] == b"#" and place.dialect.hash_comments != "none"):
        hit = _LINE_COMMENT.match(data, at, place.end)
        stop = hit.end() if hit else at
        return stop - 1 if data[stop - 1 : stop] == b"\r" else stop
    if mark == b"/*" and data[at + 2 : at + 3] != b"!":
        return place.comment_end(at)
    if mark == b"{#" or (mark == b"{%" and _TEMPLATE_TAG.match(data, at, place.end)):
        return place.jinja_end(at)
    return None


def _whole(place: Region, at: int) -> Raw:
    text = place.data[at : place.end].rstrip()
    return Raw(at, at + len(text), at + len(text.rstrip(b"; \t\r\n")))


def _copy(place: Region, at: int) -> Raw | None:
    r"""PostgreSQL's COPY ... FROM stdin: the data runs to its `\.` line."""
    data, end = place.data, place.end
    head = COPY_HEAD.match(data, at, min(end, at + 4096))
    semicolon = data.find(b";", head.end(), end) if head else -1
    if semicolon < 0:
        return None
    newline = data.find(b"\n", semicolon, end)
    close = place.copy_end(newline) if newline >= 0 else None
    if close is None:
        return Raw(at, semicolon + 1, semicolon)
    return Raw(at, close + 2, semicolon, data_start=newline + 1)


def _statement(place: Region, start: int, ending: Ending) -> Raw:
    data = place.data
    core = start + len(data[start : ending.core].rstrip())
    stop = start + len(data[start : ending.stop].rstrip())
    tail = None
    if ending.stop > ending.core:
        hashed = _TAIL_HASH.match(data, stop, place.end) if place.dialect.hash_comments == "all" else None
        tail = hashed or _TAIL.match(data, stop, place.end)
    if tail is not None:
        stop = tail.end() - (1 if data[tail.end() - 1 : tail.end()] == b"\r" else 0)
    return Raw(start, stop, core, ending.broken)
