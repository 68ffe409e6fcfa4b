"""The open block collections of a document: one frame per level of indentation, the root at the bottom.

Takes columns, gives the children a pair or item belongs to; refuses to know text beyond the offsets it is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from chunkers.formats.tree.node import BLOCK, EMPTY, MAPPING, SCALAR, Node


@dataclass(slots=True)
class Frames:
    """`indents`, `nodes` and `lists` are parallel stacks; `end` is the end of the last text taken; `broken` are offsets of errors."""

    data: bytes
    broken: list[int] = field(default_factory=list)
    end: int = 0
    indents: list[int] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    lists: list[list[Node]] = field(default_factory=list)

    def reset(self, root: Node) -> None:
        """Start a document."""
        self.end = root.start
        self.indents, self.nodes, self.lists = [-1], [root], [[root]]

    def close_all(self) -> Node:
        """Close what is open and return the root."""
        while len(self.nodes) > 1:
            self.pop()
        return self.lists[0][0]

    def last(self) -> Node | None:
        """Return the newest child of the innermost collection."""
        children = self.lists[-1]
        return children[-1] if children else None

    def pop(self) -> None:
        """Close the innermost collection: it ends where the last text ended."""
        self.indents.pop()
        self.lists.pop()
        node = self.nodes.pop()
        node.end = max(self.end, node.end)

    def push(self, node: Node, indent: int, kind: str, start: int) -> list[Node]:
        """Make `node` a collection of `kind` whose entries stand in column `indent`."""
        children: list[Node] = []
        node.kind, node.style, node.at, node.children = kind, BLOCK, start, children
        self.indents.append(indent)
        self.nodes.append(node)
        self.lists.append(children)
        return children

    def collection(self, indent: int, kind: str, start: int) -> list[Node] | None:
        """Return the children of the collection of `kind` at `indent`, opened when it is due; None when none may stand here."""
        indents = self.indents
        popped: tuple[int, Node, list[Node]] | None = None
        while indents[-1] > indent:
            popped = (indents[-1], self.nodes[-1], self.lists[-1])
            self.pop()
        if indents[-1] == indent:
            if self.nodes[-1].kind is kind:
                return self.lists[-1]
            if kind is MAPPING:  # behind the items of a sequence that stands in its key's own column
                return self._below_items(indent)
        last = self.last()
        if last is not None and last.kind is EMPTY:
            return self.push(last, indent, kind, start)
        if (
            popped and popped[1].kind is kind and indents[-1] < indent
        ):  # a column between two levels: an error, one line wide
            self.broken.append(start)
            self._reopen(*popped)
            return popped[2]
        if len(indents) == 1 and last is not None and last.kind is SCALAR:  # stray text before the first key
            self.broken.append(last.at)
            return self.push(last, indent, kind, start)
        return None

    def _below_items(self, indent: int) -> list[Node] | None:
        if len(self.indents) > 1 and self.indents[-2] == indent:
            self.pop()
            return self.lists[-1]
        return None

    def _reopen(self, indent: int, node: Node, children: list[Node]) -> None:
        self.indents.append(indent)
        self.nodes.append(node)
        self.lists.append(children)
