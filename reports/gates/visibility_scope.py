"""Every chunk has a known visibility scope and says what it was derived from."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    if chunk.security.visibility_scope not in SCOPES:
        return f"unknown visibility scope {chunk.security.visibility_scope!r}"
    if not chunk.security.derived_from and chunk.source.type == "file_span":
        return "chunk does not say what its visibility is derived from"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.record.chunks, _problem, f"use one of: {', '.join(SCOPES)}")


GATE = Gate("visibility_scope", "structural", "error", CHUNKING, _judge)
