"""Shapes of migration code that the walk asks for: the direction of a function, the block of a call, heredocs.

Takes nodes, gives nodes and names; knows the five languages, no library.
"""

from __future__ import annotations

from tree_sitter import Node

from chunkers.formats.migrations.node_types import FUNCTIONS

DIRECTIONS = {
    "upgrade": "up",
    "up": "up",
    "safeUp": "up",
    "downgrade": "down",
    "down": "down",
    "safeDown": "down",
    "change": "change",
}


def direction_of(node: Node, data: bytes) -> str | None:
    """Return the direction a function's name gives; None for other functions."""
    name = node.child_by_field_name("name") or node.child_by_field_name("key") or node.child_by_field_name("left")
    if name is None:
        return None
    if node.type in {"pair", "variable_declarator", "assignment_expression"}:
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        if value is None or value.type not in FUNCTIONS:
            return None
    text = data[name.start_byte : name.end_byte].decode("utf-8", "replace").rpartition(".")[2].strip("'\"")
    return DIRECTIONS.get(text) or (
        DIRECTIONS.get(text.partition("_")[0]) if node.type == "function_definition" else None
    )


def arguments_of(node: Node) -> list[Node]:
    """Return the argument list and the block of a call."""
    found = [node.child_by_field_name("arguments"), node.child_by_field_name("block")]
    return [one for one in found if one is not None]


def callback_of(node: Node) -> Node | None:
    """Return the block of a call, or the function that is one of its arguments."""
    block = node.child_by_field_name("block")
    if block is not None:
        return block
    listed = node.child_by_field_name("arguments")
    for child in listed.named_children if listed is not None else ():
        found = child.named_children[-1] if child.type == "argument" and child.named_child_count else child
        if found.type in FUNCTIONS:
            return found
    return None


def parameter_of(body: Node, data: bytes) -> str | None:
    """Return the name of the first parameter of a block or function."""
    single = body.child_by_field_name("parameter")
    listed = body.child_by_field_name("parameters")
    first = single or (listed.named_children[0] if listed is not None and listed.named_child_count else None)
    if first is None:
        return None
    inner = first.child_by_field_name("pattern") or first.child_by_field_name("name") or first
    return data[inner.start_byte : inner.end_byte].decode("utf-8", "replace")


def heredocs_of(root: Node) -> dict[int, Node]:
    """Ruby: pair each heredoc's beginning with its body, in order."""
    beginnings: list[int] = []
    bodies: list[Node] = []
    if root.type != "program":
        return {}
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "heredoc_beginning":
            beginnings.append(node.start_byte)
        elif node.type == "heredoc_body" and beginnings:
            bodies.append(node)
        else:
            stack.extend(reversed(node.children))
    return dict(zip(beginnings, bodies, strict=False))
