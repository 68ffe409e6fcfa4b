"""INI and its relatives by section: setup.cfg, .editorconfig, git config, systemd units, tox, pylint.

Takes one clean file, gives one section per header and `(root)` before the first; indented continuation lines and keys without value are legal.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section import systemd
from chunkers.formats.section.facts import variables
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines
from chunkers.symbol import Symbol
from chunkers.text.windows import windows
from chunkers.unit import Cut

_HEADER = re.compile(rb"[ \t]*\[([^\r\n]*)\][ \t]*(?:[#;][^\r\n]*)?\r?\n?\Z")
_PAIR = re.compile(rb"[ \t]*([^=:\r\n]*?)[ \t]*[=:][ \t]*")
_SUFFIXES = (".ini", ".cfg", ".desktop")
_BRACES = re.compile(rb"[{}][ \t]*\r?$", re.MULTILINE)


def _supports(given: ChunkingInput) -> int:
    language = given.classification.language
    named = given.path.lower().endswith(_SUFFIXES) or systemd.is_unit(given.path)
    return 50 if language == "ini" or (language is None and named) else 0


def _chunk(given: ChunkingInput) -> Cut:
    lines = given.clean.lines
    if len(_BRACES.findall(given.clean.data)) * 5 > len(lines) + 5:
        return windows(given, status="OK", reason=None)  # a brace language under a shared suffix
    edges = Edges(lines, (b"#", b";"))
    blocks = list(ini_blocks(lines))
    # A comment at the head of the file is the file's, even right above the first header.
    heads = [lines.line_at(block.start) - 1 for block in blocks[:1] if block.prefix]
    data, set_here = given.clean.data, list[Symbol]()
    if systemd.is_unit(given.path):
        pairs = (pair for block in blocks for pair in systemd.variables(block.nodes, data))
        set_here = list({one.name: one for one in variables(pairs, lines, given.classification.language)}.values())
        blocks = [_with_units(block, data) for block in blocks]
    found = placed(blocks, edges, heads)
    return flat_cut(given, found, edges, symbols=set_here, extras=_extras(given.path, blocks, data))


def _with_units(block: Block, data: bytes) -> Block:
    wanted = systemd.references(block.nodes, data)
    return replace(block, attributes=(("references", wanted),)) if wanted else block


def ini_blocks(lines: Lines) -> Iterator[Block]:
    """Yield the sections in order: title, keys, place."""
    title: str | None = None
    start = end = 0
    nodes: list[Node] = []
    for line in range(1, len(lines) + 1):
        raw = lines.raw(line, line)
        text = raw.strip()
        if not text or text[:1] in b"#;":
            continue
        begin = lines.start(line) + len(raw) - len(raw.lstrip())
        stop = lines.start(line) + len(raw.rstrip())
        header = _HEADER.match(raw)
        if header and not (raw[:1].isspace() and nodes):
            if nodes or title is not None:
                yield _block(title, nodes, start, end)
            title, nodes, start, end = header.group(1).decode("utf-8", "replace"), [], begin, stop
        elif raw[:1].isspace() and nodes and not _is_indented_key(nodes, lines, line):
            nodes[-1].end = end = stop
        else:
            if title is None and not nodes:
                start = begin
            pair = _PAIR.match(raw)
            key = pair.group(1) if pair else text
            at = lines.start(line) + pair.end() if pair else stop
            nodes.append(Node(key.decode("utf-8", "replace").strip(), begin, min(at, stop), stop, SCALAR))
            end = stop
    if nodes or title is not None:
        yield _block(title, nodes, start, end)


def _is_indented_key(nodes: list[Node], lines: Lines, line: int) -> bool:
    """Tell whether a file indents all its keys (git config): then an indented pair is a key, no continuation."""
    first = lines.line_at(nodes[0].start)
    indent = len(lines.raw(first, first)) - len(lines.raw(first, first).lstrip())
    raw = lines.raw(line, line)
    return 0 < indent == len(raw) - len(raw.lstrip())


def _block(title: str | None, nodes: list[Node], start: int, end: int) -> Block:
    return Block(title if title is not None else ROOT, title or "", tuple(nodes), start, end)


def _extras(path: str, blocks: list[Block], data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the source roots of setup.cfg as `python.source_root`."""
    if posixpath.basename(path) != "setup.cfg":
        return
    for block in blocks:
        for node in block.nodes:
            if (block.title, node.key) in {("options", "package_dir"), ("options.packages.find", "where")}:
                text = data[node.at : node.end].decode("utf-8", "replace").replace("=", " ")
                yield from (("python.source_root", word) for word in text.split()[-1:])


CHUNKER = Chunker("ini", "1", _supports, _chunk)
