"""XML configuration by the children of its root: Maven, Spring beans, logging, web.xml, project files.

Takes one clean file, gives a section per child with structure, neighbouring plain ones together as `(root)`. For the graph, extras:
`maven.group`, `maven.artifact`, `maven.module`, `maven.source`, `maven.dependency` ("group:artifact"), `dotnet.project`, `dotnet.package`.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.section.flat import Block, flat_cut, placed
from chunkers.formats.section.walk import ROOT
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.formats.xml_config.meaning import class_mentions, read_keys, xml_extras
from chunkers.formats.xml_config.scan import scan_xml
from chunkers.source import CleanText
from chunkers.text.windows import windows
from chunkers.unit import Cut

LARGE = 512 * 1024
_NAMES = ("id", "name")
_PICTURES = frozenset({"svg", "svg:svg"})
"""Roots whose children mean nothing by themselves."""


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "xml" else 0


def _chunk(given: ChunkingInput) -> Cut:
    if len(given.clean.data) > LARGE:
        return windows(given, status="OK", reason=None)
    scan = scan_xml(given.clean.data)
    if scan.root is None or not scan.root.children:
        return windows(
            given, status="OK" if not scan.broken else "FALLBACK", reason="not_understood" if scan.broken else None
        )
    if scan.root.key in _PICTURES:
        return windows(given, status="OK", reason=None)
    edges = Edges(given.clean.lines, (b"<!--",))
    blocks = list(_blocks(scan.root, scan.attributes))
    found = placed(
        _with_comments(blocks, scan.comments, given.clean), edges, [given.clean.lines.line_at(scan.root.at - 1)]
    )
    cut = flat_cut(
        given,
        found,
        edges,
        broken=scan.broken,
        keys=False,
        symbols=read_keys(scan, given.clean.lines, given.classification.language),
        extras=xml_extras(given.path, scan, given.clean.data),
    )
    return class_mentions(cut, scan, found, given.clean.lines)


def _blocks(root: Node, attributes: dict[int, dict[str, str]]) -> Iterator[Block]:
    """Yield the children of the root: those without children and attributes run together."""
    run: list[Node] = []
    for node in root.children:
        own = attributes.get(node.start, {})
        if not node.children and not own:
            run.append(node)
            continue
        if run:
            yield Block(ROOT, "", tuple(run), run[0].start, run[-1].end)
            run = []
        name = next((own[key] for key in _NAMES if own.get(key)), None)
        title = f"{node.key}#{name}" if name else node.key or ""
        wanted = _references(node, attributes)
        yield Block(title, "", (node,), node.start, node.end, (("references", wanted),) if wanted else ())
    if run:
        yield Block(ROOT, "", tuple(run), run[0].start, run[-1].end)


def _references(top: Node, attributes: dict[int, dict[str, str]]) -> list[str]:
    """Return what a section names: beans by `ref`, project and file references."""
    found: list[str] = []
    stack = [top]
    while stack:
        node = stack.pop()
        stack.extend(reversed(node.children))
        own = attributes.get(node.start, {})
        found += [
            own[key] for key in ("ref", "bean", "parent", "depends-on", "factory-bean", "resource") if own.get(key)
        ]
        found += [own["Include"].replace("\\", "/")] if node.key == "ProjectReference" and own.get("Include") else []
    return list(dict.fromkeys(found))


def _with_comments(blocks: list[Block], comments: list[tuple[int, int]], clean: CleanText) -> list[Block]:
    """Start a block at the comment of several lines that ends right above it."""
    lines, ends = clean.lines, {}
    for start, end in comments:
        if (
            lines.line_at(start) != lines.last_line_of(start, end)
            and not clean.data[lines.start(lines.line_at(start)) : start].strip()
        ):
            ends[lines.last_line_of(start, end)] = start
    moved: list[Block] = []
    for block in blocks:
        start = block.start
        while lines.line_at(start) - 1 in ends:
            start = ends[lines.line_at(start) - 1]
        moved.append(Block(block.title, block.prefix, block.nodes, start, block.end, block.attributes))
    return moved


CHUNKER = Chunker("xml", "1", _supports, _chunk)
