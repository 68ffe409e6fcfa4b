"""Syntax nodes as values and calls: what stands where in the five languages' trees.

Takes nodes, gives the records of `values`; depth is bounded, chains are walked, nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def value_of(node: Node | None, heredocs: Mapping[int, Node], depth: int = 0) -> Value:
    """Return a node's value; None for what names nothing."""
    while node is not None and node.type in WRAPPERS and node.named_child_count:
        node = node.named_children[-1 if node.type == "argument" else 0]
    if node is None or depth > MAX_DEPTH:
        return None
    kind = node.type
    if kind in CALLS:
        call = call_of(node, heredocs, depth + 1)
        owner = _owner(node)
        return value_of(owner, heredocs, depth + 1) if call.method in TEXT_METHODS and owner is not None else call
    if kind in MAPS or (kind == "array_creation_expression" and any(_is_pair(child) for child in node.named_children)):
        return Pairs(tuple(_pairs(node, heredocs, depth)))
    if kind in LISTS:
        return Items(
            tuple(
                value_of(_element(child), heredocs, depth + 1)
                for child in node.named_children
                if child.type != "comment"
            )
        )
    return _text(node, heredocs) or (Name(_source(node), node.start_byte) if kind in NAMES else None)


def _text(node: Node, heredocs: Mapping[int, Node]) -> Text | None:
    """Return the text of a string, symbol, heredoc or concatenation."""
    kind = node.type
    if kind in STRINGS:
        return Text(_string(node), _content_start(node))
    if kind == "heredoc_beginning":
        body = heredocs.get(node.start_byte)
        return Text(_string(body) if body is not None else "", node.start_byte)
    if kind in {"concatenated_string", "chained_string"}:
        return Text("".join(_string(child) for child in node.named_children if child.type in STRINGS), node.start_byte)
    if kind in {"simple_symbol", "hash_key_symbol", "property_identifier"}:
        return Text(_source(node).strip(":"), node.start_byte + (kind == "simple_symbol"))
    return _joined(node, heredocs) if kind in BINARY else None


def call_of(node: Node, heredocs: Mapping[int, Node], depth: int = 0) -> Call:
    """Return a call node as a record."""
    receiver, method = callee(node)
    arguments: list[Value] = []
    keywords: dict[str, Value] = {}
    listed = node.child_by_field_name("arguments")
    for child in listed.named_children if listed is not None else ():
        if child.type == "comment":
            continue
        if child.type in PAIRS:
            key, value = _pair(child, heredocs, depth)
            keywords[key.text] = value
            continue
        named = child.child_by_field_name("name") if child.type == "argument" else None
        value = value_of(child, heredocs, depth + 1)
        if named is not None:
            keywords[_source(named)] = value
        else:
            arguments.append(value)
    source = " ".join(_source(node).split()) if node.end_byte - node.start_byte <= SHORT else f"{method}(...)"
    return Call(receiver, method, tuple(arguments), keywords, node.start_byte, node.end_byte, source)


def callee(node: Node) -> tuple[str, str]:
    """Return the receiver's text and the method's name of a call; the receiver is "()" when it is a call itself."""
    function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    if function is not None:
        owner = function.child_by_field_name("object")
        method = function.child_by_field_name("attribute") or function.child_by_field_name("property")
        return (_receiver(owner), _source(method)) if method is not None else ("", _source(function))
    owner = (
        node.child_by_field_name("receiver") or node.child_by_field_name("object") or node.child_by_field_name("scope")
    )
    method = node.child_by_field_name("method") or node.child_by_field_name("name")
    if method is None and node.type == "object_creation_expression":
        method = next((child for child in node.named_children if child.type in {"name", "qualified_name"}), None)
    return _receiver(owner), _source(method) if method is not None else ""


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


def _receiver(owner: Node | None) -> str:
    if owner is None:
        return ""
    while owner.type in WRAPPERS and owner.named_child_count:
        owner = owner.named_children[0]
    return "()" if owner.type in CALLS else _source(owner)


def _joined(node: Node, heredocs: Mapping[int, Node]) -> Text:
    """A concatenation of texts, by `+` or `.`: the texts, with names as holes; the chain is walked to the left, not recursively."""
    parts: list[str] = []
    at: Node | None = node
    while at is not None and at.type in BINARY:
        parts.append(_part(at.child_by_field_name("right"), heredocs))
        at = at.child_by_field_name("left")
    parts.append(_part(at, heredocs))
    return Text("".join(reversed(parts)), node.start_byte)


def _part(node: Node | None, heredocs: Mapping[int, Node]) -> str:
    if node is None or node.type in BINARY:
        return ""
    text = _text(node, heredocs)
    return text.text if text is not None else _source(node) if node.type in NAMES else ""


def _string(node: Node) -> str:
    parts = []
    stack = list(reversed(node.children)) if node.type != "heredoc_body" or node.child_count else []
    if not stack:
        return _source(node)
    while stack:
        child = stack.pop()
        if child.type in CONTENTS and not (child.type == "heredoc_body" and child.child_count):
            parts.append(_source(child))
        elif child.type in {"heredoc_body", "nowdoc_body"}:
            stack.extend(reversed(child.children))
        elif child.type in {"escape_sequence", *HOLES}:
            parts.append(_source(child))
    text = "".join(parts)
    if "\\" in text:
        for written, meant in ESCAPES:
            text = text.replace(written, meant)
    return text


def _content_start(node: Node) -> int:
    return next((child.start_byte for child in node.children if child.type in CONTENTS), node.start_byte)


def _element(node: Node) -> Node:
    return node.named_children[-1] if node.type == "array_element_initializer" and node.named_child_count else node


def _is_pair(node: Node) -> bool:
    return node.type == "array_element_initializer" and node.named_child_count > 1


def _pairs(node: Node, heredocs: Mapping[int, Node], depth: int) -> Iterator[tuple[Text, Value]]:
    for child in node.named_children:
        if child.type in PAIRS or _is_pair(child):
            yield _pair(child, heredocs, depth)


def _pair(node: Node, heredocs: Mapping[int, Node], depth: int) -> tuple[Text, Value]:
    key = node.child_by_field_name("key") or node.child_by_field_name("name") or node.named_children[0]
    value = node.child_by_field_name("value") or node.named_children[-1]
    named = value_of(key, heredocs, depth + 1) if key.type not in NAMES else None
    text = named.text if isinstance(named, Text) else _source(key).strip(":'\"")
    return Text(text, key.start_byte), value_of(value, heredocs, depth + 1)


def _source(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
