"""Example environment files: the whole file as one section, each name an `env_var` symbol. Real `.env` files never get here."""

from __future__ import annotations

import re

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Span
from chunkers.symbol import Symbol
from chunkers.unit import Cut

_PAIR = re.compile(
    rb"^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.\-]*)[ \t]*(?:[=:][ \t]*|(?=\r?$))(\"(?:[^\"\\]++|\\.)*+\"|'[^']*+'|[^\n]*)",
    re.MULTILINE | re.DOTALL,
)


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "dotenv" else 0


def _chunk(given: ChunkingInput) -> Cut:
    data, lines = given.clean.data, given.clean.lines
    edges = Edges(lines)
    nodes = [_node(match, data) for match in _PAIR.finditer(data)]
    if not nodes:
        return flat_cut(given, [], edges)
    blocks = [Block(ROOT, "", tuple(nodes), nodes[0].start, nodes[-1].end)]
    language = given.classification.language
    symbols: dict[str, Symbol] = {}
    for node in nodes:
        line, name = lines.line_at(node.start), node.key or ""
        symbols.setdefault(name, Symbol("env_var", name, name, Span(line, line), line, language=language))
    covered = {
        line
        for node in nodes
        for line in range(lines.line_at(node.start), lines.last_line_of(node.start, node.end) + 1)
    }
    stray = [
        n for n in range(1, len(lines) + 1) if n not in covered and not lines.is_blank(n) and not edges.is_comment(n)
    ]
    broken = [lines.start(line) for line in stray]
    return flat_cut(given, placed(blocks, edges), edges, broken=broken, keys=False, symbols=symbols.values())


def _node(match: re.Match[bytes], data: bytes) -> Node:
    end = match.start(1) + len(data[match.start(1) : match.end()].rstrip())
    return Node(match.group(1).decode(), match.start(1), match.start(2), max(end, match.start(2)), SCALAR)


CHUNKER = Chunker("dotenv", "1", _supports, _chunk)
