"""Tables -> a picture: an SVG document with one box per node and one arrow per edge, laid out in layers from left to right.

Takes tables of a readable size and refuses larger ones. Everything that comes from a repository is escaped; nothing in the picture is fetched or run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from graph.export.graphml import legal
from graph.export.layers import layered
from graph.model import Edge, GraphTables, Node

MOST_NODES = 200
MOST_EDGES = 1_000
_LONGEST = 38
_CHARACTER, _PADDING, _HEIGHT = 7, 10, 28
_ACROSS, _DOWN, _MARGIN, _LEGEND = 90, 44, 20, 26
_SURE = 0.9
_FILL = {
    "route": "#fde68a", "api_operation": "#fde68a", "test_case": "#bbf7d0", "test_suite": "#bbf7d0", "external": "#e5e7eb", "file": "#f3f4f6",
    "module": "#f3f4f6", "table": "#fed7aa", "column": "#fed7aa", "migration": "#fed7aa", "config_key": "#ddd6fe", "env_var": "#ddd6fe",
    "doc_section": "#fbcfe8", "adr": "#fbcfe8", "runbook": "#fbcfe8", "class": "#bfdbfe", "interface": "#bfdbfe", "enum": "#bfdbfe",
    "record": "#bfdbfe", "struct": "#bfdbfe", "trait": "#bfdbfe",
}  # fmt: skip
_STROKE = {
    "CALLS": "#1d4ed8", "INSTANTIATES": "#1d4ed8", "DISPATCHES_TO": "#7c3aed", "OVERRIDES": "#7c3aed", "EXTENDS": "#7c3aed", "IMPLEMENTS": "#7c3aed",
    "TESTS": "#15803d", "MOCKS": "#15803d", "ROUTES_TO": "#b45309", "DESCRIBES": "#b45309", "IMPORTS": "#9ca3af", "CONTAINS": "#9ca3af",
    "DECLARES": "#9ca3af", "REFERENCES": "#6b7280", "DOCUMENTS": "#be185d", "DECIDES": "#be185d",
}  # fmt: skip


class PictureTooLargeError(ValueError):
    """There is more to draw than anybody could read."""


class _Box(NamedTuple):
    x: int
    y: int
    width: int
    label: str


def to_svg(tables: GraphTables) -> str:
    """Return the tables as an SVG document.

    Raises:
        PictureTooLargeError: there are more than 200 nodes or 1,000 edges.
    """
    if len(tables.nodes) > MOST_NODES or len(tables.edges) > MOST_EDGES:
        raise PictureTooLargeError(
            f"a picture of {len(tables.nodes)} nodes and {len(tables.edges)} edges cannot be read "
            f"(at most {MOST_NODES} and {MOST_EDGES}); draw the neighbourhood of one node, with fewer hops"
        )
    boxes = _boxes(tables)
    edges = [edge for edge in tables.edges if edge.source in boxes and edge.target in boxes]
    kinds = sorted({edge.kind for edge in edges})
    width = max([box.x + box.width for box in boxes.values()] + [len(kinds) * 130], default=0) + _MARGIN
    height = max((box.y + _HEIGHT for box in boxes.values()), default=0) + _MARGIN + _LEGEND
    size = f'width="{width}" height="{height}"'
    font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" {font}>',
        f"<title>{len(tables.nodes)} nodes, {len(edges)} edges</title>",
        f'<rect {size} fill="#ffffff"/>',
        *_markers(kinds),
        *(line for edge in edges for line in _arrow(edge, boxes)),
        *(line for node in tables.nodes for line in _node(node, boxes[node.id])),
        *_legend(kinds, height - _LEGEND),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _boxes(tables: GraphTables) -> Mapping[str, _Box]:
    places = layered([node.id for node in tables.nodes], [(edge.source, edge.target) for edge in tables.edges])
    labels = {node.id: _label(node.name or node.id) for node in tables.nodes}
    below = sum(1 for column, _ in places.values() if column == 0)
    lonely = [node.id for node in tables.nodes if node.id not in places]
    places.update({one: (0, below + row) for row, one in enumerate(lonely)})
    widths: dict[int, int] = {}
    held = Counter(column for column, _ in places.values())
    most = max(held.values(), default=0)
    for one, (column, _) in places.items():
        widths[column] = max(widths.get(column, 0), len(labels[one]) * _CHARACTER + 2 * _PADDING)
    starts, at = {}, _MARGIN
    for column in sorted(widths):
        starts[column] = at
        at += widths[column] + _ACROSS
    return {
        one: _Box(
            starts[column],
            _MARGIN + (2 * row + most - held[column]) * _DOWN // 2,
            len(labels[one]) * _CHARACTER + 2 * _PADDING,
            labels[one],
        )
        for one, (column, row) in places.items()
    }


def _label(name: str) -> str:
    """Return a name that fits a box: the end of a long one says more than its beginning."""
    plain = " ".join(legal(name).split())
    return plain if len(plain) <= _LONGEST else f"…{plain[1 - _LONGEST :]}"


def _markers(kinds: Sequence[str]) -> Iterator[str]:
    yield "<defs>"
    for color in sorted({_STROKE.get(kind, "#6b7280") for kind in kinds}):
        yield (
            f'<marker id="tip{color[1:]}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M0 0 8 4 0 8z" fill="{color}"/></marker>'
        )
    yield "</defs>"


def _arrow(edge: Edge, boxes: Mapping[str, _Box]) -> Iterator[str]:
    """Draw an edge as a curve from side to side; a loop or a way back bows below the boxes. Doubt is dashed."""
    source, target = boxes[edge.source], boxes[edge.target]
    color = _STROKE.get(edge.kind, "#6b7280")
    x1, y1, x2, y2 = source.x + source.width, source.y + _HEIGHT // 2, target.x, target.y + _HEIGHT // 2
    if x2 > x1:
        reach = (x2 - x1) // 2
        way = f"M{x1} {y1}C{x1 + reach} {y1} {x2 - reach} {y2} {x2} {y2}"
    else:
        x1, y1, x2, y2 = (
            source.x + source.width // 2,
            source.y + _HEIGHT,
            target.x + target.width // 2,
            target.y + _HEIGHT,
        )
        way = f"M{x1} {y1}C{x1 + 20} {y1 + _DOWN} {x2 - 20} {y2 + _DOWN} {x2} {y2}"
    dash = "" if edge.confidence >= _SURE else ' stroke-dasharray="5 3"'
    proof = f" ({edge.evidence[0].path}:{edge.evidence[0].line})" if edge.evidence else ""
    told = f"{edge.source} {edge.kind} {edge.target} {edge.confidence:.2f} {edge.rule}{proof}"
    yield (
        f'<path d="{way}" fill="none" stroke="{color}" marker-end="url(#tip{color[1:]})"{dash}>'
        f"<title>{escape(legal(told))}</title></path>"
    )


def _node(node: Node, box: _Box) -> Iterator[str]:
    where = f" {node.path}:{node.declaration_line or 1}" if node.path else ""
    yield f"<g data-id={quoteattr(legal(node.id))}>"
    yield f"<title>{escape(legal(f'{node.id} [{node.kind}]{where}'))}</title>"
    yield (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{_HEIGHT}" rx="4" fill="{_FILL.get(node.kind, "#dbeafe")}" '
        'stroke="#374151"/>'
    )
    yield f'<text x="{box.x + _PADDING}" y="{box.y + _HEIGHT // 2 + 4}">{escape(box.label)}</text></g>'


def _legend(kinds: Sequence[str], y: int) -> Iterator[str]:
    for number, kind in enumerate(kinds):
        yield f'<text x="{_MARGIN + number * 130}" y="{y + 8}" fill="{_STROKE.get(kind, "#6b7280")}">{escape(legal(kind))}</text>'
