"""Entries of a contract as units with their facts: placement, references, parts over budget, the file's overview.

Takes entries in source order, gives a `Cut`; what an entry is was decided by the format that found it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass

from chunkers.assemble.geometry import span_of
from chunkers.chunker import ChunkingInput
from chunkers.formats.contract.entry import OPERATION, Entry
from chunkers.formats.contract.references import references
from chunkers.formats.section.keys import duplicates
from chunkers.formats.section.parts import Part, parts
from chunkers.formats.section.units import outline
from chunkers.formats.tree.node import Node
from chunkers.formats.tree.reading import KeyTree
from chunkers.kinds import CONTRACT
from chunkers.symbol import FileFacts, Mention, Symbol
from chunkers.unit import Cut, JsonValue, OverlapSpan, Unit

MOST_NAMES = 400


@dataclass(frozen=True, slots=True)
class Contract:
    """What a format found in a file. `loose` are nodes outside entries whose references belong to the overview; `refers` False: no `$ref`s."""

    name: str
    entries: tuple[Entry, ...]
    extras: tuple[tuple[str, str], ...] = ()
    loose: tuple[Node, ...] = ()
    package: str | None = None
    refers: bool = True


def contract_cut(given: ChunkingInput, tree: KeyTree, contract: Contract) -> Cut:
    """Return the units and facts of a contract."""
    units: list[Unit] = []
    symbols: list[Symbol] = []
    mentions: list[Mention] = []
    holders = {entry.within for entry in contract.entries if entry.inside}
    places: list[int] = []
    for number, entry in enumerate(contract.entries):
        places.append(len(units))
        found = references((*entry.context, entry.node), tree.source, given.path) if contract.refers else []
        targets = tuple(target for target, _ in found)
        parent = places[entry.within] if entry.inside else None
        units += _units(entry, targets, len(units), given, tree, parent=parent, contains=number in holders)
        mentions += [_mention(target, node, entry.symbol or entry.title, tree) for target, node in found]
        if entry.symbol is not None:
            symbols.append(_symbol(entry, given, tree))
    loose = references(contract.loose, tree.source, given.path)
    mentions += [_mention(target, node, "", tree) for target, node in loose]
    return Cut(
        tuple(units),
        FileFacts(
            given.path,
            given.classification.language,
            given.classification.category.value,
            package=contract.package,
            symbols=tuple(symbols),
            mentions=tuple(mentions),
            extras=(("contract", contract.name), *contract.extras),
        ),
        status="PARTIAL" if tree.broken else "OK",
        broken=tree.broken,
        reason="syntax_errors" if tree.broken else None,
        overview=_overview(given, tree, contract, tuple(target for target, _ in loose)),
        warnings=tuple(w for document in tree.documents for w in duplicates(document.root, tree.edges.lines)),
    )


def _units(
    entry: Entry,
    targets: tuple[str, ...],
    place: int,
    given: ChunkingInput,
    tree: KeyTree,
    *,
    parent: int | None,
    contains: bool,
) -> list[Unit]:
    """Return the unit of an entry and, when it is over budget, its parts; one that contains others is cut by those."""
    edges, node, lines = tree.edges, entry.node, tree.edges.lines
    start, end = edges.span(node.start, node.end, entry.first, entry.ceiling)
    below = (
        [] if contains else parts([node], "", (start, end), edges, given.policy.chunking, given.classification.language)
    )
    attributes: dict[str, JsonValue] = {**entry.attributes, **({"references": list(targets)} if targets else {})}
    if below:
        attributes["mode"] = "outline_plus_blocks"
    unit = Unit(
        kind=entry.kind,
        name=entry.name,
        title=entry.title,
        start=start,
        end=end,
        parent=parent,
        symbol=entry.symbol,
        signature=_signature(entry),
        pointer=entry.pointer,
        role=CONTRACT,
        attributes=attributes,
        overlap=entry.overlap,
        includes_leading_comment=lines.line_at(start) < lines.line_at(node.start),
        show=outline([node], edges) if below else (),
    )
    return [unit, *(_part(entry, part, number, place, tree) for number, part in enumerate(below, 1))]


def _part(entry: Entry, part: Part, number: int, parent: int, tree: KeyTree) -> Unit:
    inside = part.label.partition(".")[2] or part.label
    first = tree.edges.lines.line_at(part.start)
    key = tree.edges.lines.line_at(entry.node.start)
    above = [line for line in dict.fromkeys((key, *part.above)) if line < first]
    return Unit(
        kind=entry.kind,
        name=f"{entry.name}/{inside}",
        title=f"{entry.title} · {inside}",
        start=part.start,
        end=part.end,
        parent=parent,
        symbol=entry.symbol,
        pointer=entry.pointer,
        role=CONTRACT,
        attributes={"subkind": "part", "part": number},
        overlap=(*entry.overlap, *(OverlapSpan("ancestorKeys", line, line) for line in above)),
    )


def _signature(entry: Entry) -> str:
    operation = entry.attributes.get("operationId")
    return f"{entry.title} {operation}" if operation else entry.title


def _symbol(entry: Entry, given: ChunkingInput, tree: KeyTree) -> Symbol:
    return Symbol(
        kind="api_operation" if entry.kind == OPERATION else "schema",
        name=entry.title,
        qualified=entry.symbol or entry.title,
        span=span_of(given.clean, entry.node.start, entry.node.end),
        declaration_line=tree.edges.lines.line_at(entry.node.start),
        language=given.classification.language,
        tags=entry.tags,
        pointer=entry.pointer,
    )


def _mention(target: str, node: Node, scope: str, tree: KeyTree) -> Mention:
    lines = tree.edges.lines
    return Mention("ref", target, scope, lines.line_at(node.start), lines.column_at(node.start))


def _overview(given: ChunkingInput, tree: KeyTree, contract: Contract, targets: Sequence[str]) -> Unit:
    attributes: dict[str, JsonValue] = {"subkind": contract.name}
    if targets:
        attributes["references"] = list(targets[:MOST_NAMES])
    lines = tree.edges.lines
    rows = dict.fromkeys(lines.line_at(entry.node.start) for entry in contract.entries)
    return Unit(
        kind="file_overview",
        name="",
        title=posixpath.basename(given.path),
        start=0,
        end=len(given.clean.data),
        symbols=tuple(entry.title for entry in contract.entries[:MOST_NAMES]),
        show=tuple((row, row) for row in rows),
        attributes=attributes,
    )
