"""A second look at a file with syntax errors: mask what breaks it, same length, so that an error costs only the unit that holds it.

Takes bytes and a tree with errors, gives the best tree, the broken line ranges and the heads of units that had to be masked. The text that
chunks show is never changed; only the parser sees the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tree_sitter import Node, Tree

from chunkers import syntax
from chunkers.code.outline import Head, heads_of
from chunkers.code.queries import plan
from chunkers.code.reading import read
from chunkers.language import Language

_CONFLICT = re.compile(rb"^(?:<{7}|\|{7}|={7}|>{7})(?:[ \t][^\n]*)?$", re.MULTILINE)
_TEMPLATE_LINE = re.compile(rb"^[ \t]*(?:\{%[^\n]*%\}|\{\{[#/!-][^\n]*\}\}|\{#[^\n]*#\})[ \t]*\r?$", re.MULTILINE)
_TEMPLATE = re.compile(rb"\{\{[^{}\n]{1,200}\}\}|\{%[^%\n]{1,200}%\}")
_ROUNDS = 3
_BUDGET = 12


@dataclass(frozen=True, slots=True)
class Repaired:
    """`tree` parsed from a mask of the same length; `broken` 1-based line ranges; `lost` heads whose lines the mask hides."""

    tree: Tree
    broken: tuple[tuple[int, int], ...]
    lost: tuple[Head, ...] = ()


def repair(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> Repaired:
    """Return the better of the plain tree and one over masked text."""
    broken = syntax.broken_ranges(tree.root_node)
    if not broken:
        return Repaired(tree, ())
    plain = data
    data, tree = _lighten(language, data, tree, soft_seconds)
    marks = tuple((row, row) for row in _changed_rows(plain, data))
    found = syntax.broken_ranges(tree.root_node)
    if not found:
        return Repaired(tree, marks)
    repaired = _mask_heads(language, data, tree, soft_seconds)
    return replace(repaired, broken=tuple(sorted({*repaired.broken, *marks})))


def _changed_rows(plain: bytes, masked: bytes) -> list[int]:
    if plain == masked:
        return []
    pairs = zip(plain.split(b"\n"), masked.split(b"\n"), strict=True)
    return [row for row, (before, after) in enumerate(pairs, 1) if before != after]


def _width(broken: Sequence[tuple[int, int]]) -> int:
    return sum(high - low + 1 for low, high in broken)


def _lighten(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> tuple[bytes, Tree]:
    """Mask conflict markers and template marks, when that makes the file parse better."""
    makers = [
        partial(_masked, _CONFLICT, b" "),
        partial(_masked, _TEMPLATE_LINE, b" "),
        partial(_masked, _TEMPLATE, b"x"),
    ]
    makers += [partial(_outside_directives, re.compile(mask.encode(), re.MULTILINE)) for mask in language.masks]
    for make in makers:
        masked = make(data)
        if masked == data:
            continue
        parsed = syntax.parse(language.grammar, masked, soft_seconds)
        if parsed.tree is not None and _damage(parsed.tree) < _damage(tree):
            data, tree = masked, parsed.tree
    return data, tree


def _masked(pattern: re.Pattern[bytes], fill: bytes, data: bytes) -> bytes:
    return pattern.sub(lambda match: fill * len(match.group()), data)


def _outside_directives(pattern: re.Pattern[bytes], data: bytes) -> bytes:
    """Mask matches by blanks, but for lines of the preprocessor and what continues them."""
    rows = data.split(b"\n")
    directive = False
    for at, row in enumerate(rows):
        directive = row.lstrip().startswith(b"#") or (directive and rows[at - 1].rstrip().endswith(b"\\"))
        if not directive:
            rows[at] = _masked(pattern, b" ", row)
    return b"\n".join(rows)


def _damage(tree: Tree) -> int:
    return _width(syntax.broken_ranges(tree.root_node))


def _mask_heads(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> Repaired:
    """Hide outline units that do not parse alone, innermost first, while other units are lost to their errors."""
    heads = heads_of(data, language)
    lost: list[Head] = []
    for _ in range(_ROUNDS):
        missing = _missing(language, tree.root_node, heads, lost)
        if not missing:
            break
        culprit = _culprits(language, data, heads, lost, soft_seconds)
        if not culprit:
            break
        masked = data
        for head in culprit:
            masked = _blank(masked, head.start, head.end)
        parsed = syntax.parse(language.grammar, masked, soft_seconds)
        if parsed.tree is None or len(_missing(language, parsed.tree.root_node, heads, [*lost, *culprit])) >= len(
            missing
        ):
            break
        data, tree = masked, parsed.tree
        lost.extend(culprit)
    own = {(head.line, head.last) for head in lost}
    inside = [
        h for h in heads if h not in lost and any(o.is_type and o.start <= h.start and h.end <= o.end for o in lost)
    ]
    return Repaired(tree, tuple(sorted({*syntax.broken_ranges(tree.root_node), *own})), _alone([*lost, *inside]))


def _missing(language: Language, root: Node, heads: Sequence[Head], masked: Sequence[Head]) -> list[Head]:
    """Return the heads that reach into a broken range and are no definition in the tree, or one cut short."""
    hidden = {head.start for head in masked}
    broken = syntax.broken_ranges(root)
    near = [h for h in heads if h.start not in hidden and any(low <= h.last and h.line <= high for low, high in broken)]
    if not near:
        return []
    definitions = read(plan(language.name), root).definitions.values()
    ends = {d.name_node.start_point[0] + 1: d.node.end_point[0] + 1 for d in definitions if d.name_node is not None}
    return [head for head in near if _is_cut(head, ends.get(head.line, 0), broken)]


def _is_cut(head: Head, last: int, broken: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a head has no definition, or one that ends before a broken range inside the head."""
    return last == 0 or any(head.line <= low and last < high <= head.last for low, high in broken)


def _culprits(
    language: Language, data: bytes, heads: Sequence[Head], lost: Sequence[Head], soft_seconds: float
) -> list[Head]:
    """Return the smallest units that do not parse when they stand alone, at most a handful."""
    found: list[Head] = []
    known = {head.start for head in lost}
    tried = 0
    for head in _inner_first(heads):
        if head.start in known or any(head.start <= one.start and one.end <= head.end for one in found):
            continue
        tried += head.end - head.start
        if tried > _BUDGET * len(data) or len(found) >= _BUDGET:
            break
        before, after = language.wrap if head.depth else ("", "")
        parsed = syntax.parse(
            language.grammar, before.encode() + data[head.start : head.end] + after.encode(), soft_seconds
        )
        if parsed.tree is None or parsed.tree.root_node.has_error:
            found.append(head)
    return found


def _inner_first(heads: Sequence[Head]) -> Iterator[Head]:
    yield from sorted(heads, key=lambda head: (head.is_type, head.end - head.start))


def _blank(data: bytes, start: int, end: int) -> bytes:
    return data[:start] + re.sub(rb"[^\r\n]", b" ", data[start:end]) + data[end:]


def _alone(lost: Sequence[Head]) -> tuple[Head, ...]:
    """Return the masked heads in source order, without the owners they had among all heads."""
    return tuple(replace(head, owner=None) for head in sorted(lost, key=lambda head: (head.start, -head.end)))
