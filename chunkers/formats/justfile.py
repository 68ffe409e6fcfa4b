"""Justfiles by recipe: attributes and comment above, body below; settings and assignments stay with the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, exported, flat_cut, placed
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines
from chunkers.unit import Cut

_RECIPE = re.compile(rb"@?([A-Za-z_][\w\-]*+)(?=[ \t:])((?:[^:\n\"']++|\"[^\"\n]*+\"|'[^'\n]*+')*+):(?!=)([^\n]*)")
_ATTRIBUTE = re.compile(rb"\[[a-z][^\n]*\][ \t]*\r?\n?\Z")
_DEPENDENCY = re.compile(rb"\([ \t]*([A-Za-z_][\w\-]*)[^)]*\)|(?<![\w\"'])([A-Za-z_][\w\-]*)")
_EXPORT = re.compile(rb"^export[ \t]+([A-Za-z_]\w*)[ \t]*:=", re.MULTILINE)
_SETTING = re.compile(rb"(?:set|export|alias|import|mod)[ \t]")


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "just" else 0


def _chunk(given: ChunkingInput) -> Cut:
    edges = Edges(given.clean.lines)
    found = placed(list(_blocks(given.clean.lines)), edges)
    return flat_cut(given, found, edges, keys=False, symbols=exported(_EXPORT, given))


def _blocks(lines: Lines) -> Iterator[Block]:
    line = 1
    while line <= len(lines):
        raw = lines.raw(line, line)
        recipe = None if _SETTING.match(raw) else _RECIPE.match(raw)
        if not recipe:
            line += 1
            continue
        first = line
        while first > 1 and _ATTRIBUTE.match(lines.raw(first - 1, first - 1)):
            first -= 1
        last = _body_end(lines, line)
        name = recipe.group(1).decode()
        start, end = lines.start(first), lines.start(line) + len(lines.raw(line, last).rstrip())
        wanted = list(
            dict.fromkeys((one or two).decode() for one, two in _DEPENDENCY.findall(recipe.group(3).partition(b"#")[0]))
        )
        attributes = (("references", wanted),) if wanted else ()
        yield Block(name, "", (Node(name, start, start, end, SCALAR),), start, end, attributes)
        line = last + 1


def _body_end(lines: Lines, line: int) -> int:
    last = at = line
    while at < len(lines):
        at += 1
        raw = lines.raw(at, at)
        if not raw.strip():
            continue
        if raw[:1] not in b" \t":
            break
        last = at
    return last


CHUNKER = Chunker("just", "1", _supports, _chunk)
