"""Every chunk with text has a positive token estimate; one without text has none."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    if chunk.token_estimate < 0:
        return f"token estimate {chunk.token_estimate} is negative"
    if chunk.token_estimate == 0 and (chunk.content.raw or "").strip():
        return "chunk with text has no token estimate"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.record.chunks, _problem, "check the token counter named in the report's header")


GATE = Gate("token_estimate", "structural", "error", CHUNKING, _judge)
