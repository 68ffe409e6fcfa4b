"""A document section carries the path of headings above it; only text before the first heading, or of a document without any, has none."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.gates.section_heading import SECTIONS
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    first: dict[str | None, int] = {}
    for chunk in view.of_types(*SECTIONS):
        if chunk.heading_path and chunk.provenance.span:
            line = chunk.provenance.span[0]
            first[chunk.source.path] = min(line, first.get(chunk.source.path, line))

    def problem(chunk: Chunk) -> str | None:
        if chunk.heading_path:
            return None if all(part.strip() for part in chunk.heading_path) else "heading path has an empty heading"
        at = chunk.provenance.span[0] if chunk.provenance.span else 0
        return "section below a heading has no heading path" if at > first.get(chunk.source.path, at) else None

    return each_chunk(
        view.of_types(*SECTIONS),
        problem,
        "the section's place in its document is lost: report a chunker bug with this path",
    )


GATE = Gate("heading_path", "document", "warning", CHUNKING, _judge)
