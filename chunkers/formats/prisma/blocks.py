"""The blocks of a Prisma schema with their fields, line by line as the language is written.

Takes bytes, gives `Block`s with exact ranges and the ranges that belong to none and do not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.lines import end_with_comment

_TAIL = re.compile(rb"[ \t]*//[^\n]*")
_HEAD = re.compile(rb"[ \t]*(model|enum|type|view|datasource|generator)[ \t]+([A-Za-z]\w*)[ \t]*\{")
_ALIAS = re.compile(rb"[ \t]*type[ \t]+([A-Za-z]\w*)[ \t]*=")
_CODE = re.compile(rb"//[^\n]*|/\*|\"(?:[^\"\\\n]++|\\.)*+\"?|[{}\n]")
_FIELD = re.compile(rb"[ \t]*([A-Za-z]\w*)[ \t]+((?:Unsupported\([^)\n]*\)|[A-Za-z]\w*)(?:\[\]|\?)*)?([^\n]*)")
_VALUE = re.compile(rb"[ \t]*([A-Za-z]\w*)[ \t]*=([^\n]*)")
_ENUM_VALUE = re.compile(rb"[ \t]*([A-Za-z]\w*)([ \t]+@[^\n]*)?(?:[ \t]*//[^\n]*)?\s*$")
_MAP = re.compile(rb"@map\(\s*(?:name:\s*)?\"([^\"\n]+)\"")
_RELATION = re.compile(rb"@relation\b")
_CONTINUES = re.compile(rb"[ \t]*[\])}\"@,]")


@dataclass(frozen=True, slots=True)
class Field:
    """A field, enum value or setting. `type` as written without marks; `column` is its name in the database."""

    name: str
    at: int
    type: str
    type_at: int
    column: str
    relation: bool
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `start` includes leading comments, `word` is its keyword, `settings` its `@@` lines."""

    keyword: str
    name: str
    start: int
    word: int
    name_at: int
    head_end: int
    end: int
    body: tuple[int, int]
    fields: tuple[Field, ...] = ()
    settings: tuple[str, ...] = ()
    broken: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Reader:
    data: bytes
    leading_comments: bool
    comments: list[tuple[int, int]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    stray: list[tuple[int, int]] = field(default_factory=list)
    last_close: int = -1


def read_blocks(data: bytes, *, leading_comments: bool = True) -> tuple[tuple[Block, ...], tuple[tuple[int, int], ...]]:
    """Return the blocks of a schema, and the ranges outside of them that are neither blank nor comment."""
    reader = _Reader(data, leading_comments, last_close=data.rfind(b"*/"))
    at = 0
    while at < len(data):
        at = _line(reader, at)
    return tuple(reader.blocks), tuple(reader.stray)


def _line(reader: _Reader, at: int) -> int:
    """Read what starts on the line at `at`; return the start of the next line to read."""
    data = reader.data
    newline = data.find(b"\n", at)
    stop = len(data) if newline < 0 else newline
    text = data[at:stop].strip()
    if not text:
        return stop + 1
    first = at + len(data[at:stop]) - len(data[at:stop].lstrip())
    if text.startswith(b"//"):
        reader.comments.append((first, first + len(text)))
        return stop + 1
    if text.startswith(b"/*"):
        end = data.index(b"*/", first + 2) + 2 if first + 2 <= reader.last_close else stop
        reader.comments.append((first, end))
        return max(end, at + 1)
    head = _HEAD.match(data, at, stop)
    if head is not None:
        return _block(reader, head)
    alias = _ALIAS.match(data, at, stop)
    if alias is not None:
        start = unit_start(data, reader.comments, first) if reader.leading_comments else first
        reader.blocks.append(
            Block(
                "type",
                alias.group(1).decode(),
                start,
                first,
                alias.start(1),
                alias.end(),
                first + len(text),
                (alias.end(), stop),
            )
        )
        return stop + 1
    reader.stray.append((first, first + len(text)))
    return stop + 1


def _block(reader: _Reader, head: re.Match[bytes]) -> int:
    data, opening = reader.data, head.end()
    closing, depth, at, found = -1, 1, opening, None
    while depth and (found := _CODE.search(data, at)) is not None:
        at, mark = found.end(), found.group()
        if mark == b"/*":
            at = data.index(b"*/", at) + 2 if at <= reader.last_close else at
        elif mark == b"\n":
            if (
                _HEAD.match(data, at) is not None and data[at : at + 1].isalpha()
            ):  # a block at column 0: this one never closed
                break
        elif mark in {b"{", b"}"}:
            depth += 1 if mark == b"{" else -1
            closing = found.start() if depth == 0 else -1
    complete = closing >= 0
    inner = closing if complete else found.start() if found else len(data)
    end = end_with_comment(data, closing + 1, _TAIL) if complete else opening + len(data[opening:inner].rstrip())
    word = head.start(1)
    fields, settings, broken = _fields(data, opening, inner, head.group(1))
    reader.blocks.append(
        Block(
            head.group(1).decode(),
            head.group(2).decode(),
            unit_start(data, reader.comments, word) if reader.leading_comments else word,
            word,
            head.start(2),
            opening - 1,
            end,
            (opening, max(opening, inner)),
            fields,
            settings,
            broken if complete else (*broken, (word, opening)),
        )
    )
    if not complete:
        return max(end, opening)
    newline = data.find(b"\n", end)
    stop = len(data) if newline < 0 else newline
    return end if data[end:stop].strip() else stop + 1  # the rest of the line may hold another block


def _fields(
    data: bytes, low: int, high: int, keyword: bytes
) -> tuple[tuple[Field, ...], tuple[str, ...], tuple[tuple[int, int], ...]]:
    fields: list[Field] = []
    settings: list[str] = []
    broken: list[tuple[int, int]] = []
    at, brackets = low, 0
    while at < high:
        newline = data.find(b"\n", at, high)
        stop = high if newline < 0 else newline
        text = data[at:stop].strip()
        continued, brackets = brackets > 0, max(0, brackets + _depth(text))
        if text and not continued and text[:2] not in {b"//", b"/*"} and text[:1] != b"*":
            if text.startswith(b"@@"):
                settings.append(text.decode("utf-8", "replace"))
            elif (made := _field(data, at, stop, keyword)) is not None:
                fields.append(made)
            elif _CONTINUES.match(data, at, stop) is None:
                broken.append((at + len(data[at:stop]) - len(data[at:stop].lstrip()), at + len(data[at:stop].rstrip())))
        at = stop + 1
    return tuple(fields), tuple(settings), tuple(broken)


def _depth(text: bytes) -> int:
    code = re.sub(rb"\"(?:[^\"\\]|\\.)*\"|//.*", b"", text)
    return (
        code.count(b"(") + code.count(b"[") + code.count(b"{") - code.count(b")") - code.count(b"]") - code.count(b"}")
    )


def _field(data: bytes, at: int, stop: int, keyword: bytes) -> Field | None:
    if keyword in {b"datasource", b"generator"}:
        hit = _VALUE.match(data, at, stop)
        return (
            Field(
                hit.group(1).decode(),
                hit.start(1),
                "",
                hit.start(2),
                hit.group(1).decode(),
                relation=False,
                text=_text(hit.group(2)),
            )
            if hit
            else None
        )
    if keyword == b"enum":
        hit = _ENUM_VALUE.match(data[at:stop])
        return (
            Field(hit.group(1).decode(), at + hit.start(1), "", at, hit.group(1).decode(), relation=False, text="")
            if hit
            else None
        )
    hit = _FIELD.match(data, at, stop)
    if hit is None or hit.group(2) is None:
        return None
    name, rest = hit.group(1).decode(), hit.group(3)
    mapped = _MAP.search(rest)
    column = mapped.group(1).decode("utf-8", "replace") if mapped else name
    typed = hit.group(2).decode("utf-8", "replace").rstrip("[]?")
    return Field(
        name,
        hit.start(1),
        typed,
        hit.start(2),
        column,
        _RELATION.search(rest) is not None or hit.group(2).endswith(b"[]"),
        _text(rest),
    )


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip()
