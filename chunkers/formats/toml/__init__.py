"""TOML by table header: pyproject, Cargo, any configuration. Lock files in TOML are data.

Takes one clean file, gives one section per header; keys before the first are `(root)`, array tables are numbered. For the graph, extras:
`python.name`, `python.source_root` (pyproject), `cargo.name`, `cargo.member` (Cargo).
"""

from __future__ import annotations

import posixpath

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.data import data_reason
from chunkers.formats.section.flat import Block, flat_cut, placed, repeated
from chunkers.formats.toml.project import toml_extras
from chunkers.formats.toml.scan import Table, scan_toml
from chunkers.formats.tree.edges import Edges
from chunkers.text.windows import windows
from chunkers.unit import Cut


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "toml" else 0


def _chunk(given: ChunkingInput) -> Cut:
    if data_reason(given.clean, given.path, yaml=False):
        return windows(given, status="OK", reason=None)
    data, edges = given.clean.data, Edges(given.clean.lines)
    tables, broken = scan_toml(data)
    found = placed([_block(table) for table in tables], edges)
    warnings = [w for table in tables for w in repeated(table.pairs, table.title, edges)]
    extras = toml_extras(posixpath.basename(given.path), tables, data)
    return flat_cut(given, found, edges, broken=broken, extras=extras, warnings=warnings)


def _block(table: Table) -> Block:
    prefix = "" if table.header is None else table.title
    start = table.pairs[0].start if table.header is None else table.header
    return Block(table.title, prefix, tuple(table.pairs), start, table.end)


CHUNKER = Chunker("toml", "1", _supports, _chunk)
