"""One run, indexed once for all who judge it: chunks by type, path and id, files by path, nodes by id.

Takes a `RunRecord`, computes nothing but look-ups, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from chunkers.chunk import Chunk, ChunkLink, FileResult
from chunkers.identity import logical_chunk_id
from chunkers.kinds import METADATA
from graph.model import Node
from reports.record import RunRecord


class RunView:
    """Look-ups over a run record."""

    def __init__(self, record: RunRecord) -> None:
        """Keep the record; every index is built when it is first asked for."""
        self.record = record
        self._starts: dict[tuple[str, str, str], Chunk | None] = {}

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
    def links(self) -> dict[str, dict[tuple[str, str], float]]:
        """Return, by chunk id, the confidence of each link by (node, link type): the highest that was told; links without a chunk are left out."""
        index: dict[str, dict[tuple[str, str], float]] = {}
        for link in self.record.links:
            chunk = self.linked_chunk(link)
            if chunk is not None:
                end, own = (link.node, link.link_type), index.setdefault(chunk.chunk_id, {})
                own[end] = max(own.get(end, 0.0), link.confidence)
        return index

    def of_types(self, *types: str) -> Iterator[Chunk]:
        """Yield the chunks of the given types."""
        for name in types:
            yield from self.by_type.get(name, ())

    def with_content(self) -> Iterator[Chunk]:
        """Yield the chunks that carry text."""
        return (chunk for chunk in self.record.chunks if chunk.role != METADATA)

    def linked_chunk(self, link: ChunkLink) -> Chunk | None:
        """Return the chunk a link starts from; composed drafts are named with or without their anchor's path."""
        draft = link.draft
        if draft not in self._starts:
            path, chunk_type, logical = draft
            repository = self.record.header.repository_id
            found = self.by_logical.get(logical_chunk_id(repository, path, chunk_type, logical))
            self._starts[draft] = found or self.by_logical.get(logical_chunk_id(repository, "", chunk_type, logical))
        return self._starts[draft]
