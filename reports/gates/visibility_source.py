"""No chunk is visible to more readers than its file."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import SCOPES
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    def problem(chunk: Chunk) -> str | None:
        result = view.files.get(chunk.source.path or "")
        if result is None:
            return None
        own, file = chunk.security.visibility_scope, result.classification.visibility
        if own in SCOPES and SCOPES.index(own) >= SCOPES.index(file):
            return None
        return f"{chunk.title} is {own}, its file is {file}"

    chunks = (chunk for chunk in view.record.chunks if chunk.source.path is not None)
    return each_chunk(chunks, problem, "do not publish this output; check the visibility rules of the policy")


GATE = Gate("visibility_source", "security", "error", CHUNKING, _judge)
