"""Blocks of an oversized callable: disjoint children cut between statements, recursively, named by what they are.

Takes a unit that is too large and its body node, gives block units; a statement that has no inner structure is left to the size cap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from chunkers.code.sheet import Sheet
from chunkers.tokens import estimate_bytes
from chunkers.unit import JsonValue, Unit

_LABEL_LIMIT = 100


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of statements, or one compound statement with a label."""

    start: int
    end: int
    subkind: str
    label: str
    node: Node | None  # the compound statement, when it may be cut further


def block_units(sheet: Sheet, body: Node, owner: str, title: str, parent: int, first_index: int) -> list[Unit]:
    """Return the blocks of `body`; indexes of the units continue at `first_index`."""
    cap = sheet.given.policy.chunking.max_tokens_per_chunk
    units: list[Unit] = []
    work: list[tuple[list[Node], int, str]] = [
        ([body] if body.type in sheet.language.blocks else _inner_blocks(sheet, body), parent, owner)
    ]
    while work:
        holders, above, prefix = work.pop(0)
        pieces = [piece for holder in holders for piece in _pieces(sheet, holder)]
        if above == parent and len(pieces) <= 1 and not (pieces and pieces[0].node is not None):
            break
        for piece in pieces:
            name = f"{prefix}#{piece.label}"
            attributes: dict[str, JsonValue] = {"subkind": piece.subkind, "label": piece.label}
            large = piece.node is not None and _tokens(sheet, piece.start, piece.end) > cap
            if large:
                attributes["mode"] = "outline_plus_blocks"
            units.append(
                Unit(
                    kind="block_chunk",
                    name=name,
                    title=f"{title} · {piece.label}",
                    start=piece.start,
                    end=piece.end,
                    parent=above,
                    language=sheet.language.name,
                    attributes=attributes,
                )
            )
            if large and piece.node is not None:
                work.append((_inner_blocks(sheet, piece.node), first_index + len(units) - 1, name))
    return units


def _tokens(sheet: Sheet, start: int, end: int) -> int:
    return estimate_bytes(sheet.text.data[start:end], sheet.language.name)


def _pieces(sheet: Sheet, holder: Node) -> Iterator[_Piece]:
    """Yield the stretches of one statement list: compound statements over the target alone, others grouped up to it."""
    target = sheet.given.policy.chunking.target_tokens
    group: list[Node] = []
    weight = 0
    for node in _statements(sheet, holder):
        cost = _tokens(sheet, node.start_byte, node.end_byte)
        alone = cost > target and _label(sheet, node) is not None
        if group and (alone or weight + cost > target):
            yield _stretch(sheet, group)
            group, weight = [], 0
        if alone or cost > target:
            yield _single(sheet, node)
        else:
            group.append(node)
            weight += cost
    if group:
        yield _stretch(sheet, group)


def _statements(sheet: Sheet, holder: Node) -> list[Node]:
    """Return the statements of a block; a labelled clause (`case`, `else`) counts as a statement of its own."""
    return [
        child
        for child in holder.named_children
        if child.type not in sheet.language.comments and child.end_byte > child.start_byte
    ]


def _begin(sheet: Sheet, node: Node) -> int:
    return sheet.comments.leading(node.start_byte)


def _stretch(sheet: Sheet, group: Sequence[Node]) -> _Piece:
    start, end = _begin(sheet, group[0]), sheet.comments.trailing(group[-1].end_byte)
    if start < group[0].start_byte:
        comment = sheet.text.one_line(start, sheet.text.lines.end(sheet.text.lines.line_at(start)))
        return _Piece(start, end, "region", comment.strip("#/*-= ")[:_LABEL_LIMIT] or "statements", None)
    first = sheet.text.lines
    head = sheet.text.one_line(group[0].start_byte, first.end(first.line_at(group[0].start_byte)))
    return _Piece(start, end, "statements", head[:_LABEL_LIMIT], None)


def _single(sheet: Sheet, node: Node) -> _Piece:
    found = _label(sheet, node)
    subkind, header = found or ("statements", sheet.text.one_line(node.start_byte, node.end_byte))
    return _Piece(_begin(sheet, node), sheet.comments.trailing(node.end_byte), subkind, header[:_LABEL_LIMIT], node)


def _label(sheet: Sheet, node: Node) -> tuple[str, str] | None:
    """Return what a compound statement is, and its header line."""
    subkind = sheet.language.labels.get(node.type)
    if subkind is None:
        return None
    blocks = _inner_blocks(sheet, node)
    end = blocks[0].start_byte if blocks and blocks[0].start_byte > node.start_byte else node.end_byte
    return subkind, sheet.text.one_line(node.start_byte, end).rstrip("{: ")


def _inner_blocks(sheet: Sheet, node: Node) -> list[Node]:
    """Return the nearest statement lists inside a statement, in source order."""
    language = sheet.language
    found: list[Node] = []
    stack = list(reversed(node.named_children))
    while stack:
        child = stack.pop()
        if child.type in language.blocks:
            found.append(child)
        else:
            stack.extend(reversed(child.named_children))
    return found


def outline(sheet: Sheet, units: Sequence[Unit], parent: int) -> tuple[tuple[int, int], ...]:
    """Return the first line of each block directly below `parent`: the structure of an oversized callable."""
    lines = sheet.text.lines
    rows = [lines.line_at(sheet.text.skip(unit.start, unit.end)) for unit in units if unit.parent == parent]
    return tuple((row, row) for row in rows)
