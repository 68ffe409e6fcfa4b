"""HCL and Terraform by top-level block: resources, modules, variables; attributes outside blocks (tfvars) as `(root)`.

Takes one clean file, gives sections titled by type and labels; references are the source of a module and the addresses a block uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.hcl.scan import Item, scan_hcl
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.span import Lines, Span
from chunkers.symbol import Symbol
from chunkers.unit import Cut

_LANGUAGES = frozenset({"hcl", "terraform"})
_SOURCE = re.compile(rb"^[ \t]*source[ \t]*=[ \t]*\"([^\"\n]+)\"", re.MULTILINE)
_ADDRESS = re.compile(
    rb"(?<![\w.\"/\-])((?:var|local|module)\.[A-Za-z_][\w\-]*|data\.[a-z]\w*\.[A-Za-z_][\w\-]*|[a-z][a-z0-9]*_\w+\.[A-Za-z_][\w\-]*)"
)
_ENVIRONMENT = re.compile(
    rb"\b(?:variables|environment|environment_variables|env|env_vars|app_settings)[ \t]*+=[ \t]*+\{((?:[^{}$]++|\$\{[^{}]*+\}|\$)*+)\}"
)
_SETS = re.compile(rb"^[ \t]*+\"?([A-Z][A-Z0-9_]+)\"?[ \t]*+[=:]", re.MULTILINE)
_ENV_BLOCK = re.compile(rb"\benv[ \t]*+\{[^{}]*?\bname[ \t]*+=[ \t]*+\"([A-Z][A-Z0-9_]+)\"")
_MOST = 60
_LONGEST_COMMENT = 20_000


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in _LANGUAGES else 0


def _chunk(given: ChunkingInput) -> Cut:
    data, edges = given.clean.data, Edges(given.clean.lines, (b"#", b"//", b"/*", b"*"))
    items, broken = scan_hcl(data)
    found = placed([_with_comment(block, given.clean.lines) for block in _blocks(items, data)], edges)
    named = {name: at for item in items if item.title for name, at in _variables(item, data)}
    set_here = [_symbol(name, at, given) for name, at in named.items()]
    return flat_cut(given, found, edges, broken=broken, keys=False, symbols=set_here, placeholders=False)


def _with_comment(block: Block, lines: Lines) -> Block:
    """Start a block at the comment of several lines that ends right above it."""
    above = lines.line_at(block.start) - 1
    if above < 1 or not lines.raw(above, above).rstrip().endswith(b"*/"):
        return block
    end = lines.start(above) + len(lines.raw(above, above).rstrip())
    start = lines.data.rfind(b"/*", max(0, end - _LONGEST_COMMENT), end - 2)
    if start < 0 or b"*/" in lines.data[start : end - 2]:
        return block
    alone = not lines.data[lines.start(lines.line_at(start)) : start].strip()
    return replace(block, start=start) if alone else block


def _variables(item: Item, data: bytes) -> Iterator[tuple[str, int]]:
    """Yield the variables that a resource gives to what it runs, and where: maps of them, and `env` blocks with a name."""
    for found in _ENVIRONMENT.finditer(data, item.node.start, item.node.end):
        for name in _SETS.finditer(data, found.start(1), found.end(1)):
            yield name.group(1).decode(), name.start(1)
    for found in _ENV_BLOCK.finditer(data, item.node.start, item.node.end):
        yield found.group(1).decode(), found.start(1)


def _symbol(name: str, at: int, given: ChunkingInput) -> Symbol:
    line = given.clean.lines.line_at(at)
    return Symbol("env_var", name, name, Span(line, line), line, language=given.classification.language)


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
