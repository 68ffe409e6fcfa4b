"""JSON Schema documents and schema files that contracts refer to: the whole file as one schema, its definitions as children.

Takes one clean file known by its content, gives a root unit (pointer "") and one child per `$defs`/`definitions` entry.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.contract.cutting import Contract, contract_cut
from chunkers.formats.contract.entry import SCHEMA, Entry, between, pairs
from chunkers.formats.contract.marks import has_top_key
from chunkers.formats.contract.pointer import pointer
from chunkers.formats.contract.vocabulary import is_schema
from chunkers.formats.tree.node import MAPPING, Node
from chunkers.formats.tree.reading import KeyTree, read_tree
from chunkers.formats.tree.scalar import text_of
from chunkers.unit import Cut

_GROUPS = ("$defs", "definitions")
_META = rb"[\"']?https?:(?:\\?/){2}json-schema\.org"


def _supports(given: ChunkingInput) -> int:
    if given.classification.language not in {"yaml", "json", "json5"}:
        return 0
    data = given.clean.data
    if has_top_key(data, rb"\$schema", _META):
        return 85
    if has_top_key(data, b"type|allOf|anyOf|oneOf"):
        tree = read_tree(given.clean, given.path, given.classification.language)
        return 75 if len(tree.documents) == 1 and is_schema(tree.root, tree.source) else 0
    return 0


def _chunk(given: ChunkingInput) -> Cut:
    tree = read_tree(given.clean, given.path, given.classification.language)
    if not tree.root.children:
        return contract_cut(given, tree, Contract("json_schema", ()))
    entries = (_root_entry(tree, given.path), *_definitions(tree))
    identifier = text_of(tree.source, tree.root.get("$id") or tree.root.get("id"))
    extras = (("schema.id", identifier),) if identifier else ()
    return contract_cut(given, tree, Contract("json_schema", entries, extras))


def _root_entry(tree: KeyTree, path: str) -> Entry:
    """Return the entry over the whole file, first visible byte to last."""
    root, data = tree.root, tree.source
    start = len(data) - len(data.lstrip())
    whole = Node(None, start, root.at, len(data.rstrip()), root.kind, root.style, root.children)
    title = text_of(data, root.get("title")) or posixpath.splitext(posixpath.basename(path))[0]
    lines = tree.edges.lines
    return Entry(SCHEMA, title, "", whole, "", lines.line_at(start), len(lines) + 1, symbol=title, tags=("root",))


def _definitions(tree: KeyTree) -> Iterator[Entry]:
    for top in between(tree.root.children, tree.edges, 1, len(tree.edges.lines) + 1):
        if top.node.key in _GROUPS and top.node.kind is MAPPING:
            for one in pairs(top, tree.edges):
                name = one.node.key or ""
                place = pointer(top.node.key or "", name)
                yield Entry(SCHEMA, name, name, one.node, place, one.first, one.ceiling, symbol=name, inside=True)


CHUNKER = Chunker("json-schema", "1", _supports, _chunk)
