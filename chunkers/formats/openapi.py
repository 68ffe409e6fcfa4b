"""OpenAPI 3.x and Swagger 2.0, in YAML and JSON: operations, schemas, parameters, responses and security schemes by JSON pointer.

Takes one clean file known by its content (a root document, a components file, a file of one or several path items, an operation file), gives
its entries;
`$ref` stays a reference. For the graph: operations are symbols `POST:/orders` (webhooks `WEBHOOK:POST:name`, path-item files `POST`), with
the extras `operationId:<symbol>` = id, `server.url`, `base.path`, `api.title`, and `path.item` = "/orders=paths/orders.yaml" for a path
that another file holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.contract.cutting import Contract, contract_cut
from chunkers.formats.contract.entry import Entry, Placed, between, pairs
from chunkers.formats.contract.marks import has_top_key
from chunkers.formats.contract.openapi_parts import METHODS, components, operations, path_items
from chunkers.formats.contract.pointer import pointer, resolved
from chunkers.formats.tree.node import MAPPING, Document, Node
from chunkers.formats.tree.reading import KeyTree, read_tree
from chunkers.formats.tree.scalar import text_of
from chunkers.unit import Cut

_LANGUAGES = frozenset({"yaml", "json", "json5"})
_VERSION = rb"[\"']?[123]"
_METHODS = "|".join(METHODS).encode()
_FRAGMENT_KEYS = frozenset(
    "components definitions parameters responses securityDefinitions paths webhooks info servers tags security".split()
)
_ITEM_KEYS = frozenset({*METHODS, "parameters", "summary", "description", "servers", "$ref"})
_NESTED_METHOD = re.compile(
    rb"[\n{][ \t]*[\"']?(?:" + _METHODS + rb")[\"']?[ \t]*:[ \t]*(?:\{|[&#]|\r?$)", re.MULTILINE
)
_GROUPS = re.compile(rb"[\"']?(?:schemas|parameters|responses|requestBodies|securitySchemes)[\"']?\s*:")


def _supports(given: ChunkingInput) -> int:
    if given.classification.language not in _LANGUAGES:
        return 0
    data = given.clean.data
    if has_top_key(data, b"openapi|swagger", _VERSION) and has_top_key(
        data, b"info|paths|components|webhooks|definitions"
    ):
        return 90
    if (b"responses" in data or b"operationId" in data) and (
        has_top_key(data, _METHODS, rb"(?:\{|[&!#]|\r?$)") or has_top_key(data, b"operationId")
    ):
        return 80 if _item_root(given) else 0
    if b"responses" in data and _NESTED_METHOD.search(data):
        return 80 if _are_path_items(_root(given)) else 0
    if has_top_key(data, b"components", rb"(?:\{|[&!#]|\r?$)") and _GROUPS.search(data):
        return 80 if _is_fragment(_root(given)) else 0
    return 0


def _root(given: ChunkingInput) -> Node:
    return read_tree(given.clean, given.path, given.classification.language).root


def _is_fragment(root: Node) -> bool:
    """Tell whether a root document without version holds contract parts only."""
    keys = [child.key or "" for child in root.children]
    return bool(keys) and all(key in _FRAGMENT_KEYS or key.startswith("x-") for key in keys)


def _item_root(given: ChunkingInput) -> bool:
    root = _root(given)
    return _is_path_item(root) or _is_operation(root)


def _is_path_item(root: Node) -> bool:
    keys = [child.key or "" for child in root.children]
    methods = [child for child in root.children if child.key in METHODS and _is_operation(child)]
    return bool(methods) and all(key in _ITEM_KEYS or key.startswith("x-") for key in keys)


def _are_path_items(root: Node) -> bool:
    """Tell whether a root document maps paths or names to path items and to nothing else."""
    items = [child for child in root.children if not (child.key or "").startswith("x-")]
    return bool(items) and all(_is_path_item(item) for item in items)


def _is_operation(node: Node) -> bool:
    responses = node.get("responses")
    return node.kind is MAPPING and responses is not None and (responses.kind is MAPPING)


def _chunk(given: ChunkingInput) -> Cut:
    tree = read_tree(given.clean, given.path, given.classification.language)
    document = next((d for d in tree.documents if d.root.children), None)
    if document is None:
        return contract_cut(given, tree, Contract("openapi", ()))
    entries = sorted(_entries(document, tree, given.path), key=lambda entry: entry.node.start)
    return contract_cut(
        given, tree, Contract("openapi", tuple(entries), _extras(tree, entries, given.path), _loose(tree))
    )


def _entries(document: Document, tree: KeyTree, path: str) -> Iterator[Entry]:
    root, edges = document.root, tree.edges
    stop = len(edges.lines) + 1
    if root.get("paths") is None and _is_path_item(root):
        yield from operations(root, between(root.children, edges, 1, stop), tree, (), f"(path item {path})")
        return
    if _are_path_items(root):
        for item in between(root.children, edges, 1, stop):
            yield from _listed(item, tree, path)
        return
    if root.get("paths") is None and root.get("components") is None and _is_operation(root):
        yield whole_operation(document, tree, path)
        return
    for top in between(root.children, edges, 1, stop):
        if top.node.key in {"paths", "webhooks", "x-webhooks"}:
            yield from path_items(top, tree)
        else:
            yield from components(top, tree)


def _listed(item: Placed, tree: KeyTree, path: str) -> Iterator[Entry]:
    """Yield the operations of one of several path items of a file: under its path, or under the pointer to its name."""
    key = item.node.key or ""
    where = key if key.startswith("/") else f"(path item {path}#{pointer(key)})"
    for one in operations(item.node, pairs(item, tree.edges), tree, (key,), where):
        yield one if where == key else replace(one, symbol=f"{(one.node.key or '').upper()}:{key}")


def whole_operation(document: Document, tree: KeyTree, path: str) -> Entry:
    """Return the entry of a file that is one operation object; its method stands in the file that refers to it."""
    root, lines = document.root, tree.edges.lines
    node = Node(None, root.children[0].start, root.at, root.end, root.kind, root.style, root.children)
    identifier = text_of(tree.source, root.get("operationId"))
    title = f"{identifier} (operation {path})" if identifier else f"(operation {path})"
    attributes = {"operationId": identifier} if identifier else {}
    symbol = identifier or "operation"
    return Entry(
        "api_operation_chunk",
        title,
        symbol,
        node,
        "",
        1,
        len(lines) + 1,
        symbol,
        ("operation_file",),
        attributes=attributes,
    )


def _extras(tree: KeyTree, entries: list[Entry], path: str) -> tuple[tuple[str, str], ...]:
    root, source = tree.root, tree.source
    found = [("api.title", text_of(source, root.find("info", "title")))]
    servers = root.get("servers")
    found += [
        ("server.url", text_of(source, one.get("url"))) for one in (servers.children if servers is not None else ())
    ]
    base, host = text_of(source, root.get("basePath")), text_of(source, root.get("host"))
    found += [("base.path", base), ("server.url", f"https://{host}{base}" if host else "")]
    found += [
        (f"operationId:{e.symbol}", e.attributes["operationId"]) for e in entries if "operationId" in e.attributes
    ]
    paths = root.get("paths")
    for item in paths.children if paths is not None else ():
        target = text_of(source, item.get("$ref"))
        if target:
            found.append(("path.item", f"{item.key}={resolved(target, path)}"))
    return tuple((name, value) for name, value in found if value)


def _loose(tree: KeyTree) -> tuple[Node, ...]:
    """Return the `$ref` pairs of path items that stand in other files."""
    paths = tree.root.get("paths")
    items = paths.children if paths is not None else ()
    return tuple(ref for item in items if (ref := item.get("$ref")) is not None)


CHUNKER = Chunker("openapi", "1", _supports, _chunk)
