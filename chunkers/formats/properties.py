"""Java properties by runs of keys with one prefix; Spring's `#---` documents and profiles kept apart.

Takes one clean file, gives sections titled by the first two segments of a key (one when it has two, `(root)` when it has none).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed, repeated
from chunkers.formats.section.project import context_path
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.span import Lines
from chunkers.unit import Cut

_KEY = re.compile(rb"[ \t\f]*+((?:[^\\=: \t\f\r\n]++|\\.)++)[ \t\f]*+[=:]?+[ \t\f]*+", re.DOTALL)
_BREAK = re.compile(rb"[#!]---[ \t]*\r?$", re.MULTILINE)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_PROFILES = ("spring.config.activate.on-profile", "spring.profiles")


@dataclass(frozen=True, slots=True)
class _Document:
    """The keys between two `#---` lines."""

    nodes: tuple[Node, ...]
    profile: str | None


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "properties" else 0


def _chunk(given: ChunkingInput) -> Cut:
    data, edges = given.clean.data, Edges(given.clean.lines, (b"#", b"!"))
    documents, breaks = _documents(given.clean.lines)
    blocks = [block for document in documents for block in _blocks(document)]
    found = placed(blocks, edges, breaks)
    warnings = [w for document in documents for w in repeated(document.nodes, "", edges)]
    extras: tuple[tuple[str, str], ...] = ()
    if posixpath.basename(given.path).startswith(("application", "bootstrap")):
        extras = context_path((node.key or "", _text(data, node)) for document in documents for node in document.nodes)
    return flat_cut(given, found, edges, warnings=warnings, extras=extras)


def _documents(lines: Lines) -> tuple[list[_Document], list[int]]:
    breaks: list[int] = []
    documents: list[_Document] = []
    nodes: list[Node] = []
    for item in entries(lines):
        if isinstance(item, int):
            breaks.append(item)
            documents.append(_document(nodes, lines.data))
            nodes = []
        else:
            nodes.append(item)
    documents.append(_document(nodes, lines.data))
    return documents, breaks


def _document(nodes: list[Node], data: bytes) -> _Document:
    named = {node.key: node for node in nodes}
    profile = next((_text(data, named[key]) for key in _PROFILES if key in named), None)
    return _Document(tuple(nodes), profile or None)


def entries(lines: Lines) -> Iterator[Node | int]:
    """Yield each key with its value, continuation lines in, and the line of each document break."""
    data, line, total = lines.data, 1, len(lines)
    while line <= total:
        raw = lines.raw(line, line)
        text = raw.strip()
        if text.startswith((b"#", b"!")) or not text:
            if _BREAK.match(raw):
                yield line
            line += 1
            continue
        first = line
        while line < total and _continues(lines.raw(line, line)):
            line += 1
        start, end = lines.start(first), lines.end(line)
        match = _KEY.match(data, start, end)
        key = decoded(match.group(1).decode("utf-8", "replace")) if match else ""
        begin = match.start(1) if match else start + len(raw) - len(raw.lstrip())
        at = match.end() if match else begin
        stop = max(at, start + len(data[start:end].rstrip()))
        yield Node(key, begin, at, stop, SCALAR)
        line += 1


def _continues(raw: bytes) -> bool:
    """Tell whether a line ends with an odd number of backslashes."""
    text = raw.rstrip(b"\r\n")
    return (len(text) - len(text.rstrip(b"\\"))) % 2 == 1


def decoded(text: str) -> str:
    """Return a key with its escapes undone."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m.group(1), 16)) if m.group(1) else _SHORT.get(m.group(2), m.group(2)), text)


def _text(data: bytes, node: Node) -> str:
    return data[node.at : node.end].decode("utf-8", "replace").strip()


def _blocks(document: _Document) -> Iterator[Block]:
    attributes = (("profile", document.profile),) if document.profile else ()
    run: list[Node] = []
    for node in document.nodes:
        if run and prefix_of(node.key or "") != prefix_of(run[0].key or ""):
            yield _block(run, document.profile, attributes)
            run = []
        run.append(node)
    if run:
        yield _block(run, document.profile, attributes)


def _block(run: list[Node], profile: str | None, attributes: tuple[tuple[str, str], ...]) -> Block:
    title = prefix_of(run[0].key or "")
    label = f"{title}@{profile}" if profile else None
    return Block(title, "", tuple(run), run[0].start, run[-1].end, attributes, label)


def prefix_of(key: str) -> str:
    """Return the first two segments of a key, the first of two, `(root)` for one."""
    parts = key.split(".")
    return ROOT if len(parts) == 1 else parts[0] if len(parts) == 2 else ".".join(parts[:2])  # noqa: PLR2004  # the rule


CHUNKER = Chunker("properties", "1", _supports, _chunk)
