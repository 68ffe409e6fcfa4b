"""One clean file as a key tree, by the syntax its name or first byte says: the door of this package.

Takes a `CleanText` and a path, gives the documents, the edges and the broken lines; never fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chunkers.formats.tree.block import scan_yaml
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.json_text import scan_json
from chunkers.formats.tree.node import Document, Node
from chunkers.formats.tree.pairing import paired
from chunkers.formats.tree.template import mask
from chunkers.source import CleanText
from chunkers.span import Lines

YAML = "yaml"
JSON_TEXT = "json"
_JSON_MARKS = (b"//", b"/*", b"*")


@dataclass(frozen=True, slots=True)
class KeyTree:
    """`broken` are 1-based line ranges; `source` the clean bytes; `syntax` yaml or json; `templated` when actions were masked."""

    documents: tuple[Document, ...]
    edges: Edges
    source: bytes
    syntax: str
    broken: tuple[tuple[int, int], ...] = ()
    templated: bool = False

    @property
    def root(self) -> Node:
        """Return the root of the first document that holds something, an empty node when none does."""
        return next((d.root for d in self.documents if d.root.children), Node(None, 0, 0, 0))


def read_tree(clean: CleanText, path: str, language: str | None) -> KeyTree:
    """Return the key tree of a file; JSON by language, or when the text itself is one bracketed value in a `.json` file."""
    if language in {"json", "json5", "notebook"} or (language != YAML and clean.data.lstrip()[:1] in (b"{", b"[")):
        stream = scan_json(clean.data)
        edges = Edges(clean.lines, _JSON_MARKS)
        return KeyTree(stream.documents, edges, clean.data, JSON_TEXT, line_ranges(stream.broken, clean.lines))
    masked = mask(clean.data, path, clean.lines)
    stream = scan_yaml(masked.data, clean.data)
    edges = Edges(clean.lines, (b"#",), paired(clean.lines, masked.actions) if masked.actions else {})
    broken = line_ranges(stream.broken, clean.lines)
    return KeyTree(stream.documents, edges, clean.data, YAML, broken, masked.templated)


def line_ranges(offsets: Iterable[int], lines: Lines) -> tuple[tuple[int, int], ...]:
    """Return the 1-based line ranges that hold `offsets` (ascending), neighbouring lines joined."""
    ranges: list[tuple[int, int]] = []
    for offset in offsets:
        line = lines.line_at(offset)
        if ranges and line <= ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], max(line, ranges[-1][1]))
        else:
            ranges.append((line, line))
    return tuple(ranges)
