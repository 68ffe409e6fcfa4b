"""From a key tree to sections: containers are walked into, anything else is a section; root scalars run together.

Takes one document, gives `Section`s in source order; knows no product's file format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkers.formats.section.model import Section
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import BROKEN, EMPTY, FLOW, LITERAL, MAPPING, SCALAR, SEQUENCE, Document, Node
from chunkers.formats.tree.scalar import text_of

DEEPEST = 3
ROOT = "(root)"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stop of the walk, in source order: a section (`title` set) or the key of a container."""

    title: str | None
    nodes: tuple[Node, ...]
    above: tuple[Node, ...] = ()
    prefix: str = ""


def sections(document: Document, edges: Edges) -> list[Section]:
    """Return the sections of `document`: one per item of a root list, else by containers."""
    root = document.root
    if root.kind is SEQUENCE:
        marks = _items(root, edges.lines.data)
    elif root.kind is MAPPING:
        marks = list(_pairs(root, nested=root.style is FLOW))
    else:
        return []
    return _placed(marks, document, edges)


def whole(document: Document, edges: Edges, title: str, pointer: str) -> list[Section]:
    """Return the whole document as one section, from its first key to its last line."""
    if not document.root.children:
        return []
    found = _placed([_Mark(title, tuple(document.root.children))], document, edges)
    one = found[0]
    return [Section(title, one.start, one.end, "", one.nodes, pointer=pointer, document=document.index)]


def bounds(document: Document, edges: Edges) -> tuple[int, int]:
    """Return the first line that keys of `document` may take, and the line behind its last."""
    lines = edges.lines
    marked = lines.data.startswith(b"---", document.start)
    stop = len(lines) + 1 if document.end >= len(lines.data) else lines.line_at(document.end)
    return lines.line_at(document.start) + (1 if marked else 0), stop


def _items(root: Node, data: bytes) -> list[_Mark]:
    titles = (text_of(data, item.get("name")) or f"[{index}]" for index, item in enumerate(root.children))
    return [
        _Mark(title, (item,), prefix=f"[{index}]")
        for index, (item, title) in enumerate(zip(root.children, titles, strict=True))
    ]


def _pairs(root: Node, *, nested: bool) -> Iterator[_Mark]:
    """Yield the stops below `root`; with `nested` (JSON) bracketed mappings count like block ones."""
    run: list[Node] = []
    for pair in root.children:
        if pair.kind is EMPTY or (pair.kind is SCALAR and pair.style not in {LITERAL, BROKEN}):
            run.append(pair)
            continue
        if run:
            yield _Mark(ROOT, tuple(run))
            run = []
        yield from _below(pair, (), nested=nested)
    if run:
        yield _Mark(ROOT, tuple(run))


def _below(top: Node, above: tuple[Node, ...], *, nested: bool) -> Iterator[_Mark]:
    stack: list[tuple[Node, tuple[Node, ...]]] = [(top, above)]
    while stack:
        node, over = stack.pop()
        prefix = ".".join(n.key or "" for n in over)
        title = f"{prefix}.{node.key}" if prefix else node.key or ""
        if len(over) + 1 < DEEPEST and _is_container(node, nested=nested):
            yield _Mark(None, (node,), over, prefix)
            stack.extend((child, (*over, node)) for child in reversed(node.children))
        else:
            yield _Mark(title, (node,), over, prefix)


def _is_container(node: Node, *, nested: bool) -> bool:
    return _is_mapping(node, nested=nested) and all(_is_mapping(child, nested=nested) for child in node.children)


def _is_mapping(node: Node, *, nested: bool) -> bool:
    return node.kind is MAPPING and bool(node.children) and (nested or node.style is not FLOW)


def _placed(marks: Sequence[_Mark], document: Document, edges: Edges) -> list[Section]:
    """Give each section its lines: behind the stop before it, up to the stop behind it."""
    lines = edges.lines
    floor, stop = bounds(document, edges)
    starts = [lines.line_at(mark.nodes[0].start) for mark in marks]
    found: list[Section] = []
    for index, mark in enumerate(marks):
        if mark.title is None:
            floor = starts[index] + 1
            continue
        ceiling = starts[index + 1] if index + 1 < len(marks) else stop
        start, end = edges.span(mark.nodes[0].start, mark.nodes[-1].end, floor, ceiling)
        floor = lines.last_line_of(start, end) + 1
        above = tuple(lines.line_at(node.start) for node in mark.above)
        found.append(Section(mark.title, start, end, mark.prefix, mark.nodes, above, document=document.index))
    return found
