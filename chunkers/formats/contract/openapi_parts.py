"""The parts of an OpenAPI document: operations of path items, and the named entries of components. Nodes in, entries out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunkers.formats.contract.entry import (
    OPERATION,
    PARAMETER,
    RESPONSE,
    SCHEMA,
    SECTION,
    SECURITY,
    Entry,
    Placed,
    lines_of,
    pairs,
)
from chunkers.formats.contract.pointer import pointer
from chunkers.formats.tree.node import MAPPING, SEQUENCE, Node
from chunkers.formats.tree.reading import KeyTree
from chunkers.formats.tree.scalar import text_of
from chunkers.unit import JsonValue, OverlapSpan

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_GROUPS = {"schemas": SCHEMA, "parameters": PARAMETER, "responses": RESPONSE, "securitySchemes": SECURITY}
_SWAGGER = {"definitions": SCHEMA, "parameters": PARAMETER, "responses": RESPONSE, "securityDefinitions": SECURITY}
_TAG = {PARAMETER: "parameter", RESPONSE: "response", SECURITY: "security_scheme"}


def path_items(top: Placed, tree: KeyTree) -> Iterator[Entry]:
    """Yield the operations below `paths` or `webhooks`."""
    hook = "" if top.node.key == "paths" else "WEBHOOK "
    for item in pairs(top, tree.edges):
        if item.node.kind is MAPPING:
            keys = (top.node.key or "", item.node.key or "")
            yield from operations(item.node, pairs(item, tree.edges), tree, keys, item.node.key or "", hook)


def operations(
    item: Node, placed: Iterable[Placed], tree: KeyTree, keys: tuple[str, ...], where: str, hook: str = ""
) -> Iterator[Entry]:
    """Yield the operations of one path item, its parameters as context of each; `where` ends the title."""
    shared = item.get("parameters")
    overlap: list[OverlapSpan] = []
    if keys:
        line = tree.edges.lines.line_at(item.start)
        overlap.append(OverlapSpan("ancestorKeys", line, line))
    if shared is not None:
        overlap.append(lines_of(shared, tree.edges, "pathParameters"))
    for one in placed:
        if one.node.key not in METHODS or one.node.kind is not MAPPING:
            continue
        method = one.node.key.upper()
        title = f"{hook}{method} {where}"
        name = title if keys else method
        symbol = f"{hook.replace(' ', ':')}{method}:{where}" if keys else method
        yield Entry(
            OPERATION,
            title,
            name,
            one.node,
            pointer(*keys, one.node.key),
            one.first,
            one.ceiling,
            symbol=symbol,
            tags=() if keys else ("path_item",),
            context=(shared,) if shared is not None else (),
            overlap=tuple(overlap),
            attributes=_described(one.node, tree.source),
        )


def _described(node: Node, source: bytes) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    identifier = text_of(source, node.get("operationId"))
    if identifier:
        found["operationId"] = identifier
    tags = node.get("tags")
    if tags is not None and tags.kind is SEQUENCE and tags.children:
        found["tags"] = [text_of(source, tag) for tag in tags.children]
    if text_of(source, node.get("deprecated")) == "true":
        found["deprecated"] = True
    return found


def components(top: Placed, tree: KeyTree) -> Iterator[Entry]:
    """Yield the named entries of `components`, or of one of Swagger's own groups."""
    if top.node.key == "components" and top.node.kind is MAPPING:
        for group in pairs(top, tree.edges):
            kind = _GROUPS.get(group.node.key or "", SECTION)
            yield from named(group, kind, ("components", group.node.key or ""), tree)
    elif top.node.key in _SWAGGER:
        yield from named(top, _SWAGGER[top.node.key], (top.node.key,), tree)


def named(group: Placed, kind: str, keys: tuple[str, ...], tree: KeyTree) -> Iterator[Entry]:
    """Yield one entry per name of a group; groups without a kind of their own become sections with dotted titles."""
    for one in pairs(group, tree.edges):
        name = one.node.key or ""
        if name.startswith("x-") and kind == SECTION:
            continue
        tag = _TAG.get(kind)
        yield Entry(
            kind,
            ".".join((*keys, name)) if kind == SECTION else name,
            ".".join((*keys, name)) if kind == SECTION else name,
            one.node,
            pointer(*keys, name),
            one.first,
            one.ceiling,
            symbol=None if kind == SECTION else f"{tag}.{name}" if tag else name,
            tags=(tag,) if tag else (),
        )
