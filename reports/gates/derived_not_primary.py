"""Generated and vendored sources are supporting evidence at most, never primary."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import EVIDENCE
from chunkers.source import Category
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView

_DERIVED = frozenset({Category.GENERATED, Category.VENDORED})


def _judge(view: RunView) -> GateResult:
    derived = {result.path for result in view.record.files if result.classification.category in _DERIVED}
    chunks = [c for c in view.record.chunks if c.source.path in derived or c.attributes.get("generated") is True]

    def problem(chunk: Chunk) -> str | None:
        return f"generated or vendored source carries the role {chunk.role}" if chunk.role in EVIDENCE else None

    return each_chunk(chunks, problem, "a refiner raised the role of a derived file: it may only lower it")


GATE = Gate("derived_not_primary", "code", "error", CHUNKING, _judge)
