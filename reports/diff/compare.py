"""Compare two snapshots by logical id: added, removed, changed, moved, relinked, updated, and the count of the rest.

Takes two sides made with the same tool and policy, gives a `ChunkDiff`. A shift of lines is no difference: ids and
hashes carry none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chunkers.chunk import Chunk
from chunkers.identity import digest
from reports.diff.lineage import Pair, pairs
from reports.diff.reasons import why_added, why_changed, why_moved, why_removed, why_updated
from reports.diff.records import SCHEMA_VERSION, ChunkDiff, End, Move
from reports.diff.refresh import entry, own_text, plan, touched_nodes


@dataclass(frozen=True, slots=True)
class Side:
    """One snapshot.

    Its chunks in output order and, by chunk id, the graph nodes each one defines (empty when not known). An older side may leave out chunks of
    which it is known that the newer one holds them with every field the same: those are `same`, by logical id.
    """

    commit_sha: str
    snapshot_id: str
    repository_id: str
    chunks: Sequence[Chunk]
    defines: Mapping[str, frozenset[str]] = field(default_factory=dict)
    same: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Sorted:
    """The chunks of both sides, sorted out. `changed` and `relinked` hold (old, new)."""

    added: list[Chunk] = field(default_factory=list)
    removed: list[Chunk] = field(default_factory=list)
    changed: list[tuple[Chunk, Chunk]] = field(default_factory=list)
    relinked: list[Chunk] = field(default_factory=list)
    updated: list[Chunk] = field(default_factory=list)
    unchanged: int = 0
    reasons: dict[str, str] = field(default_factory=dict)


def diff(old: Side, new: Side, lineage: Mapping[str, str] | None = None) -> ChunkDiff:
    """Return what changed from `old` to `new`; `lineage` gives lineage ids known from earlier moves by logical id."""
    found = _sorted(old.chunks, new.chunks, old.same)
    moves = pairs(found.removed, found.added)
    gone = {pair.old.logical_chunk_id for pair in moves}
    come = {pair.new.logical_chunk_id for pair in moves}
    found.removed = [c for c in found.removed if c.logical_chunk_id not in gone]
    found.added = [c for c in found.added if c.logical_chunk_id not in come]
    _explain(found, moves, old, new)
    real = [(a, b) for a, b in found.changed if own_text(a) != own_text(b)]
    before = [*found.removed, *(a for a, _ in real), *(pair.old for pair in moves)]
    after = [*found.added, *(b for _, b in real), *(pair.new for pair in moves)]
    nodes = touched_nodes(before, old.defines) | touched_nodes(after, new.defines)
    changed = [b for _, b in found.changed]
    return ChunkDiff(
        schema_version=SCHEMA_VERSION,
        repository_id=new.repository_id,
        from_=End(old.commit_sha, old.snapshot_id),
        to=End(new.commit_sha, new.snapshot_id),
        added=tuple(map(entry, found.added)),
        removed=tuple(map(entry, found.removed)),
        changed=tuple(map(entry, changed)),
        moved=tuple(_move(pair, lineage or {}) for pair in moves),
        relinked=tuple(map(entry, found.relinked)),
        updated=tuple(map(entry, found.updated)),
        unchanged=found.unchanged,
        refresh=plan(new.chunks, (found.removed, found.added, changed), moves, nodes),
        reasons=dict(sorted(found.reasons.items())),
    )


def _sorted(olds: Sequence[Chunk], news: Sequence[Chunk], same: frozenset[str]) -> _Sorted:
    found = _Sorted()
    left = {chunk.logical_chunk_id: chunk for chunk in olds}
    right = {chunk.logical_chunk_id for chunk in news}
    found.removed = [chunk for chunk in olds if chunk.logical_chunk_id not in right]
    for chunk in news:
        if chunk.logical_chunk_id in same:
            found.unchanged += 1
            continue
        old = left.get(chunk.logical_chunk_id)
        if old is None:
            found.added.append(chunk)
        elif old.content_hash != chunk.content_hash:
            found.changed.append((old, chunk))
            found.reasons[chunk.logical_chunk_id] = why_changed(old, chunk)
        elif old.linked_nodes != chunk.linked_nodes:
            found.relinked.append(chunk)
            found.reasons[chunk.logical_chunk_id] = "links_changed"
        elif (why := why_updated(old, chunk)) is not None:
            found.updated.append(chunk)
            found.reasons[chunk.logical_chunk_id] = why
        else:
            found.unchanged += 1
    return found


def _explain(found: _Sorted, moves: Sequence[Pair], old: Side, new: Side) -> None:
    """Add the reasons of added, removed and moved chunks."""
    kept = (c for c in new.chunks if c.logical_chunk_id in old.same)
    before = frozenset(c.source.path for c in (*old.chunks, *kept) if c.source.path)
    after = frozenset(c.source.path for c in new.chunks if c.source.path)
    found.reasons |= {c.logical_chunk_id: why_added(c, before) for c in found.added}
    found.reasons |= {c.logical_chunk_id: why_removed(c, after) for c in found.removed}
    found.reasons |= {pair.new.logical_chunk_id: why_moved(pair.old, pair.new) for pair in moves}


def _move(pair: Pair, lineage: Mapping[str, str]) -> Move:
    first = pair.old.logical_chunk_id
    known = lineage.get(first) or f"lineage_{digest(first)}"
    same = pair.old.content_hash == pair.new.content_hash
    return Move(entry(pair.old), entry(pair.new), known, same, pair.similarity)
