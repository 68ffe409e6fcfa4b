"""Named units without a parser: a line scanner that knows indentation, braces and the words that begin a definition.

Takes a file the native parser refused or lost, gives a `Cut` with status FALLBACK; never reads deeper than lines, never recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.chunker import ChunkingInput
from chunkers.language import Language
from chunkers.symbol import FileFacts
from chunkers.text.windows import windows
from chunkers.unit import Cut, Unit

_NAME = r"(?P<name>[A-Za-z_$][\w$]{0,199})"
_TYPE = re.compile(
    r"^(?P<indent>[ \t]*)(?:[a-z@]\w{0,20}[ \t]+){0,6}?(?:class|interface|enum|record|struct|trait|object|module|protocol|impl|extension)[ \t]+" + _NAME
)
_CALLABLE = re.compile(r"^(?P<indent>[ \t]*)(?:[a-z@]\w{0,20}[ \t]+){0,6}?(?:def|function|func|fn|fun|sub)[ \t]*\*?[ \t]*(?:\([^()\n]{0,200}\)[ \t]*)?" + _NAME)
_BRACED = re.compile(
    r"^(?P<indent>[ \t]*)(?:[A-Za-z_][\w<>\[\],.?&*:]{0,80}[ \t]+){1,6}[*&]*" + _NAME + r"[ \t]*\((?:[^();{}\n]|\([^()\n]{0,80}\)){0,400}\)?[^;={}\n]{0,120}\{?[ \t]*$"
)
_NO_NAME = frozenset("if for while switch catch return else do try new throw synchronized using lock foreach elif until unless case when".split())
_INDENTED = frozenset({"python"})
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class _Head:
    """A line that begins a definition."""

    line: int
    indent: int
    name: str
    is_type: bool


def outlined(given: ChunkingInput, language: Language, reason: str) -> Cut:
    """Return units by outline; text windows when no definition is recognised."""
    rows = given.clean.data.decode("utf-8", "replace").split("\n")
    if rows and rows[-1] == "":
        rows.pop()
    heads = list(_heads(rows, language))
    if not heads:
        return windows(given, status="FALLBACK", reason=reason)
    return Cut(
        units=tuple(_units(given, language, rows, heads)),
        facts=FileFacts(given.path, language.name, given.classification.category.value),
        status="FALLBACK",
        reason=reason,
    )


def _heads(rows: list[str], language: Language) -> Iterator[_Head]:
    braces = language.name not in _INDENTED
    for number, row in enumerate(rows, 1):
        text = row[:_LONGEST].rstrip("\r")
        if not text.strip() or text.lstrip().startswith((*language.comment_prefixes, "*", "//", "/*")):
            continue
        match = _TYPE.match(text)
        found = match or _CALLABLE.match(text) or (_BRACED.match(text) if braces else None)
        if found is None or found["name"] in _NO_NAME or text.split()[0] in _NO_NAME:
            continue
        yield _Head(number, len(found["indent"].expandtabs(4)), found["name"], match is not None)


def _units(given: ChunkingInput, language: Language, rows: list[str], heads: list[_Head]) -> Iterator[Unit]:
    """Give every head the lines up to the next line that is no deeper; callables inside callables stay inside."""
    lines = given.clean.lines
    ends = _ends(rows, heads)
    stack: list[tuple[int, int, str, bool]] = []  # last line, unit index, qualified name, is_type
    made = 0
    for head, last in zip(heads, ends, strict=True):
        while stack and stack[-1][0] < head.line:
            stack.pop()
        if stack and not stack[-1][3]:
            continue
        name = f"{stack[-1][2]}.{head.name}" if stack else head.name
        first = _with_preface(rows, head, language)
        low, high = lines.trimmed(first, min(last, len(lines)))
        yield Unit(
            kind="class_chunk" if head.is_type else "method_chunk",
            name=name,
            title=name,
            start=lines.start(low),
            end=lines.end(high),
            parent=stack[-1][1] if stack else None,
            symbol=name,
            signature=" ".join(rows[head.line - 1][:_LONGEST].split())[:400].rstrip("{ "),
            language=language.name,
            attributes={"subkind": "class" if head.is_type else "function", "contentParts": ["signature", "body"], "outline": True},
            confidence=0.5,
        )
        stack.append((high, made, name, head.is_type))
        made += 1


def _ends(rows: list[str], heads: list[_Head]) -> list[int]:
    """Return the last line of each head: before the next line at its depth or less, a closing brace line included."""
    depths = [_depth(row) for row in rows]
    ends = [len(rows)] * len(heads)
    open_heads: list[int] = []
    at = 0
    for number, depth in enumerate(depths, 1):
        while depth is not None and open_heads and number > heads[open_heads[-1]].line and depth <= heads[open_heads[-1]].indent:
            opening = rows[number - 1].lstrip()[:1] in "{"
            if opening and depth == heads[open_heads[-1]].indent and number == heads[open_heads[-1]].line + 1:
                break
            closing = depth == heads[open_heads[-1]].indent and rows[number - 1].lstrip()[:1] in "})]" or rows[number - 1].lstrip()[:3] == "end"
            ends[open_heads.pop()] = number if closing else number - 1
            if closing:
                break
        if at < len(heads) and heads[at].line == number:
            open_heads.append(at)
            at += 1
    return ends


def _depth(row: str) -> int | None:
    text = row.rstrip("\r")
    stripped = text.lstrip(" \t")
    return len(text[: len(text) - len(stripped)].expandtabs(4)) if stripped else None


def _with_preface(rows: list[str], head: _Head, language: Language) -> int:
    """Return the first line of comments and decorators that stand directly above a head."""
    line = head.line
    marks = (*language.comment_prefixes, "@", "//", "/*", "*", "#[")
    while line > 1 and rows[line - 2].strip().startswith(marks):
        line -= 1
    return line
