"""A named entry of a contract before it is a unit: operation, schema, parameter, response, security scheme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.unit import JsonValue, OverlapSpan

OPERATION = "api_operation_chunk"
SCHEMA = "schema_chunk"
PARAMETER = "api_parameter_chunk"
RESPONSE = "api_response_chunk"
SECURITY = "security_scheme_chunk"
SECTION = "config_section_chunk"


@dataclass(frozen=True, slots=True)
class Entry:
    """`node` is the pair that holds it; `first`/`ceiling` the first line it may take and the line of what follows.

    `pointer` is its JSON pointer in this file. `name` is unique among its kind and the in-file name of its symbol (None: no symbol).
    `context` are nodes beside it whose references count as its own; `overlap` lines that help to read it.
    """

    kind: str
    title: str
    name: str
    node: Node
    pointer: str
    first: int
    ceiling: int
    symbol: str | None = None
    tags: tuple[str, ...] = ()
    context: tuple[Node, ...] = ()
    overlap: tuple[OverlapSpan, ...] = ()
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    inside: bool = False  # a child of the entry `within`, which comes earlier
    within: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A pair with its bounds: the first line it may take, and the line where what follows starts."""

    node: Node
    first: int
    ceiling: int


def pairs(parent: Placed, edges: Edges) -> Iterator[Placed]:
    """Yield the children of `parent` with their bounds, comments above a key left to that key."""
    yield from between(parent.node.children, edges, edges.lines.line_at(parent.node.start) + 1, parent.ceiling)


def between(children: Sequence[Node], edges: Edges, first: int, stop: int) -> Iterator[Placed]:
    """Yield `children` with their bounds between the lines `first` and `stop`."""
    lines = edges.lines
    starts = [lines.line_at(child.start) for child in children]
    for index, child in enumerate(children):
        ceiling = starts[index + 1] if index + 1 < len(children) else stop
        yield Placed(child, first, ceiling)
        _, end = edges.span(child.start, child.end, first, ceiling)
        first = lines.last_line_of(child.start, end) + 1


def lines_of(node: Node, edges: Edges, reason: str) -> OverlapSpan:
    """Return the lines of `node` as an overlap span."""
    lines = edges.lines
    return OverlapSpan(reason, lines.line_at(node.start), lines.last_line_of(node.start, node.end))
