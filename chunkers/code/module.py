"""Module-level statements as chunks: runs between definitions, cut at statements when they grow too large.

Takes the top-level nodes of a file, gives units; imports, licence heads and docstrings are left to the file overview.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from chunkers.code.sheet import Sheet
from chunkers.code.text import part
from chunkers.tokens import estimate_bytes
from chunkers.unit import JsonValue, Unit

_TITLE_NAMES = 4
_LONGEST_IMPORT = 4000


@dataclass(slots=True)
class _Run:
    nodes: list[Node] = field(default_factory=list)
    weight: int = 0


def module_units(sheet: Sheet) -> list[Unit]:
    """Return the units of all runs of statements at file level."""
    names = _bound_names(sheet)
    starts = [start for start, _ in names]
    units = []
    for run in _runs(sheet):
        start = run.nodes[0].start_byte
        if sheet.given.policy.chunking.include_leading_comments:
            start = sheet.comments.leading(start)
        end = sheet.comments.trailing(sheet.comments.without_tail(run.nodes[-1].start_byte, run.nodes[-1].end_byte))
        low = bisect_left(starts, sheet.text.lines.start(run.nodes[0].start_point[0] + 1))
        high = bisect_left(starts, end)
        units.append(_unit(sheet, run, start, end, [name for _, name in names[low:high]]))
    return units


def _unit(sheet: Sheet, run: _Run, start: int, end: int, names: list[str]) -> Unit:
    first = run.nodes[0]
    lines = sheet.text.lines
    head = sheet.text.one_line(first.start_byte, min(first.end_byte, lines.end(first.start_point[0] + 1)))[:80]
    entry = _is_entry(sheet, first)
    stem = sheet.given.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    shown = ", ".join(names[:_TITLE_NAMES]) + (", …" if len(names) > _TITLE_NAMES else "")
    attributes: dict[str, JsonValue] = {"subkind": "entry_point" if entry else "statements"}
    if names:
        attributes["names"] = names
    return Unit(
        kind="module_chunk",
        name="<main>" if entry else names[0] if names else head,
        title=f"{stem}: {'entry point' if entry else shown or head}",
        start=start,
        end=end,
        language=sheet.language.name,
        attributes=attributes,
        includes_leading_comment=start < first.start_byte,
    )


def _bound_names(sheet: Sheet) -> list[tuple[int, str]]:
    """Return (offset, name) of what is bound at file level, in order."""
    lines = sheet.text.lines
    found = [
        (lines.start(b.line), b.name)
        for b in sheet.facts.bindings
        if not b.scope and b.how in {"module", "unpack"} and "." not in b.name
    ]
    return sorted(dict.fromkeys(found))


def _runs(sheet: Sheet) -> Iterator[_Run]:
    target = sheet.given.policy.chunking.target_tokens
    run = _Run()
    for node in _statements(sheet):
        weight = estimate_bytes(sheet.text.data[node.start_byte : node.end_byte]) if node is not None else 0
        entry = node is not None and _is_entry(sheet, node)
        glued = node is not None and bool(run.nodes) and _continues(sheet, run.nodes[-1], node)
        full = run.weight + weight > target and not glued
        if run.nodes and (node is None or entry or full):
            yield run
            run = _Run()
        if node is None:
            continue
        run.nodes.append(node)
        run.weight += weight
        if entry:
            yield run
            run = _Run()
    if run.nodes:
        yield run


def _continues(sheet: Sheet, before: Node, node: Node) -> bool:
    """Tell whether a node goes on with the statement of the one before: some grammars give `const`, type and list as siblings."""
    data, end = sheet.text.data, before.end_byte
    gap = data[end : node.start_byte]
    return gap in {b" ", b"  "} and data[end - 1 : end] not in {b";", b"}"}


def _is_entry(sheet: Sheet, node: Node) -> bool:
    mark = sheet.language.entry_point
    return (
        bool(mark)
        and node.type == "if_statement"
        and mark.encode() in sheet.text.data[node.start_byte : node.start_byte + 60].split(b"\n")[0]
    )


def _statements(sheet: Sheet) -> Iterator[Node | None]:
    """Yield the statements at file level; None where a definition or an import interrupts a run."""
    language = sheet.language
    owned = _definition_nodes(sheet)
    inner = [i.line for i in sheet.facts.imports]
    busy = sorted(d.start for d in sheet.definitions)
    spaces = _namespaces(sheet)
    pattern = re.compile(language.import_pattern) if language.import_pattern else None
    stack: list[Node] = list(reversed(sheet.root.named_children))
    first = True
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in language.comments:
            continue
        if kind in language.transparent or node.id in spaces:
            yield None
            stack.extend(reversed(_contents(spaces.get(node.id, node))))
            continue
        docstring = first and language.doc == "string" and _is_string(node)
        first = False
        imports = (
            kind in language.imports
            or _is_import_text(sheet, node, pattern)
            or _only_imports(node, inner, busy, language.labels)
        )
        if docstring or node.id in owned or imports:
            yield None
        elif node.end_byte > node.start_byte:
            yield node


def _definition_nodes(sheet: Sheet) -> set[int]:
    found = set()
    for definition in sheet.definitions:
        if id(definition) in sheet.kinds:
            found.add(definition.node.id)
            found.update(mark.node.id for mark in definition.decorators)
            if "body" in definition.parts:
                found.add(definition.parts["body"].id)
            if definition.outer is not None:
                found.add(definition.outer.id)
    return found


def _is_import_text(sheet: Sheet, node: Node, pattern: re.Pattern[str] | None) -> bool:
    return (
        pattern is not None
        and node.end_byte - node.start_byte < _LONGEST_IMPORT
        and pattern.fullmatch(sheet.text.of(node)) is not None
    )


def _namespaces(sheet: Sheet) -> dict[int, Node]:
    """Return the namespace node by the id of each node that stands for it at file level."""
    spaces = [definition for definition in sheet.definitions if definition.kind == "namespace"]
    found = {definition.node.id: definition.node for definition in spaces}
    found.update({definition.outer.id: definition.node for definition in spaces if definition.outer is not None})
    return found


def _contents(node: Node) -> list[Node]:
    body = node.child_by_field_name("body")
    if body is not None:
        return body.named_children
    row = node.start_point[0]  # what stands on the first line is a condition or a name, not content
    children = node.named_children
    plain = bool(children) and children[0].start_byte == node.start_byte  # a list and nothing but a list
    return [child for child in children if plain or child.start_point[0] > row]


def _is_string(node: Node) -> bool:
    inner = part(node, "0") if node.type == "expression_statement" else node
    return inner is not None and inner.type in {"string", "concatenated_string"}


def _only_imports(node: Node, imports: list[int], definitions: list[int], labels: object) -> bool:
    """Tell whether a compound statement is there for the imports in it (`if TYPE_CHECKING:`, `try: import ...`)."""
    if not isinstance(labels, dict) or node.type not in labels:
        return False
    low, high = node.start_point[0] + 1, node.end_point[0] + 1
    at = bisect_left(imports, low)
    held = at < len(imports) and imports[at] <= high
    here = bisect_left(definitions, node.start_byte)
    defines = here < len(definitions) and definitions[here] < node.end_byte
    return held and not defines and high - low < 3 * (bisect_left(imports, high + 1) - at) + 3
