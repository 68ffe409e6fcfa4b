"""Dotted keys of a key tree: the leaves a program may ask for, and keys that a mapping gives twice.

Takes nodes and a prefix, gives names and nodes; never values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunkers.formats.tree.node import MAPPING, SEQUENCE, Node
from chunkers.span import Lines

MOST_KEYS = 200
DEEPEST_KEY = 40  # levels below which nothing has a name of its own


def leaves(nodes: Iterable[Node], prefix: str) -> Iterator[tuple[str, Node]]:
    """Yield (dotted key, node) of every pair below `nodes` that holds no further pairs; items are `key[i]`."""
    stack: list[tuple[Node, str, int, int]] = [
        (node, prefix, -1, 1) for node in nodes
    ]  # what holds it, its place in a list
    stack.reverse()
    while stack:
        node, holder, at, depth = stack.pop()
        name = _joined(holder, node.key) if at < 0 else f"{holder}[{at}]"
        children = node.children
        if children and depth < DEEPEST_KEY:
            if node.kind is MAPPING:
                stack += [(child, name, -1, depth + 1) for child in reversed(children)]
                continue
            if node.kind is SEQUENCE and any(item.kind is MAPPING for item in children):
                stack += [(item, name, place, depth + 1) for place, item in reversed(list(enumerate(children)))]
                continue
        if node.key != "<<":  # what a merge key brings in has its own place
            yield name, node


def names(nodes: Iterable[Node], prefix: str) -> tuple[str, ...]:
    """Return the first dotted keys below `nodes`, at most `MOST_KEYS`."""
    found: list[str] = []
    for name, _ in leaves(nodes, prefix):
        if len(found) == MOST_KEYS:
            break
        found.append(name)
    return tuple(dict.fromkeys(found))


def duplicates(root: Node, lines: Lines) -> list[tuple[str, int, str]]:
    """Return a warning (rule, line, message) for each key that its mapping holds already; repeated merge keys are legal."""
    found: list[tuple[str, int, str]] = []
    stack = [root]
    while stack:
        node = stack.pop()
        stack += [child for child in node.children if child.children]
        if node.kind is not MAPPING or len({child.key for child in node.children}) == len(node.children):
            continue
        first: dict[str | None, int] = {}
        for child in node.children:
            line = lines.line_at(child.start)
            if child.key in first and child.key != "<<":
                found.append(
                    ("duplicate_key", line, f"duplicate key {child.key!r}: first given on line {first[child.key]}")
                )
            first.setdefault(child.key, line)
    return sorted(found, key=lambda warning: warning[1])


def _joined(prefix: str, key: str | None) -> str:
    if key is None or key == "<<":
        return prefix
    return f"{prefix}.{key}" if prefix else key
