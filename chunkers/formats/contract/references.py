"""`$ref` and its relatives below a node: targets as paths from the snapshot root, with the line they stand on.

Takes nodes and the file's path; follows nothing, so that circles and missing files cannot matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunkers.formats.contract.pointer import resolved
from chunkers.formats.tree.node import SCALAR, Node
from chunkers.formats.tree.scalar import text_of

_REFERENCE_KEYS = frozenset({"$ref", "$dynamicRef", "$recursiveRef", "operationRef", "externalValue"})
_LITERAL = frozenset({"example", "default", "const", "enum"})
"""Keys whose values are sample data, unless they name a property."""
_NAMING = frozenset(
    {
        "properties",
        "patternProperties",
        "definitions",
        "$defs",
        "schemas",
        "examples",
        "responses",
        "parameters",
        "headers",
    }
)


def references(nodes: Iterable[Node], source: bytes, path: str) -> list[tuple[str, Node]]:
    """Return (target, node) for every reference below `nodes`, in source order, each target once."""
    found: dict[str, Node] = {}
    for top in nodes:
        for node in _live(top):
            for text in _targets(node, source):
                found.setdefault(resolved(text, path), node)
    return sorted(found.items(), key=lambda item: item[1].start)


def _live(top: Node) -> Iterator[Node]:
    stack: list[tuple[Node, bool]] = [(top, False)]
    while stack:
        node, named = stack.pop()
        if node.key in _LITERAL and not named:
            continue
        yield node
        names = node.key in _NAMING and not named
        stack.extend((child, names) for child in reversed(node.children))


def _targets(node: Node, source: bytes) -> Iterator[str]:
    if node.key in _REFERENCE_KEYS and node.kind is SCALAR:
        yield text_of(source, node)
    elif node.key == "discriminator":
        mapping = node.get("mapping")
        for child in mapping.children if mapping is not None else ():
            text = text_of(source, child)
            if "#" in text or "/" in text or text.endswith((".yaml", ".yml", ".json")):
                yield text
