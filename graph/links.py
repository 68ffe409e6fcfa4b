"""Chunk-to-node links: what each draft defines, and what its definitions call, test, serve, describe, configure, migrate or document.

Takes drafts and the finished graph, gives sorted `ChunkLink`s. Adds no edge of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chunkers.chunk import ChunkDraft, ChunkLink, ComposedDraft, FileResult
from chunkers.source import Category
from graph.compose.citation import Atlas
from graph.edges.documents import Documented
from graph.model import Edge
from graph.world import World

DraftKey = tuple[str, str, str]
_Told = tuple[DraftKey, str, str, float]
"""A link before the strongest of its kind is chosen: draft, node, kind and confidence."""
_NONE: Mapping[str, float] = {}
_LINK_OF = {
    "CALLS": "REFERENCES",
    "INSTANTIATES": "REFERENCES",
    "REFERENCES": "REFERENCES",
    "EXTENDS": "REFERENCES",
    "IMPLEMENTS": "REFERENCES",
    "TESTS": "TESTS",
    "DESCRIBES": "DESCRIBES",
    "MIGRATES": "MIGRATES",
    "READS_CONFIG": "REFERENCES",
    "MAPS_TO_TABLE": "REFERENCES",
    "QUERIES_TABLE": "REFERENCES",
    "DOCUMENTS": "DOCUMENTS",
    "DECIDES": "DECIDES",
    "LINKS_TO": "REFERENCES",
    "MOCKS": "REFERENCES",
    "IMPLEMENTS_RPC": "HANDLES",
    "RESOLVES_FIELD": "HANDLES",
}
_HELD = frozenset({"block_chunk"})


def chunk_links(
    atlas: Atlas, results: Iterable[FileResult], composed: Sequence[ComposedDraft], documented: Documented
) -> tuple[ChunkLink, ...]:
    """Return the links of all drafts, sorted."""
    strongest: dict[DraftKey, dict[tuple[str, str], float]] = {}
    routed = {edge.target for edges in atlas.out.values() for edge in edges if edge.kind == "ROUTES_TO"}
    for result in results:
        for own, node, kind, confidence in _of_file(atlas, result, documented, routed):
            held = strongest.get(own)
            if held is None:
                held = strongest[own] = {}
            held[node, kind] = max(confidence, held.get((node, kind), 0.0))
    for draft in composed:
        held = strongest.setdefault((draft.anchor[0], draft.chunk_type, draft.logical), {})
        for node in draft.nodes:
            kind = "HANDLES" if node == draft.symbol else "DERIVED_FROM"
            held[node, kind] = round(draft.confidence, 4)
    return tuple(_sorted(strongest))


def _sorted(strongest: dict[DraftKey, dict[tuple[str, str], float]]) -> Iterator[ChunkLink]:
    for own in sorted(strongest):
        held = strongest.pop(own)
        for key in sorted(held):
            yield ChunkLink(own, key[0], key[1], held[key])


def _of_file(atlas: Atlas, result: FileResult, documented: Documented, routed: set[str]) -> Iterator[_Told]:
    named = _Names(atlas.world, result.path)
    keyed = result.classification.category is not Category.DATA
    for draft in result.drafts:
        own = (draft.path, draft.chunk_type, draft.logical)
        symbol = draft.symbol if draft.symbol is not None else _symbol(draft, result.drafts)
        nodes = [named(symbol)] if symbol is not None else []
        nodes += [named(name) for name in draft.symbols if draft.chunk_type != "file_overview"]
        kept = dict.fromkeys(node for node in nodes if node is not None)
        if draft.chunk_type == "file_overview" or (draft.parent is None and not kept):
            yield own, f"file:{draft.path}", "DEFINES", 1.0
        for key in draft.keys if keyed else ():
            if f"config:{key}" in atlas.nodes:
                yield own, f"config:{key}", "DEFINES", 1.0
            yield from _configures(atlas, own, f"config:{key}")
        for node in kept:
            yield own, node, "DEFINES", 1.0
            yield from _by_edges(atlas, own, node, draft)
            if node in routed:
                yield from ((own, edge.source, "HANDLES", edge.confidence) for edge in _routes(atlas, node))
        for target, confidence in documented.mentions.get((draft.path, symbol), _NONE).items() if symbol else ():
            yield own, target, "DECIDES" if draft.chunk_type == "adr_decision_chunk" else "DOCUMENTS", confidence


class _Names:
    """Node ids by in-file names."""

    def __init__(self, world: World, path: str) -> None:
        view = world.project.views.get(path)
        self._path, self._named = path, world.named
        self._defs = view.defs if view is not None else {}

    def __call__(self, name: str) -> str | None:
        definition = self._defs.get(name)
        return definition.id if definition is not None else self._named.get((self._path, name))


def _symbol(draft: ChunkDraft, drafts: Sequence[ChunkDraft]) -> str | None:
    """Return the in-file name a draft stands for; a part stands for what it is a part of."""
    current: ChunkDraft | None = draft
    for _ in range(8):
        if current is None or current.symbol is not None:
            break
        part = (
            current.attributes.get("part") is not None
            or current.chunk_type in _HELD
            or current.attributes.get("subkind") == "part"
        )
        current = drafts[current.parent] if part and current.parent is not None else None
    return current.symbol if current is not None else None


def _by_edges(atlas: Atlas, own: DraftKey, node: str, draft: ChunkDraft) -> Iterator[_Told]:
    part = draft.chunk_type in _HELD
    first, last = (
        (draft.spans.full.start_line, draft.spans.full.end_line) if part and draft.spans.full else (0, 1 << 30)
    )
    for edge in atlas.out.get(node, ()):
        kind = _LINK_OF.get(edge.kind)
        if kind is None or edge.target.startswith("external:"):
            continue
        if part and not any(first <= proof.line <= last for proof in edge.evidence):
            continue
        yield own, edge.target, kind, edge.confidence


def _routes(atlas: Atlas, node: str) -> Iterator[Edge]:
    return (edge for edge in atlas.into.get(node, ()) if edge.kind == "ROUTES_TO")


def _configures(atlas: Atlas, own: DraftKey, key: str) -> Iterator[_Told]:
    for edge in atlas.into.get(key, ()):
        if edge.kind == "READS_CONFIG":
            yield own, edge.source, "CONFIGURES", edge.confidence
