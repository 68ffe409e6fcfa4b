"""AsyncAPI 2 and 3, in YAML and JSON: operations and messages by JSON pointer, their channel as context.

Takes one clean file known by its content, gives `PUBLISH|SUBSCRIBE channel` (2) or `ACTION id` (3), messages and schemas; `$ref` stays a
reference. For the graph: operations are symbols `RECEIVE:onSignup`, `PUBLISH:user/signedup`; extras as for OpenAPI plus `channel`.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.contract.cutting import Contract, contract_cut
from chunkers.formats.contract.entry import (
    OPERATION,
    PARAMETER,
    SCHEMA,
    SECTION,
    SECURITY,
    Entry,
    Placed,
    between,
    lines_of,
    pairs,
)
from chunkers.formats.contract.marks import has_top_key
from chunkers.formats.contract.openapi_parts import named
from chunkers.formats.contract.pointer import pointer
from chunkers.formats.tree.node import MAPPING, Node
from chunkers.formats.tree.reading import KeyTree, read_tree
from chunkers.formats.tree.scalar import text_of
from chunkers.unit import Cut, OverlapSpan

_GROUPS = {"schemas": SCHEMA, "messages": SCHEMA, "parameters": PARAMETER, "securitySchemes": SECURITY}
_DIRECTIONS = ("publish", "subscribe")


def _supports(given: ChunkingInput) -> int:
    if given.classification.language not in {"yaml", "json", "json5"}:
        return 0
    return 90 if has_top_key(given.clean.data, b"asyncapi", rb"[\"']?[0-9]") else 0


def _chunk(given: ChunkingInput) -> Cut:
    tree = read_tree(given.clean, given.path, given.classification.language)
    root, edges = tree.root, tree.edges
    entries: list[Entry] = []
    for top in between(root.children, edges, 1, len(edges.lines) + 1):
        if top.node.key == "operations":
            entries += _operations(top, tree)
        elif top.node.key == "channels":
            entries += _channels(top, tree)
        elif top.node.key == "components" and top.node.kind is MAPPING:
            for group in pairs(top, edges):
                kind = _GROUPS.get(group.node.key or "", SECTION)
                entries += named(group, kind, ("components", group.node.key or ""), tree)
    ordered = tuple(sorted(entries, key=lambda entry: entry.node.start))
    return contract_cut(given, tree, Contract("asyncapi", ordered, tuple(_extras(tree, ordered))))


def _operations(top: Placed, tree: KeyTree) -> Iterator[Entry]:
    """Yield the operations of version 3, each with the lines of its channel."""
    for one in pairs(top, tree.edges):
        name = one.node.key or ""
        action = text_of(tree.source, one.node.get("action")).upper() or "OPERATION"
        reference = text_of(tree.source, one.node.find("channel", "$ref"))
        channel = tree.root.find("channels", reference.rpartition("/")[2].replace("~1", "/").replace("~0", "~"))
        overlap = (lines_of(channel, tree.edges, "channel"),) if channel is not None and reference[:1] == "#" else ()
        yield Entry(
            OPERATION,
            f"{action} {name}",
            f"{action} {name}",
            one.node,
            pointer("operations", name),
            one.first,
            one.ceiling,
            symbol=f"{action}:{name}",
            overlap=overlap,
            attributes={"operationId": name},
        )


def _channels(top: Placed, tree: KeyTree) -> Iterator[Entry]:
    """Yield `publish` and `subscribe` of each channel (2), or the channel as a section (3)."""
    for channel in pairs(top, tree.edges):
        name = channel.node.key or ""
        below = [one for one in pairs(channel, tree.edges) if one.node.key in _DIRECTIONS]
        if not below and channel.node.kind is MAPPING:
            title = f"channels.{name}"
            yield Entry(SECTION, title, title, channel.node, pointer("channels", name), channel.first, channel.ceiling)
        for one in below:
            yield _direction(one, channel.node, name, tree)


def _direction(one: Placed, channel: Node, name: str, tree: KeyTree) -> Entry:
    line = tree.edges.lines.line_at(channel.start)
    shared = channel.get("parameters")
    overlap = [OverlapSpan("ancestorKeys", line, line)]
    if shared is not None:
        overlap.append(lines_of(shared, tree.edges, "pathParameters"))
    verb = (one.node.key or "").upper()
    identifier = text_of(tree.source, one.node.get("operationId"))
    return Entry(
        OPERATION,
        f"{verb} {name}",
        f"{verb} {name}",
        one.node,
        pointer("channels", name, one.node.key or ""),
        one.first,
        one.ceiling,
        symbol=f"{verb}:{name}",
        context=(shared,) if shared is not None else (),
        overlap=tuple(overlap),
        attributes={"operationId": identifier} if identifier else {},
    )


def _extras(tree: KeyTree, entries: tuple[Entry, ...]) -> Iterator[tuple[str, str]]:
    title = text_of(tree.source, tree.root.find("info", "title"))
    if title:
        yield "api.title", title
    servers = tree.root.get("servers")
    for server in servers.children if servers is not None else ():
        url = text_of(tree.source, server.get("url") or server.get("host"))
        if url:
            yield "server.url", url
    channels = tree.root.get("channels")
    for channel in channels.children if channels is not None else ():
        yield "channel", text_of(tree.source, channel.get("address")) or channel.key or ""
    for entry in entries:
        if entry.attributes.get("operationId"):
            yield f"operationId:{entry.symbol}", entry.attributes["operationId"]


CHUNKER = Chunker("asyncapi", "1", _supports, _chunk)
