"""Which template strings of a JavaScript or TypeScript file hold GraphQL, and what to read where the host fills something in.

Takes a syntax tree and its bytes, gives `Template`s and a text of the same length without holes. Knows marks, not GraphQL: a tag `gql` or
`graphql`, a call of such a function, the comment that editors go by, and a first line `#graphql`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node

from chunkers import syntax

_NEAR = 160
_MENTION = re.compile(
    rb"\b(?:gql|graphql)\s*(?:<|\(\s*(?:/\*[^*]{0,80}\*/\s*)?`|`)|/\*\s*graphql\s*\*/\s*\(?\s*`|`\s*#\s*graphql\b",
    re.IGNORECASE,
)
_TAG = re.compile(
    rb"(?:\b(?:gql|graphql)\s*(?:<[^`;]{0,120}>)?\s*(?:\(\s*(?:/\*[^*]{0,80}\*/\s*)?)?|/\*\s*graphql\s*\*/\s*\(?\s*)\Z",
    re.IGNORECASE,
)
_FIRST_LINE = re.compile(rb"`\s*#\s*graphql\b", re.IGNORECASE)
_NAME_BEFORE = re.compile(
    rb"(?:\.\.\.|[:=@!|&]|\b(?:on|type|input|enum|interface|union|scalar|fragment|query|mutation|subscription))\s*\Z"
)
_WORD = re.compile(rb"[A-Za-z0-9_]")
_ESCAPE = re.compile(rb"\\([\\`$])")
_NOT_WORD = re.compile(rb"[^A-Za-z0-9_]")
_QUERY = "(template_string) @template"
_HOLE = "template_substitution"


@dataclass(frozen=True, slots=True)
class Template:
    """The text between two backticks, as bytes, and the holes in it."""

    start: int
    end: int
    holes: tuple[tuple[int, int], ...]


def mentioned(data: bytes) -> bool:
    """Tell whether a file may hold a template with GraphQL."""
    return (b"graphql" in data or b"gql" in data or b"GraphQL" in data) and _MENTION.search(data) is not None


def templates(grammar: str, root: Node, data: bytes) -> list[Template]:
    """Return the templates that are marked as GraphQL, in source order; one inside a hole of another is that hole's code."""
    nodes = syntax.captures(syntax.query(grammar, _QUERY), root).get("template", [])
    found: list[Template] = []
    for node in sorted(nodes, key=lambda one: one.start_byte):
        inside = bool(found) and node.start_byte < found[-1].end
        if not inside and _marked(data, node.start_byte):
            found.append(_template(node))
    return found


def _marked(data: bytes, at: int) -> bool:
    if _FIRST_LINE.match(data, at, at + _NEAR):
        return True
    return _TAG.search(data[max(0, at - _NEAR) : at]) is not None


def _template(node: Node) -> Template:
    holes = tuple((child.start_byte, child.end_byte) for child in node.named_children if child.type == _HOLE)
    return Template(node.start_byte + 1, node.end_byte - 1, holes)


def without_holes(data: bytes, found: list[Template]) -> bytes:
    """Return the file as GraphQL reads its templates, same length: a hole is a name where one must stand, else blank; escapes are resolved."""
    text = bytearray(data)
    for template in found:
        floor = template.start
        for low, high in template.holes:
            named = _names(data, max(floor, low - _NEAR), low, high)
            text[low:high] = _NOT_WORD.sub(b"_", data[low:high]) if named else b" " * (high - low)
            floor = high
        if b"\\" in data[template.start : template.end]:
            text[template.start : template.end] = _ESCAPE.sub(rb" \1", bytes(text[template.start : template.end]))
    return bytes(text)


def _names(data: bytes, floor: int, low: int, high: int) -> bool:
    """Tell whether the hole at `low` stands for a name or for a part of one: `${Item.name}` is read as `__Item_name_`."""
    touching = _WORD.match(data[low - 1 : low]) or _WORD.match(data[high : high + 1])
    return touching is not None or _NAME_BEFORE.search(data, floor, low) is not None
