"""Parts of a section over budget: neighbouring entries grouped to the target size, each part starting at a whole entry.

Takes the nodes of a section and its bytes, gives disjoint parts that cover it; what one entry alone cannot fit, the assembler cuts by lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import SEQUENCE, Node
from chunkers.policy import Chunking
from chunkers.tokens import estimate_bytes

DEEPEST_CUT = 16  # nesting levels opened in search of a cut; bounds the work on deep input


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes `start`..`end` of a section; `label` names its entries, `nodes` are they, `prefix` what holds the first, `above` its key lines."""

    start: int
    end: int
    label: str
    nodes: tuple[Node, ...]
    prefix: str
    above: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    prefix: str
    start: int
    above: tuple[int, ...]
    node: Node | None  # None when its own children follow as entries


def parts(
    nodes: Sequence[Node], prefix: str, place: tuple[int, int], edges: Edges, sizes: Chunking, language: str | None
) -> list[Part]:
    """Return the parts of the section at `place`, none when it fits the budget or cannot be cut at entries."""
    start, end = place
    data = edges.lines.data
    cap = sizes.max_tokens_per_chunk
    if 2 * (end - start) <= cap or estimate_bytes(data[start:end], language) <= cap:  # no byte weighs two tokens
        return []
    groups: list[list[_Entry]] = []
    weight = 0
    entries = [e for e in _entries(nodes, prefix, edges, sizes, language) if start <= e.start < end]
    if not entries:
        return []
    stops = [e.start for e in entries[1:]] + [end]
    for number, (entry, stop) in enumerate(zip(entries, stops, strict=True)):
        cost = estimate_bytes(data[start if number == 0 else entry.start : stop], language)
        if groups and weight + cost <= sizes.target_tokens:
            groups[-1].append(entry)
            weight += cost
        else:
            groups.append([entry])
            weight = cost
    if len(groups) <= 1:
        return []
    begins = [start, *(group[0].start for group in groups[1:])]
    ends = [*begins[1:], end]
    return [_part(group, data, low, high) for group, low, high in zip(groups, begins, ends, strict=True)]


def _part(group: Sequence[_Entry], data: bytes, low: int, high: int) -> Part:
    first, last = group[0], group[-1]
    label = first.name if first is last else f"{first.name} … {last.name}"
    text = data[low:high].rstrip()
    return Part(low, low + len(text), label, tuple(e.node for e in group if e.node), first.prefix, first.above)


def _entries(
    nodes: Sequence[Node], prefix: str, edges: Edges, sizes: Chunking, language: str | None
) -> Iterator[_Entry]:
    """Yield the entries at which a cut may fall: children that start a line, opened further while they are over budget."""
    lines, data, floor = edges.lines, edges.lines.data, 1
    named = [(node, f"{prefix}.{node.key}" if prefix and node.key else node.key or prefix) for node in nodes]
    stack: list[tuple[Node, str, str, tuple[int, ...]]] = [(node, name, prefix, ()) for node, name in reversed(named)]
    while stack:
        node, name, holder, above = stack.pop()
        line = lines.line_at(node.start)
        opened = bool(node.children) and len(above) < DEEPEST_CUT
        opened = opened and 2 * (node.end - node.start) > sizes.target_tokens  # no byte weighs two tokens
        opened = opened and estimate_bytes(data[node.start : node.end], language) > sizes.target_tokens
        if line >= floor and not data[lines.start(line) : node.start].strip():
            first = edges.first(line, floor)
            yield _Entry(name, holder, lines.start(first), above, None if opened else node)
            floor = line + 1
        if opened:
            numbered = node.kind is SEQUENCE
            titles = [f"{name}[{at}]" if numbered else f"{name}.{child.key}" for at, child in enumerate(node.children)]
            below = zip(node.children, titles, strict=True)
            stack.extend(reversed([(child, title, name, (*above, line)) for child, title in below]))
        else:
            floor = max(floor, lines.last_line_of(node.start, node.end) + 1)
