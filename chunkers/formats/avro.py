"""Avro schemas and protocols in JSON (.avsc, .avpr): named types and messages.

Takes one clean file known by its content, gives a schema per top-level named type and an operation per protocol message. Node names are
full names (`com.acme.Order`); types used by name are mentions of kind "type".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.contract.cutting import Contract, contract_cut
from chunkers.formats.contract.entry import OPERATION, SCHEMA, Entry, Placed, between, pairs
from chunkers.formats.contract.marks import has_top_key
from chunkers.formats.contract.pointer import pointer
from chunkers.formats.tree.node import MAPPING, SCALAR, SEQUENCE, Node
from chunkers.formats.tree.reading import KeyTree, read_tree
from chunkers.formats.tree.scalar import text_of
from chunkers.symbol import Mention
from chunkers.unit import Cut

_NAMED = frozenset({"record", "error", "enum", "fixed"})
_PRIMITIVE = frozenset("null boolean int long float double bytes string array map record error enum fixed".split())
_TYPE_KEYS = frozenset({"type", "items", "values", "response"})
_NAME = re.compile(r"[A-Za-z_][\w.]*\Z")
_KIND = rb"\"(?:record|error|enum|fixed)\""


def _supports(given: ChunkingInput) -> int:
    if given.classification.language != "json":
        return 0
    data = given.clean.data
    record = (
        has_top_key(data, b"type", _KIND) and has_top_key(data, b"fields|symbols|size") and has_top_key(data, b"name")
    )
    protocol = has_top_key(data, b"protocol", b'"') and has_top_key(data, b"types|messages", rb"[\[{]")
    union = given.path.endswith(".avsc") and (data.lstrip()[:1] == b"[" or has_top_key(data, b"type"))
    return 90 if record or protocol or union else 0


def _chunk(given: ChunkingInput) -> Cut:
    tree = read_tree(given.clean, given.path, given.classification.language)
    root, source = tree.root, tree.source
    namespace = text_of(source, root.get("namespace")) if root.kind is MAPPING else ""
    entries = tuple(_with_nested(_entries(tree, namespace), tree, namespace))
    cut = contract_cut(given, tree, Contract("avro", entries, package=namespace or None, refers=False))
    used = tuple(mention for entry in entries for mention in _used(entry, tree, namespace))
    return replace(cut, facts=replace(cut.facts, mentions=(*cut.facts.mentions, *used)))


def _entries(tree: KeyTree, namespace: str) -> Iterator[Entry]:
    root, edges = tree.root, tree.edges
    stop = len(edges.lines) + 1
    whole = Placed(root, 1, stop)
    if root.kind is SEQUENCE:
        yield from _types(between(root.children, edges, 1, stop), tree, namespace, ())
    elif root.get("protocol") is not None:
        protocol = text_of(tree.source, root.get("protocol"))
        for top in pairs(whole, edges):
            if top.node.key == "types":
                yield from _types(pairs(top, edges), tree, namespace, ("types",))
            elif top.node.key == "messages":
                yield from _messages(top, tree, protocol)
    elif text_of(tree.source, root.get("type")) in _NAMED:
        yield from _types([whole], tree, namespace, None)
    else:
        yield from _outermost(root, tree, namespace)


def _outermost(root: Node, tree: KeyTree, namespace: str) -> Iterator[Entry]:
    """Yield the named types of a schema that is no named type itself: an array or a map of them."""
    lines = tree.edges.lines
    stack = _steps(root, "")[::-1]
    while stack:
        node, place = stack.pop()
        if node.kind is MAPPING and text_of(tree.source, node.get("type")) in _NAMED:
            first, stop = lines.line_at(node.start), lines.last_line_of(node.start, node.end) + 1
            for entry in _types([Placed(node, first, stop)], tree, namespace, None):
                yield replace(entry, pointer=place)
            continue
        stack += _steps(node, place)[::-1]


def _with_nested(entries: Iterator[Entry], tree: KeyTree, namespace: str) -> Iterator[Entry]:
    """Yield each entry with the named types that are defined inside it, wherever: in fields, items, values, branches of a union."""
    number = 0
    for entry in entries:
        yield entry
        inner = list(_nested(entry, number, tree, namespace))
        yield from inner
        number += 1 + len(inner)


def _nested(entry: Entry, number: int, tree: KeyTree, namespace: str) -> Iterator[Entry]:
    lines, source = tree.edges.lines, tree.source
    stack = [(child, step, namespace_of(entry, namespace)) for child, step in _steps(entry.node, entry.pointer)]
    found: list[tuple[Node, str, str, str]] = []
    while stack:
        node, place, space = stack.pop()
        name = text_of(source, node.get("name")) if node.kind is MAPPING else ""
        if name and text_of(source, node.get("type")) in _NAMED:
            space = text_of(source, node.get("namespace")) or space
            full = name if "." in name or not space else f"{space}.{name}"
            space = full.rpartition(".")[0]
            found.append((node, place, name, full))
        stack.extend((child, step, space) for child, step in _steps(node, place))
    for node, place, title, full in sorted(found, key=lambda one: one[0].start):
        first, stop = lines.line_at(node.start), lines.last_line_of(node.start, node.end) + 1
        yield Entry(SCHEMA, title, full, node, place, first, stop, symbol=full, inside=True, within=number)


def _is_named(node: Node, tree: KeyTree) -> bool:
    return (
        node.kind is MAPPING
        and text_of(tree.source, node.get("type")) in _NAMED
        and bool(text_of(tree.source, node.get("name")))
    )


def namespace_of(entry: Entry, namespace: str) -> str:
    """Return the namespace that names inside an entry without one of their own are in."""
    return entry.symbol.rpartition(".")[0] if entry.kind == SCHEMA and entry.symbol else namespace


def _steps(node: Node, place: str) -> list[tuple[Node, str]]:
    return [
        (child, place + pointer(child.key or "" if node.kind is MAPPING else str(index)))
        for index, child in enumerate(node.children)
    ]


def _types(
    placed: Iterator[Placed] | list[Placed], tree: KeyTree, namespace: str, keys: tuple[str, ...] | None
) -> Iterator[Entry]:
    for index, one in enumerate(placed):
        name = text_of(tree.source, one.node.get("name"))
        if text_of(tree.source, one.node.get("type")) not in _NAMED or not name:
            continue
        space = text_of(tree.source, one.node.get("namespace")) or namespace
        full = name if "." in name or not space else f"{space}.{name}"
        place = "" if keys is None else pointer(*keys, str(index))
        yield Entry(SCHEMA, name, full, one.node, place, one.first, one.ceiling, symbol=full)


def _messages(top: Placed, tree: KeyTree, protocol: str) -> Iterator[Entry]:
    for one in pairs(top, tree.edges):
        title = f"{protocol}.{one.node.key}"
        yield Entry(
            OPERATION,
            title,
            title,
            one.node,
            pointer("messages", one.node.key or ""),
            one.first,
            one.ceiling,
            symbol=title,
        )


def _used(entry: Entry, tree: KeyTree, namespace: str) -> Iterator[Mention]:
    """Yield the named types an entry uses, by full name."""
    seen: set[str] = set()
    stack = [entry.node]
    while stack:
        node = stack.pop()
        if node is not entry.node and _is_named(node, tree):
            continue  # it has an entry of its own
        stack.extend(reversed(node.children))
        for text in _type_names(node, tree.source):
            full = text if "." in text or not namespace else f"{namespace}.{text}"
            if text not in _PRIMITIVE and _NAME.match(text) and full not in seen and full != entry.symbol:
                seen.add(full)
                yield Mention("type", full, entry.symbol or entry.title, tree.edges.lines.line_at(node.start))


def _type_names(node: Node, source: bytes) -> list[str]:
    if node.key not in _TYPE_KEYS:
        return []
    if node.kind is SCALAR:
        return [text_of(source, node)]
    return [text_of(source, item) for item in node.children if item.kind is SCALAR] if node.kind is SEQUENCE else []


CHUNKER = Chunker("avro", "1", _supports, _chunk)
