"""No chunk that stands for itself exceeds the cap of the policy; overviews may, and are told."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    cap = view.record.policy.chunking.max_tokens_per_chunk

    def problem(chunk: Chunk) -> str | None:
        return (
            f"{chunk.title} has {chunk.token_estimate} tokens, the cap is {cap}" if chunk.token_estimate > cap else None
        )

    leaves = (chunk for chunk in view.with_content() if not chunk.child_chunk_ids and chunk.source.type == "file_span")
    return each_chunk(
        leaves, problem, "raise chunking.maxTokensPerChunk or split the unit; an embedding model may cut it silently"
    )


GATE = Gate("max_tokens", "code", "error", CHUNKING, _judge)
