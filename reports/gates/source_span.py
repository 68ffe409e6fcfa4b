"""Every chunk that holds text of a file says where: a full span with ordered lines.

A composed chunk names its originals.
"""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    if chunk.source.type != "file_span":
        return None if chunk.provenance.sources else "composed chunk names no original"
    full = chunk.spans.full if chunk.spans else None
    if full is None or not chunk.segments:
        return "chunk has no source span"
    if not 1 <= full.start_line <= full.end_line:
        return f"span {full.start_line}-{full.end_line} is not a range of lines"
    if chunk.provenance.span != (full.start_line, full.end_line):
        return "provenance and full span name different lines"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(view.with_content(), _problem, "report a bug in the chunker named in provenance.producedBy")


GATE = Gate("source_span", "structural", "error", CHUNKING, _judge)
