"""What has to be refreshed after a change.

Vectors, documents, memory, tests, routes, found through the graph nodes of what changed.

Takes both sides and the sorted-out differences; gives lists of entries. Over-reports rather than misses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chunkers.chunk import Chunk
from chunkers.kinds import BEHAVIOR, DECISION, DOCUMENTATION, GUIDANCE, METADATA
from reports.diff.lineage import Pair
from reports.diff.records import Entry, Refresh, Vectors

_DOCS = frozenset({DOCUMENTATION, DECISION, GUIDANCE})
_ROUTES = frozenset({"route_chunk", "api_operation_chunk", "protobuf_rpc_chunk", "graphql_operation_chunk"})
_HISTORY = frozenset({"changelog_release_chunk"})
"""Documents that tell what was: a change of code does not make them wrong."""
_NOT_TOUCHING = ("file:", "module:", "external:")
"""Node kinds too broad to say that two chunks have to do with each other."""


def entry(chunk: Chunk) -> Entry:
    """Return what a diff says of a chunk."""
    span = chunk.provenance.span
    lines = f"{span[0]}-{span[1]}" if span else None
    return Entry(chunk.logical_chunk_id, chunk.chunk_id, chunk.chunk_type, chunk.title, chunk.source.path, lines)


def own_text(chunk: Chunk) -> str:
    """Return the lines a chunk owns: an overview that only shows other members of its class has not changed itself."""
    raw = chunk.content.raw or ""
    if all(segment.own for segment in chunk.segments) or any(
        segment.start_column is not None for segment in chunk.segments
    ):
        return raw.rstrip("\n")
    lines, own, at = raw.split("\n"), [], 0
    for segment in chunk.segments:
        count = segment.end_line - segment.start_line + 1
        if segment.own:
            own += lines[at : at + count]
        at += count
    return "\n".join(own).rstrip("\n")


def touched_nodes(chunks: Iterable[Chunk], defines: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the graph nodes that chunks define; without link types, all nodes they are linked to."""
    nodes: set[str] = set()
    for chunk in chunks:
        nodes.update(defines.get(chunk.chunk_id, frozenset()) if defines else chunk.linked_nodes)
    return frozenset(node for node in nodes if not node.startswith(_NOT_TOUCHING))


def plan(
    after: Sequence[Chunk],
    lists: tuple[Sequence[Chunk], Sequence[Chunk], Sequence[Chunk]],
    moves: Sequence[Pair],
    nodes: frozenset[str],
) -> Refresh:
    """Return the refresh plan; `lists` are the removed, added and changed chunks (the changed as they are now)."""
    removed, added, changed = lists
    own = {chunk.logical_chunk_id for chunk in (*added, *changed)} | {pair.new.logical_chunk_id for pair in moves}
    paths = {chunk.source.path for chunk in (*removed, *added, *changed) if chunk.source.path} | {
        str(pair.old.source.path) for pair in moves
    }

    def concerned(chunk: Chunk) -> bool:
        return not nodes.isdisjoint(chunk.linked_nodes)

    docs = [
        c
        for c in after
        if c.role in _DOCS and c.chunk_type not in _HISTORY and c.logical_chunk_id not in own and concerned(c)
    ]
    memory = [c for c in after if c.chunk_type == "memory_chunk" and (concerned(c) or _cites(c, paths))]
    tests = [c for c in after if c.role == BEHAVIOR and (c.logical_chunk_id in own or concerned(c))]
    routes = [c for c in after if c.chunk_type in _ROUTES and (c.logical_chunk_id in own or concerned(c))]
    return Refresh(_vectors(lists, moves), *(tuple(map(entry, found)) for found in (docs, memory, tests, routes)))


def _vectors(lists: tuple[Sequence[Chunk], Sequence[Chunk], Sequence[Chunk]], moves: Sequence[Pair]) -> Vectors:
    removed, added, changed = lists
    gone = [*removed, *changed, *(pair.old for pair in moves)]
    come = [*added, *changed, *(pair.new for pair in moves)]
    return Vectors(
        delete=tuple(sorted(c.logical_chunk_id for c in gone if c.role != METADATA)),
        write=tuple(sorted(c.logical_chunk_id for c in come if c.role != METADATA)),
        rekey=tuple((p.old.logical_chunk_id, p.new.logical_chunk_id) for p in moves if _same_text(p)),
    )


def _same_text(pair: Pair) -> bool:
    return pair.old.content_hash == pair.new.content_hash


def _cites(chunk: Chunk, paths: set[str]) -> bool:
    """Tell whether a memory record names one of the paths as evidence."""
    spans = [str(source.file_span) for source in chunk.provenance.sources if source.file_span]
    spans += [str(item) for item in chunk.attributes.get("evidence") or ()]
    return any(span.rpartition(":")[0] in paths or span in paths for span in spans)
