"""One run, indexed once for all who judge it: chunks by type, path and id, files by path, nodes by id.

Takes a `RunRecord`, computes nothing but look-ups, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from operator import attrgetter, lt

from chunkers.chunk import Chunk, ChunkLink, FileResult
from chunkers.identity import logical_chunk_id
from chunkers.kinds import METADATA
from graph.model import Node
from reports.record import RunRecord

DraftKey = tuple[str, str, str]
"""Path, chunk type and name of a draft."""


class RunView:
    """Look-ups over a run record."""

    def __init__(self, record: RunRecord) -> None:
        """Keep the record; every index is built when it is first asked for.

        `notes` are those of the record until a judge adds its own. `fingerprints` are what a store knows chunks again by, by chunk id: empty until
        one was asked, kept for whoever asks next.
        """
        self.record = record
        self.notes = record.notes
        self.fingerprints: dict[str, bytes] = {}
        self._made: dict[DraftKey, Chunk | None] = {}

    @cached_property
    def files(self) -> dict[str, FileResult]:
        """Return the file results by path."""
        return {result.path: result for result in self.record.files}

    @cached_property
    def by_type(self) -> dict[str, list[Chunk]]:
        """Return the chunks by chunk type, in output order."""
        index: dict[str, list[Chunk]] = {}
        for chunk in self.record.chunks:
            index.setdefault(chunk.chunk_type, []).append(chunk)
        return index

    @cached_property
    def by_path(self) -> dict[str, list[Chunk]]:
        """Return the file-span chunks by path, in output order."""
        index: dict[str, list[Chunk]] = {}
        for chunk in self.record.chunks:
            if chunk.source.path is not None:
                index.setdefault(chunk.source.path, []).append(chunk)
        return index

    @cached_property
    def by_id(self) -> dict[str, Chunk]:
        """Return the chunks by instance id."""
        return {chunk.chunk_id: chunk for chunk in self.record.chunks}

    @cached_property
    def by_logical(self) -> dict[str, Chunk]:
        """Return the chunks by logical id."""
        return {chunk.logical_chunk_id: chunk for chunk in self.record.chunks}

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """Return the graph's nodes by id."""
        return {node.id: node for node in self.record.graph.nodes}

    @cached_property
    def links(self) -> dict[str, list[ChunkLink]]:
        """Return the links of each chunk by its id, in order of node and type, of one told twice the surest; links without a chunk are left out."""
        index: dict[str, list[ChunkLink]] = {}
        for draft, links in groupby(self.record.links, attrgetter("draft")):
            chunk = self.chunk_of_draft(draft)
            if chunk is not None:
                index.setdefault(chunk.chunk_id, []).extend(links)
        for own, told in index.items():
            ends = [(link.node, link.link_type) for link in told]
            if not all(map(lt, ends, ends[1:])):  # the graph gives them in order
                surest = sorted(told, key=attrgetter("node", "link_type", "confidence"))
                index[own] = list({(link.node, link.link_type): link for link in surest}.values())
        return index

    def of_types(self, *types: str) -> Iterator[Chunk]:
        """Yield the chunks of the given types."""
        for name in types:
            yield from self.by_type.get(name, ())

    def with_content(self) -> Iterator[Chunk]:
        """Yield the chunks that carry text."""
        return (chunk for chunk in self.record.chunks if chunk.role != METADATA)

    def chunk_of_draft(self, draft: DraftKey) -> Chunk | None:
        """Return the chunk made of a draft, which links start from; composed drafts are named with or without their anchor's path."""
        if draft not in self._made:
            path, chunk_type, logical = draft
            repository = self.record.header.repository_id
            found = self.by_logical.get(logical_chunk_id(repository, path, chunk_type, logical))
            self._made[draft] = found or self.by_logical.get(logical_chunk_id(repository, "", chunk_type, logical))
        return self._made[draft]
