"""Chunk-to-node links: what each draft defines, and what its definitions call, test, serve, describe, configure, migrate or document.

Takes drafts and the finished graph, gives sorted `ChunkLink`s. Adds no edge of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from chunkers.chunk import ChunkDraft, ChunkLink, ComposedDraft, FileResult
from chunkers.source import Category
from graph.compose.citation import Atlas
from graph.edges.documents import Documented

DraftKey = tuple[str, str, str]
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
    strongest: dict[tuple[DraftKey, str, str], float] = {}
    for result in results:
        for link in _of_file(atlas, result, documented):
            key = (link.draft, link.node, link.link_type)
            strongest[key] = max(link.confidence, strongest.get(key, 0.0))
    for draft in composed:
        own = (draft.anchor[0], draft.chunk_type, draft.logical)
        for node in draft.nodes:
            kind = "HANDLES" if node == draft.symbol else "DERIVED_FROM"
            strongest[own, node, kind] = round(draft.confidence, 4)
    return tuple(ChunkLink(*key, confidence) for key, confidence in sorted(strongest.items()))


def _of_file(atlas: Atlas, result: FileResult, documented: Documented) -> Iterator[ChunkLink]:
    names = _names(atlas, result)
    for draft in result.drafts:
        own = (draft.path, draft.chunk_type, draft.logical)
        symbol = _symbol(draft, result.drafts)
        nodes = [names[symbol]] if symbol is not None and symbol in names else []
        nodes += [names[name] for name in draft.symbols if name in names and draft.chunk_type != "file_overview"]
        if draft.chunk_type == "file_overview" or (draft.parent is None and not nodes):
            yield ChunkLink(own, f"file:{draft.path}", "DEFINES", 1.0)
        for key in draft.keys if result.classification.category is not Category.DATA else ():
            if f"config:{key}" in atlas.nodes:
                yield ChunkLink(own, f"config:{key}", "DEFINES", 1.0)
            yield from _configures(atlas, own, f"config:{key}")
        for node in dict.fromkeys(nodes):
            yield ChunkLink(own, node, "DEFINES", 1.0)
            yield from _by_edges(atlas, own, node, draft)
        if symbol:
            for target, confidence in documented.mentions.get((draft.path, symbol), {}).items():
                yield ChunkLink(
                    own, target, "DECIDES" if draft.chunk_type == "adr_decision_chunk" else "DOCUMENTS", confidence
                )


def _names(atlas: Atlas, result: FileResult) -> Mapping[str, str]:
    view = atlas.world.project.views.get(result.path)
    if view is None:
        return {}
    found = {
        symbol.qualified: atlas.world.named[result.path, symbol.qualified]
        for symbol in view.facts.symbols
        if (result.path, symbol.qualified) in atlas.world.named
    }
    found.update({name: definition.id for name, definition in view.defs.items()})
    return found


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


def _by_edges(atlas: Atlas, own: DraftKey, node: str, draft: ChunkDraft) -> Iterator[ChunkLink]:
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
        yield ChunkLink(own, edge.target, kind, edge.confidence)
    for edge in atlas.into.get(node, ()):
        if edge.kind == "ROUTES_TO":
            yield ChunkLink(own, edge.source, "HANDLES", edge.confidence)


def _configures(atlas: Atlas, own: DraftKey, key: str) -> Iterator[ChunkLink]:
    for edge in atlas.into.get(key, ()):
        if edge.kind == "READS_CONFIG":
            yield ChunkLink(own, edge.source, "CONFIGURES", edge.confidence)
