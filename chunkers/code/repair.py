"""A second look at a file with syntax errors: mask what breaks it, same length, so that an error costs only the unit that holds it.

Takes bytes and a tree with errors, gives the best tree, the broken line ranges and the heads of units that had to be masked. The text that
chunks show is never changed; only the parser sees the mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node, Tree

from chunkers import syntax
from chunkers.code import masks
from chunkers.code.outline import Head, heads_of
from chunkers.code.queries import plan
from chunkers.code.reading import read
from chunkers.language import Language

_ROUNDS = 3
_BUDGET = 12
_MANY = 20_000
_TRIES = 64
_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Repaired:
    """`tree` parsed from `seen`, a mask of the same length; `broken` 1-based line ranges; `lost` heads whose lines the mask hides."""

    tree: Tree
    seen: bytes
    broken: tuple[tuple[int, int], ...]
    lost: tuple[Head, ...] = ()


def repair(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> Repaired:
    """Return the better of the plain tree and one over masked text."""
    data, tree = _unmisled(language, data, tree, soft_seconds)
    broken = syntax.broken_ranges(tree.root_node)
    if not broken:
        return Repaired(tree, data, ())
    hidden, data, tree = _lighten(language, data, tree, soft_seconds)
    marks = tuple((row, row) for row in sorted(hidden))
    found = syntax.broken_ranges(tree.root_node)
    if not found:
        return Repaired(tree, data, marks)
    repaired = _mask_heads(language, data, tree, soft_seconds)
    return replace(repaired, broken=tuple(sorted({*repaired.broken, *marks})))


def _unmisled(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> tuple[bytes, Tree]:
    """Parse again without what the grammar misreads and sees no error in."""
    seen = _seen(language, data) if language.misread else b""
    found = [masks.macros(re.compile(source.encode(), re.MULTILINE), seen) for source in language.misread]
    masked = masks.applied(data, [edit for batches in found for batch in batches for edit in batch])
    if masked == data:
        return data, tree
    parsed = syntax.parse(language.grammar, masked, soft_seconds)
    return (masked, parsed.tree) if parsed.tree is not None else (data, tree)


def _seen(language: Language, data: bytes) -> bytes:
    return masks.shadow(data) if "//" in language.comment_prefixes else data


def _changed_rows(plain: bytes, masked: bytes) -> set[int]:
    if plain == masked:
        return set()
    pairs = zip(plain.split(b"\n"), masked.split(b"\n"), strict=True)
    return {row for row, (before, after) in enumerate(pairs, 1) if before != after}


def _width(broken: Sequence[tuple[int, int]]) -> int:
    return sum(high - low + 1 for low, high in broken)


def _lighten(language: Language, data: bytes, tree: Tree, soft_seconds: float) -> tuple[set[int], bytes, Tree]:
    """Mask what is no code and what the grammar cannot know, wherever the file then parses better.

    Returns the lines whose content is hidden, the masked text and its tree.
    """
    attempt = _Attempt(language, data, tree, soft_seconds, min(_TRIES, _BYTES // max(1, len(data))))
    hidden: set[int] = set()
    for edits in masks.not_code(data):
        hidden |= attempt.make([edits])
    preprocessed = "preproc_if" in language.transparent
    if preprocessed:
        attempt.make([masks.conditions(attempt.data)])
    for inside in (False, True) if preprocessed else ():
        hidden |= attempt.make(masks.arms(attempt.data, language.foreign, inside=inside))
    patterns = [re.compile(mask.encode(), re.MULTILINE) for mask in language.masks]
    for halve in (False, True, True):  # every kind as a whole first: halves cost many parses
        before = attempt.data
        if preprocessed:
            attempt.make([masks.guard(attempt.data)])
        for pattern in patterns:
            attempt.make(masks.macros(pattern, _seen(language, attempt.data)), halve=halve)
        if not halve:  # one unit may hold several kinds, none of which helps alone
            seen = _seen(language, attempt.data)
            attempt.make([batch for pattern in patterns for batch in masks.macros(pattern, seen)], halve=False)
        elif attempt.data == before:
            break
    return hidden, attempt.data, attempt.tree


@dataclass(slots=True)
class _Attempt:
    """The best text and tree so far; an edit stays when it leaves less damage."""

    language: Language
    data: bytes
    tree: Tree
    soft_seconds: float
    tries: int

    def make(self, edits: Sequence[masks.Batch], *, halve: bool = True) -> set[int]:
        """Make the edits together; where that does not help, half of the batches, and so on; return the lines they changed."""
        work = [edits]
        before = self.data
        while work and self.tries > 0 and self.tree.root_node.has_error:
            batch = work.pop(0)
            masked = masks.applied(self.data, [edit for group in batch for edit in group])
            if masked == self.data:
                continue
            self.tries -= 1
            parsed = syntax.parse(self.language.grammar, masked, self.soft_seconds)
            if parsed.tree is not None and _damage(parsed.tree) < _damage(self.tree):
                self.data, self.tree = masked, parsed.tree
            elif halve and len(batch) > 1:
                work += [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
        return _changed_rows(before, self.data)


def _damage(tree: Tree) -> int:
    return _width(syntax.broken_ranges(tree.root_node, _MANY))


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
    return Repaired(tree, data, tuple(sorted({*syntax.broken_ranges(tree.root_node), *own})), _alone([*lost, *inside]))


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
