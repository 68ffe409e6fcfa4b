"""Every method and function chunk has its signature, as a field and inside its text."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    if chunk.attributes.get("subkind") == "part":
        return None
    if not chunk.signature:
        return f"{chunk.title} has no signature"
    declaration = chunk.spans.declaration if chunk.spans else None
    if declaration is None:
        return f"{chunk.title} has no declaration span"
    if chunk.quality.parse_status != "OK":
        return None  # where the text is broken, so is the parser's idea of where a signature stands
    if not any(s.start_line <= declaration.start_line <= s.end_line for s in chunk.segments):
        return f"the text of {chunk.title} leaves its signature out"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types("method_chunk"),
        _problem,
        "without its signature a method cannot be read alone: report a chunker bug",
    )


GATE = Gate("method_signature", "code", "error", CHUNKING, _judge)
