"""Syntax nodes as values and calls: what stands where in the five languages' trees.

Takes nodes, gives the records of `values`; depth is bounded, chains are walked, nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from chunkers.formats.migrations.node_types import (
    BINARY,
    CALLS,
    CONTENTS,
    ESCAPES,
    HOLES,
    LISTS,
    MAPS,
    MAX_DEPTH,
    NAMES,
    PAIRS,
    STRINGS,
    TEXT_METHODS,
    WRAPPERS,
)
from chunkers.formats.migrations.values import Call, Items, Name, Pairs, Text, Value

SHORT = 80
"""A call this short names itself."""
_WORD = 200
"""Receivers and function names longer than this are expressions: they name nothing, and reading each would cost their square."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads the nodes of one tree over `data`; `heredocs` pairs where Ruby's heredocs begin with their bodies."""

    data: bytes
    heredocs: Mapping[int, Node] = field(default_factory=dict)

    def text(self, node: Node) -> str:
        """Return the source of a node; from the bytes, because the tree would ask for them piece by piece."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def value(self, node: Node | None, depth: int = 0) -> Value:
        """Return a node's value; None for what names nothing."""
        while node is not None and node.type in WRAPPERS and node.named_child_count:
            node = node.named_children[-1 if node.type == "argument" else 0]
        if node is None or depth > MAX_DEPTH:
            return None
        kind = node.type
        if kind in CALLS:
            call = self.call(node, depth + 1)
            owner = _owner(node)
            return self.value(owner, depth + 1) if call.method in TEXT_METHODS and owner is not None else call
        if kind in MAPS or (
            kind == "array_creation_expression" and any(_is_pair(child) for child in node.named_children)
        ):
            return Pairs(tuple(self._pairs(node, depth)))
        if kind in LISTS:
            return Items(
                tuple(
                    self.value(_element(child), depth + 1) for child in node.named_children if child.type != "comment"
                )
            )
        return self._text(node) or (Name(self.text(node), node.start_byte) if kind in NAMES else None)

    def _text(self, node: Node) -> Text | None:
        """Return the text of a string, symbol, heredoc or concatenation."""
        kind = node.type
        if kind in STRINGS:
            return Text(self._string(node), _content_start(node))
        if kind == "heredoc_beginning":
            body = self.heredocs.get(node.start_byte)
            return Text(self._string(body) if body is not None else "", node.start_byte)
        if kind in {"concatenated_string", "chained_string"}:
            return Text(
                "".join(self._string(child) for child in node.named_children if child.type in STRINGS), node.start_byte
            )
        if kind in {"simple_symbol", "hash_key_symbol", "property_identifier"}:
            return Text(self.text(node).strip(":"), node.start_byte + (kind == "simple_symbol"))
        return self._joined(node) if kind in BINARY else None

    def call(self, node: Node, depth: int = 0) -> Call:
        """Return a call node as a record."""
        receiver, method = self.callee(node)
        arguments: list[Value] = []
        keywords: dict[str, Value] = {}
        listed = node.child_by_field_name("arguments")
        for child in listed.named_children if listed is not None else ():
            if child.type == "comment":
                continue
            if child.type in PAIRS:
                key, value = self._pair(child, depth)
                keywords[key.text] = value
                continue
            named = child.child_by_field_name("name") if child.type == "argument" else None
            value = self.value(child, depth + 1)
            if named is not None:
                keywords[self.text(named)] = value
            else:
                arguments.append(value)
        source = " ".join(self.text(node).split()) if node.end_byte - node.start_byte <= SHORT else f"{method}(...)"
        return Call(receiver, method, tuple(arguments), keywords, node.start_byte, node.end_byte, source)

    def callee(self, node: Node) -> tuple[str, str]:
        """Return the receiver's text and the method's name of a call; the receiver is "()" when it is a call itself."""
        function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
        if function is not None:
            owner = function.child_by_field_name("object")
            method = function.child_by_field_name("attribute") or function.child_by_field_name("property")
            return (self._receiver(owner), self.text(method)) if method is not None else ("", self._word(function))
        owner = (
            node.child_by_field_name("receiver")
            or node.child_by_field_name("object")
            or node.child_by_field_name("scope")
        )
        method = node.child_by_field_name("method") or node.child_by_field_name("name")
        if method is None and node.type == "object_creation_expression":
            method = next((child for child in node.named_children if child.type in {"name", "qualified_name"}), None)
        return self._receiver(owner), self.text(method) if method is not None else ""

    def _receiver(self, owner: Node | None) -> str:
        if owner is None:
            return ""
        while owner.type in WRAPPERS and owner.named_child_count:
            owner = owner.named_children[0]
        return "()" if owner.type in CALLS else self._word(owner)

    def _word(self, node: Node) -> str:
        return self.text(node) if node.end_byte - node.start_byte <= _WORD else "(...)"

    def _joined(self, node: Node) -> Text:
        """A concatenation of texts, by `+` or `.`: the texts, with names as holes; the chain is walked to the left, not recursively."""
        parts: list[str] = []
        at: Node | None = node
        while at is not None and at.type in BINARY:
            parts.append(self._part(at.child_by_field_name("right")))
            at = at.child_by_field_name("left")
        parts.append(self._part(at))
        return Text("".join(reversed(parts)), node.start_byte)

    def _part(self, node: Node | None) -> str:
        if node is None or node.type in BINARY:
            return ""
        text = self._text(node)
        return text.text if text is not None else self.text(node) if node.type in NAMES else ""

    def _string(self, node: Node) -> str:
        parts = []
        stack = list(reversed(node.children)) if node.type != "heredoc_body" or node.child_count else []
        if not stack:
            return self.text(node)
        while stack:
            child = stack.pop()
            if child.type in CONTENTS and not (child.type == "heredoc_body" and child.child_count):
                parts.append(self.text(child))
            elif child.type in {"heredoc_body", "nowdoc_body"}:
                stack.extend(reversed(child.children))
            elif child.type in {"escape_sequence", *HOLES}:
                parts.append(self.text(child))
        text = "".join(parts)
        if "\\" in text:
            for written, meant in ESCAPES:
                text = text.replace(written, meant)
        return text

    def _pairs(self, node: Node, depth: int) -> Iterator[tuple[Text, Value]]:
        for child in node.named_children:
            if child.type in PAIRS or _is_pair(child):
                yield self._pair(child, depth)

    def _pair(self, node: Node, depth: int) -> tuple[Text, Value]:
        key = node.child_by_field_name("key") or node.child_by_field_name("name") or node.named_children[0]
        value = node.child_by_field_name("value") or node.named_children[-1]
        named = self.value(key, depth + 1) if key.type not in NAMES else None
        text = named.text if isinstance(named, Text) else self.text(key).strip(":'\"")
        return Text(text, key.start_byte), self.value(value, depth + 1)


def receiver_call(node: Node) -> Node | None:
    """Return the call that a call is chained to, None when there is none."""
    owner = _owner(node)
    while owner is not None and owner.type in WRAPPERS and owner.named_child_count:
        owner = owner.named_children[0]
    return owner if owner is not None and owner.type in CALLS else None


def _owner(node: Node) -> Node | None:
    function = node.child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None else None
    return owner or node.child_by_field_name("receiver") or node.child_by_field_name("object")


def _content_start(node: Node) -> int:
    return next((child.start_byte for child in node.children if child.type in CONTENTS), node.start_byte)


def _element(node: Node) -> Node:
    return node.named_children[-1] if node.type == "array_element_initializer" and node.named_child_count else node


def _is_pair(node: Node) -> bool:
    return node.type == "array_element_initializer" and node.named_child_count > 1
