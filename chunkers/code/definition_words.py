"""What a node defines, guessed by the words in the names of its grammar's nodes: for grammars that have neither plug-in nor table.

Takes a node, gives a `Found`. Knows no file and cuts nothing.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from chunkers.code.found import LONGEST_HEAD, Found
from chunkers.pattern import later

_CALLABLE = later(
    r"(?:^|_)(?:function|method|procedure|subroutine|sub|func|proc|macro|constructor|task|fn)(?:_|$)"
    r"(?!.*(?:call|invocation|type|parameter|argument|body|name|pointer|reference))"
)
_TYPE = later(
    r"(?:^|_)(?:class|struct|interface|enum|record|module|trait|object|protocol|contract|entity|union|package|namespace|impl|instance)(?:_|$)"
    r"(?!.*(?:body|call|name|member|pattern|access|reference|literal|import|use|clause))"
)
_NAMES = frozenset(
    "identifier name type_identifier simple_identifier constant variable word symbol atom alias function_name".split()
)
_LONGEST_NAME = 200
_GIVEN = re.compile("body|block|formal|param|argument|universal|pattern")
"""Words in the type or field of a child that holds what a definition does or is given: a name in there is not its own."""


def guessed(node: Node) -> Found | None:
    """Return what a node seems to define by name."""
    kind = "callable" if _CALLABLE.search(node.type) else "type" if _TYPE.search(node.type) else None
    if kind is None:
        return None
    name = _declared(node) or _named(node) or _first_name(node)
    if (
        name is None
        or name.end_byte - name.start_byte > _LONGEST_NAME
        or name.start_point[0] - node.start_point[0] > LONGEST_HEAD
    ):
        return None
    return Found(kind, name.start_byte, name.end_byte, node.child_by_field_name("body"))


def _declared(node: Node) -> Node | None:
    """Return the name at the end of a chain of declarators, where a grammar has them as C does: the type stands in front of it."""
    found, inner = None, node.child_by_field_name("declarator")
    while inner is not None:
        found, inner = inner, inner.child_by_field_name("declarator")
    return found if found is not None and found.type in _NAMES else None


def _named(node: Node) -> Node | None:
    """Return the node in the nearest `name` field, at most two levels down and not inside a body."""
    level = [node]
    for _ in range(3):
        for one in level:
            found = one.child_by_field_name("name")
            if found is not None:
                return found
        level = [child for one in level for child in _own(one)]
    return None


def _first_name(node: Node) -> Node | None:
    for child in _own(node):
        if child.type in _NAMES:
            return child
        for inner in child.named_children[:3]:
            if inner.type in _NAMES:
                return inner
    return None


def _own(node: Node) -> list[Node]:
    """Return the first children of a definition that can hold its name."""
    return [
        child
        for at, child in enumerate(node.named_children[:4])
        if not _GIVEN.search(child.type) and not _GIVEN.search(node.field_name_for_named_child(at) or "")
    ]
