"""The key tree: mappings, sequences and scalars by place, whatever syntax they were written in.

Built by the scanners of this package; values are never constructed, tags, aliases and references never followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

EMPTY = "empty"
SCALAR = "scalar"
MAPPING = "mapping"
SEQUENCE = "sequence"

BLOCK = "block"
FLOW = "flow"
PLAIN = "plain"
SINGLE = "single"
DOUBLE = "double"
LITERAL = "literal"  # both `|` and `>`
ALIAS = "alias"
BROKEN = "broken"  # text that follows no rule, kept with the key above it


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A pair of a mapping, an item of a sequence, or the root of a document, together with its value.

    `key` is the decoded key, None for an item or a root. `start` is the first byte of the key, dash or value; `at` the first byte of the value,
    tags and anchors left out; `end` stands behind the last visible byte of the value, comments left out. `kind` is the value's: mapping,
    sequence, scalar or empty. `style` tells how it is written. `children` are pairs or items in source order. Mutable while it is scanned.
    """

    key: str | None
    start: int
    at: int
    end: int
    kind: str = EMPTY
    style: str = PLAIN
    children: Sequence[Node] = ()

    def get(self, key: str) -> Node | None:
        """Return the first pair called `key`, None when there is none or this is no mapping."""
        if self.kind is not MAPPING:
            return None
        for child in self.children:
            if child.key == key:
                return child
        return None

    def find(self, *keys: str) -> Node | None:
        """Return the node below `keys`, one after the other."""
        node: Node | None = self
        for key in keys:
            node = node.get(key) if node is not None else None
        return node


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a stream. `index` counts every document from 0; `start`/`end` bound its bytes; `root` is empty for comments only."""

    index: int
    start: int
    end: int
    root: Node


@dataclass(frozen=True, slots=True)
class Stream:
    """All documents of a file, and the byte offsets of lines that did not follow the syntax, in order."""

    documents: tuple[Document, ...]
    broken: tuple[int, ...] = field(default=())


def walk(root: Node) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Yield every node below `root` with its path of keys and indexes, parents first, in source order; iterative."""
    stack: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while stack:
        node, path = stack.pop()
        yield node, path
        numbered = node.kind is SEQUENCE
        below = [(c, (*path, str(i) if numbered else c.key or "")) for i, c in enumerate(node.children)]
        stack.extend(reversed(below))
