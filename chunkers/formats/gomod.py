"""go.mod and go.work by directive: one section per block, single lines together as `(root)`.

Takes one clean file; for the graph, extras: `go.module`, `go.require` ("path version"), `go.replace` ("old=new"), `go.use`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines
from chunkers.unit import Cut

_OPEN = re.compile(rb"([a-z]+)[ \t]*\([ \t]*(?://[^\n]*)?\r?\n?\Z")
_LINE = re.compile(rb"([a-z]+)[ \t]+([^\r\n]+)")
_KNOWN = frozenset({"module", "require", "replace", "use"})


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "gomod" else 0


def _chunk(given: ChunkingInput) -> Cut:
    edges = Edges(given.clean.lines, (b"//",))
    extras: list[tuple[str, str]] = []
    blocks = list(_blocks(given.clean.lines, extras))
    return flat_cut(given, placed(blocks, edges), edges, keys=False, extras=extras)


def _blocks(lines: Lines, extras: list[tuple[str, str]]) -> Iterator[Block]:
    run: list[Node] = []
    line = 1
    while line <= len(lines):
        raw = lines.raw(line, line)
        opened, single = _OPEN.match(raw), _LINE.match(raw)
        if opened:
            if run:
                yield _block(ROOT, run)
                run = []
            last = _close(lines, line)
            word = opened.group(1).decode()
            yield _block(word, [_node(word, lines, line, last)])
            for inside in range(line + 1, last):
                _note(word, lines.raw(inside, inside).strip(), extras)
            line = last
        elif single:
            word = single.group(1).decode()
            run.append(_node(word, lines, line, line))
            _note(word, single.group(2), extras)
        line += 1
    if run:
        yield _block(ROOT, run)


def _note(word: str, text: bytes, extras: list[tuple[str, str]]) -> None:
    value = text.partition(b"//")[0].strip().decode("utf-8", "replace").strip('"')
    if word in _KNOWN and value:
        pair = "=".join(side.split()[0] for side in value.split("=>") if side.split())
        extras.append((f"go.{word}", pair if word == "replace" else value))


def _close(lines: Lines, line: int) -> int:
    for at in range(line + 1, len(lines) + 1):
        if lines.raw(at, at).strip().startswith(b")"):
            return at
    return len(lines)


def _node(word: str, lines: Lines, first: int, last: int) -> Node:
    start = lines.start(first)
    return Node(word, start, start, start + len(lines.raw(first, last).rstrip()), SCALAR)


def _block(title: str, nodes: list[Node]) -> Block:
    return Block(title, "", tuple(nodes), nodes[0].start, nodes[-1].end)


CHUNKER = Chunker("gomod", "1", _supports, _chunk)
