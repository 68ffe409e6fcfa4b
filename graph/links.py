"""Chunk-to-node links: what each draft defines, and what its definitions call, test, serve, describe, configure, migrate or document.

Takes drafts and the finished graph, gives sorted `ChunkLink`s. Adds no edge of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from chunkers.chunk import ChunkDraft, ChunkLink, ComposedDraft, FileResult
from chunkers.source import Category
from graph.compose.citation import Atlas
from graph.edges.documents import Documented
from graph.world import World

DraftKey = tuple[str, str, str]
_Told = dict[tuple[str, str], float]
"""The links of one draft: the confidence of the strongest by node and kind."""
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
    """Return the links of all drafts, sorted; `results` come sorted by path."""
    linker = _Linker(atlas, documented)
    made: dict[str, list[ComposedDraft]] = {}
    for draft in composed:
        made.setdefault(draft.anchor[0], []).append(draft)
    drafted = {result.path: result for result in results}
    found: list[ChunkLink] = []
    for path in sorted(drafted.keys() | made.keys()):
        told = linker.of_file(drafted[path]) if path in drafted else {}
        for draft in made.get(path, ()):
            held = told.setdefault((path, draft.chunk_type, draft.logical), {})
            for node in draft.nodes:
                held[node, "HANDLES" if node == draft.symbol else "DERIVED_FROM"] = round(draft.confidence, 4)
        for own in sorted(told):
            held = told[own]
            found += [ChunkLink(own, key[0], key[1], held[key]) for key in sorted(held)]
    return tuple(found)


class _Linker:
    """Links the drafts of one file after the other."""

    def __init__(self, atlas: Atlas, documented: Documented) -> None:
        self._atlas = atlas
        self._documented = documented
        self._routed = {edge.target for edge in atlas.of_kind("ROUTES_TO")}

    def of_file(self, result: FileResult) -> dict[DraftKey, _Told]:
        """Return the links of the drafts of a file."""
        named = _Names(self._atlas.world, result.path)
        keyed = result.classification.category is not Category.DATA
        told: dict[DraftKey, _Told] = {}
        drafts = tuple(result.drafts)
        for draft in drafts:
            symbol = draft.symbol if draft.symbol is not None else _symbol(draft, drafts)
            held = told.setdefault((draft.path, draft.chunk_type, draft.logical), {})
            self._defined(held, draft, _nodes(named, draft, symbol))
            for key in draft.keys if keyed else ():
                self._configured(held, f"config:{key}")
            if symbol:
                kind = "DECIDES" if draft.chunk_type == "adr_decision_chunk" else "DOCUMENTS"
                for target, confidence in self._documented.mentions.get((draft.path, symbol), _NONE).items():
                    _tell(held, target, kind, confidence)
        return told

    def _defined(self, held: _Told, draft: ChunkDraft, nodes: Iterable[str]) -> None:
        lone = draft.chunk_type == "file_overview" or draft.parent is None
        for node in nodes:
            _tell(held, node, "DEFINES", 1.0)
            self._by_edges(held, node, draft)
            lone = draft.chunk_type == "file_overview"
        if lone:
            _tell(held, f"file:{draft.path}", "DEFINES", 1.0)

    def _by_edges(self, held: _Told, node: str, draft: ChunkDraft) -> None:
        edges = self._atlas.out.get(node, ())
        if draft.chunk_type in _HELD and draft.spans.full:
            first, last = draft.spans.full.start_line, draft.spans.full.end_line
            edges = [edge for edge in edges if any(first <= proof.line <= last for proof in edge.evidence)]
        for edge in edges:
            kind = _LINK_OF.get(edge.kind)
            if kind is not None and not edge.target.startswith("external:"):
                _tell(held, edge.target, kind, edge.confidence)
        if node in self._routed:
            for edge in self._atlas.into(node, "ROUTES_TO"):
                _tell(held, edge.source, "HANDLES", edge.confidence)

    def _configured(self, held: _Told, key: str) -> None:
        if key in self._atlas.nodes:
            _tell(held, key, "DEFINES", 1.0)
        for edge in self._atlas.into(key, "READS_CONFIG"):
            _tell(held, edge.source, "CONFIGURES", edge.confidence)


def _tell(held: _Told, node: str, kind: str, confidence: float) -> None:
    """Enter a link, or keep the stronger one of its kind."""
    key = (node, kind)
    known = held.get(key)
    if known is None or confidence > known:
        held[key] = confidence


def _nodes(named: _Names, draft: ChunkDraft, symbol: str | None) -> Iterable[str]:
    """Return the nodes a draft stands for, each once."""
    first = named(symbol) if symbol is not None else None
    if not draft.symbols or draft.chunk_type == "file_overview":
        return (first,) if first is not None else ()
    nodes = (first, *(named(name) for name in draft.symbols))
    return dict.fromkeys(node for node in nodes if node is not None)


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
