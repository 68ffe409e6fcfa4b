"""Which removed chunk lives on as which added one.

The same text first, then the same name elsewhere, then the same place renamed.

Takes chunks of both sides, gives pairs with a similarity; every chunk is used once. Knows nothing of git's own rename
detection.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from chunkers.chunk import Chunk
from chunkers.kinds import METADATA

SAME_NAME = 0.5
"""Least similarity of a unit of the same type and title in another file."""
SAME_PLACE = 0.7
"""Least similarity of a unit of the same type in the same file under another name."""
_GROUP = 60
"""Largest group compared pair by pair; beyond it only the same text counts as a move."""
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Pair:
    """A removed chunk and the added one it became; similarity 1.0 means the same text."""

    old: Chunk
    new: Chunk
    similarity: float


def pairs(removed: Sequence[Chunk], added: Sequence[Chunk]) -> list[Pair]:
    """Return the moves between two lists, in the order of `removed`."""
    left = {c.logical_chunk_id: c for c in removed if c.role != METADATA}
    right = {c.logical_chunk_id: c for c in added if c.role != METADATA}
    found: list[Pair] = []

    def take(old: Chunk, new: Chunk, similarity: float) -> None:
        del left[old.logical_chunk_id], right[new.logical_chunk_id]
        found.append(Pair(old, new, similarity))

    for key in (_same_all, _same_text):
        for olds, news in _groups(left.values(), right.values(), key):
            for old, new in zip(olds, news, strict=False):
                take(old, new, 1.0)
    for key, least in ((_same_name, SAME_NAME), (_same_place, SAME_PLACE)):
        for olds, news in _groups(left.values(), right.values(), key):
            if len(olds) <= _GROUP and len(news) <= _GROUP:
                for old, new, similarity in _best(olds, news, least):
                    take(old, new, similarity)
    order = {c.logical_chunk_id: at for at, c in enumerate(removed)}
    return sorted(found, key=lambda pair: order[pair.old.logical_chunk_id])


def _same_all(chunk: Chunk) -> Hashable:
    return chunk.chunk_type, chunk.title, chunk.content_hash


def _same_text(chunk: Chunk) -> Hashable:
    return chunk.chunk_type, chunk.content_hash


def _same_name(chunk: Chunk) -> Hashable:
    return chunk.chunk_type, chunk.title


def _same_place(chunk: Chunk) -> Hashable:
    return chunk.chunk_type, chunk.source.path


def _groups(
    olds: Iterable[Chunk], news: Iterable[Chunk], key: Callable[[Chunk], Hashable]
) -> list[tuple[list[Chunk], list[Chunk]]]:
    """Return the chunks of both sides that share a key, in order of the first side."""
    left: dict[Hashable, list[Chunk]] = {}
    right: dict[Hashable, list[Chunk]] = {}
    for index, chunks in ((left, olds), (right, news)):
        for chunk in chunks:
            index.setdefault(key(chunk), []).append(chunk)
    return [(group, right[name]) for name, group in left.items() if name in right]


def _best(olds: Sequence[Chunk], news: Sequence[Chunk], least: float) -> list[tuple[Chunk, Chunk, float]]:
    """Return the most similar pairs first, each chunk once."""
    left = [_words(chunk) for chunk in olds]
    right = [_words(chunk) for chunk in news]
    scored = [(similarity(a, b), i, j) for i, a in enumerate(left) for j, b in enumerate(right)]
    scored.sort(key=lambda item: (-item[0], item[1], item[2]))
    used_old: set[int] = set()
    used_new: set[int] = set()
    out: list[tuple[Chunk, Chunk, float]] = []
    for score, i, j in scored:
        if score >= least and i not in used_old and j not in used_new:
            used_old.add(i)
            used_new.add(j)
            out.append((olds[i], news[j], round(score, 3)))
    return out


def _words(chunk: Chunk) -> Counter[str]:
    return Counter(_WORD.findall(chunk.content.raw or ""))


def similarity(one: Counter[str], two: Counter[str]) -> float:
    """Return the share of words and marks two texts have in common (Dice), 0..1."""
    total = one.total() + two.total()
    return 2 * (one & two).total() / total if total else 0.0
