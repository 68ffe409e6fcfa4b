"""A composed chunk is as restricted as the most restricted of its originals."""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES, most_restrictive
from chunkers.source import Category
from reports.gate import GRAPH, Gate, GateResult, each_chunk
from reports.view import RunView


def _paths(view: RunView, chunk: Chunk) -> Iterator[str]:
    """Yield the paths a composed chunk is made from: files, contracts, and where the ends of its edges are defined."""
    for source in chunk.provenance.sources:
        if source.file_span:
            yield source.file_span.rpartition(":")[0]
        elif source.schema_pointer:
            yield source.schema_pointer.partition("#")[0]
    for name in chunk.linked_nodes:
        node = view.nodes.get(name)
        if node is not None and node.path is not None and chunk.source.type == "graph":
            yield node.path


def _judge(view: RunView) -> GateResult:
    scopes = {
        result.path: "restricted"
        if result.classification.category is Category.BLOCKED
        else result.classification.visibility
        for result in view.record.files
    }

    def problem(chunk: Chunk) -> str | None:
        needed = most_restrictive(*(scopes.get(path, "private") for path in _paths(view, chunk)))
        own = chunk.security.visibility_scope
        if own in SCOPES and SCOPES.index(own) >= SCOPES.index(needed):
            return None
        return f"{chunk.title} is {own}, one of its originals is {needed}"

    composed = (chunk for chunk in view.record.chunks if chunk.source.type != "file_span")
    return each_chunk(composed, problem, "do not publish this output; report a bug")


GATE = Gate("visibility_composed", "security", "error", GRAPH, _judge)
