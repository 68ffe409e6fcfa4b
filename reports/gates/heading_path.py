"""A document section carries the path of headings above it; text before the first heading is marked as preamble."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.gates.section_heading import SECTIONS
from reports.view import RunView

_WITHOUT = frozenset({"preamble", "front_matter", "part", "document"})


def _problem(chunk: Chunk) -> str | None:
    if chunk.heading_path:
        return "heading path has an empty heading" if not all(part.strip() for part in chunk.heading_path) else None
    return None if chunk.attributes.get("subkind") in _WITHOUT else "section has no heading path"


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types(*SECTIONS),
        _problem,
        "give the document headings, or mark the text before the first one as preamble",
    )


GATE = Gate("heading_path", "document", "warning", CHUNKING, _judge)
