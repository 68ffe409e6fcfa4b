"""stamp(draft, snapshot, links) -> Chunk: the one place where commit, ids, linked nodes, staleness and visibility are added.

Takes file results and the graph's answer, gives chunks in output order. Reads no file and decides nothing about content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from chunkers.chunk import (
    Chunk,
    ChunkDraft,
    ChunkRedaction,
    ComposedDraft,
    Composition,
    Content,
    FileResult,
    Overlap,
    ProducedBy,
    Provenance,
    Quality,
    Security,
    Source,
)
from chunkers.identity import chunk_id, content_hash, logical_chunk_id, normalize
from chunkers.kinds import EVIDENCE, ROLE_OF, SUPPORTING, most_restrictive
from chunkers.tokens import estimate
from graph.model import Linked
from reports.record import Header

_SOURCE_TYPE = {"graph_path_chunk": "graph", "memory_chunk": "memory"}
DraftKey = tuple[str, str, str]
_Judged = tuple[float, str, str, tuple[str, ...], tuple[str, ...]]
"""The fields of a `Quality`."""


@dataclass(frozen=True, slots=True)
class Stamper:
    """What is added to every draft of one snapshot. Parts that most chunks have in common are one object."""

    header: Header
    nodes: Mapping[DraftKey, tuple[str, ...]]
    linked: Linked
    _producers: dict[tuple[str, str], ProducedBy] = field(default_factory=dict)
    _qualities: dict[_Judged, Quality] = field(default_factory=dict)
    _open: dict[str, Security] = field(default_factory=dict)

    def file_chunks(self, result: FileResult) -> Iterator[Chunk]:
        """Yield the chunks of one file, parents before children."""
        header, drafts = self.header, tuple(result.drafts)
        source = Source("file_span", result.path, result.content_hash)
        logical = [logical_chunk_id(header.repository_id, d.path, d.chunk_type, d.logical) for d in drafts]
        ids = [
            chunk_id(header.tenant_id, name, header.snapshot_id, d.content_hash)
            for name, d in zip(logical, drafts, strict=True)
        ]
        children: dict[int, list[str]] = {}
        for index, draft in enumerate(drafts):
            if draft.parent is not None:
                children.setdefault(draft.parent, []).append(ids[index])
        for index, draft in enumerate(drafts):
            parent = None if draft.parent is None else ids[draft.parent]
            yield self._file_chunk(source, draft, ids[index], logical[index], parent, tuple(children.get(index, ())))

    def composed_chunk(self, draft: ComposedDraft, scopes: Mapping[str, str]) -> Chunk:
        """Return the chunk of a composed draft; its scope is the most restrictive of its originals'."""
        header = self.header
        normalized = normalize(draft.raw)
        digest = content_hash(normalized)
        logical = logical_chunk_id(header.repository_id, "", draft.chunk_type, draft.logical)
        kind = _SOURCE_TYPE.get(draft.chunk_type, "composed")
        derived = sorted({f"{path}/{scopes.get(path, 'private')}" for path in draft.paths})
        scope = most_restrictive(*(scopes.get(path, "private") for path in draft.paths)) if draft.paths else "private"
        return Chunk(
            chunk_id=chunk_id(header.tenant_id, logical, header.snapshot_id, digest),
            logical_chunk_id=logical,
            tenant_id=header.tenant_id,
            repository_id=header.repository_id,
            snapshot_id=header.snapshot_id,
            commit_sha=header.commit_sha,
            source=Source(kind, None, None),
            chunk_type=draft.chunk_type,
            role=ROLE_OF[draft.chunk_type],
            title=draft.title,
            language=None,
            content=Content(draft.raw, normalized),
            content_hash=digest,
            spans=None,
            segments=(),
            symbol=draft.symbol,
            signature=None,
            symbols=(),
            heading_path=(),
            keys=(),
            pointer=None,
            attributes=draft.attributes,
            linked_nodes=tuple(sorted(set(draft.nodes))),
            parent_chunk_id=None,
            child_chunk_ids=(),
            token_estimate=estimate(draft.raw),
            overlap=Overlap(),
            quality=Quality(round(draft.confidence, 4), "OK"),
            security=Security(scope, tuple(derived), redacted=False, redaction=ChunkRedaction(applied=False)),
            provenance=Provenance(
                kind,
                header.repository_id,
                header.snapshot_id,
                header.commit_sha,
                None,
                None,
                digest,
                ProducedBy(*draft.chunker),
                draft.sources,
            ),
            composition=Composition(draft.sources),
        )

    def _file_chunk(
        self,
        source: Source,
        draft: ChunkDraft,
        own_id: str,
        logical: str,
        parent: str | None,
        children: tuple[str, ...],
    ) -> Chunk:
        header, key = self.header, (draft.path, draft.chunk_type, draft.logical)
        late = self.linked.stale.get(key, ())
        named = self.linked.references.get(key)
        role = SUPPORTING if (draft.stale or late) and draft.role in EVIDENCE else draft.role
        full = draft.spans.full
        return Chunk(
            chunk_id=own_id,
            logical_chunk_id=logical,
            tenant_id=header.tenant_id,
            repository_id=header.repository_id,
            snapshot_id=header.snapshot_id,
            commit_sha=header.commit_sha,
            source=source,
            chunk_type=draft.chunk_type,
            role=role,
            title=draft.title,
            language=draft.language,
            content=Content(draft.raw, draft.normalized),
            content_hash=draft.content_hash,
            spans=draft.spans if full else None,
            segments=draft.segments,
            symbol=draft.symbol,
            signature=draft.signature,
            symbols=draft.symbols,
            heading_path=draft.heading_path,
            keys=draft.keys,
            pointer=draft.pointer,
            attributes={**draft.attributes, "referenced": list(named)} if named else draft.attributes,
            linked_nodes=self.nodes.get(key, ()),
            parent_chunk_id=parent,
            child_chunk_ids=children,
            token_estimate=draft.token_estimate,
            overlap=draft.overlap,
            quality=self._quality(draft, late, high=bool(draft.stale) or key in self.linked.high),
            security=self._security(draft),
            provenance=Provenance(
                "file_span",
                header.repository_id,
                header.snapshot_id,
                header.commit_sha,
                draft.path,
                (full.start_line, full.end_line) if full else None,
                draft.content_hash,
                self._produced_by(draft.chunker),
            ),
        )

    def _produced_by(self, chunker: tuple[str, str]) -> ProducedBy:
        known = self._producers.get(chunker)
        if known is None:
            known = self._producers[chunker] = ProducedBy(*chunker)
        return known

    def _quality(self, draft: ChunkDraft, late: tuple[str, ...], *, high: bool) -> Quality:
        risk = "high" if high else "medium" if late else "low"
        judged = (round(draft.confidence, 4), draft.parse_status, risk, (*draft.stale, *late), draft.flags)
        known = self._qualities.get(judged)
        if known is None:
            known = self._qualities[judged] = Quality(*judged)
        return known

    def _security(self, draft: ChunkDraft) -> Security:
        """Return the scope of a draft and what was masked in it: nothing, mostly."""
        if draft.redactions:
            return _security(self.header, draft)
        known = self._open.get(draft.visibility)
        if known is None:
            known = self._open[draft.visibility] = _security(self.header, draft)
        return known


def stamp_all(header: Header, results: Iterable[FileResult], linked: Linked) -> tuple[Chunk, ...]:
    """Return all chunks of a snapshot, sorted by (path bytes, start line, chunk type, logical id)."""
    nodes: dict[DraftKey, set[str]] = {}
    for link in linked.links:
        nodes.setdefault(link.draft, set()).add(link.node)
    stamper = Stamper(header, {key: tuple(sorted(names)) for key, names in nodes.items()}, linked)
    scopes: dict[str, str] = {}
    chunks: list[Chunk] = []
    for result in results:
        made = list(stamper.file_chunks(result))
        scopes[result.path] = most_restrictive(
            result.classification.visibility, *(chunk.security.visibility_scope for chunk in made[:1])
        )
        chunks += made
    chunks += [stamper.composed_chunk(draft, scopes) for draft in linked.composed]
    return tuple(sorted(chunks, key=_place))


def _place(chunk: Chunk) -> tuple[bytes, int, str, str]:
    path = (chunk.source.path or "").encode()
    line = chunk.spans.full.start_line if chunk.spans and chunk.spans.full else 0
    return path, line, chunk.chunk_type, chunk.logical_chunk_id


def _security(header: Header, draft: ChunkDraft) -> Security:
    kinds = tuple(sorted({r.kind for r in draft.redactions}))
    lines = tuple(sorted({n for r in draft.redactions for n in range(r.first_line, r.last_line + 1)}))
    return Security(
        draft.visibility,
        (f"repo:{header.repository_id}/{draft.visibility}",),
        redacted=bool(kinds),
        redaction=ChunkRedaction(bool(kinds), "secret_candidate" if kinds else None, kinds, lines),
    )
