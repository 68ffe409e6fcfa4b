"""HCL and Terraform by top-level block: resources, modules, variables; attributes outside blocks (tfvars) as `(root)`.

Takes one clean file, gives sections titled by type and labels; references are the source of a module and the addresses a block uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.hcl.scan import Item, scan_hcl
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.unit import Cut

_LANGUAGES = frozenset({"hcl", "terraform"})
_SOURCE = re.compile(rb"^[ \t]*source[ \t]*=[ \t]*\"([^\"\n]+)\"", re.MULTILINE)
_ADDRESS = re.compile(
    rb"(?<![\w.\"/\-])((?:var|local|module)\.[A-Za-z_][\w\-]*|data\.[a-z]\w*\.[A-Za-z_][\w\-]*|[a-z][a-z0-9]*_\w+\.[A-Za-z_][\w\-]*)"
)
_MOST = 60


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in _LANGUAGES else 0


def _chunk(given: ChunkingInput) -> Cut:
    data, edges = given.clean.data, Edges(given.clean.lines, (b"#", b"//", b"/*", b"*"))
    items, broken = scan_hcl(data)
    found = placed(list(_blocks(items, data)), edges)
    return flat_cut(given, found, edges, broken=broken, keys=False)


def _blocks(items: list[Item], data: bytes) -> Iterator[Block]:
    run: list[Node] = []
    for item in items:
        if item.title is None:
            run.append(item.node)
            continue
        if run:
            yield Block(ROOT, "", tuple(run), run[0].start, run[-1].end)
            run = []
        wanted = _references(item, data)
        attributes = (("references", wanted),) if wanted else ()
        yield Block(
            item.title,
            item.title,
            tuple(item.node.children) or (item.node,),
            item.node.start,
            item.node.end,
            attributes,
        )
    if run:
        yield Block(ROOT, "", tuple(run), run[0].start, run[-1].end)


def _references(item: Item, data: bytes) -> list[str]:
    start, end = item.node.start, item.node.end
    source = _SOURCE.search(data, start, end) if (item.title or "").startswith("module.") else None
    found = [source.group(1).decode("utf-8", "replace")] if source else []
    for match in _ADDRESS.finditer(data, item.node.at, end):
        if len(found) >= _MOST:
            break
        found.append(match.group(1).decode())
    return [name for name in dict.fromkeys(found) if name != item.title]


CHUNKER = Chunker("hcl", "1", _supports, _chunk)
