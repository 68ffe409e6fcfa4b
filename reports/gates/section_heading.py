"""A section's text contains its heading: read alone, it still says what it is about."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView

SECTIONS = (
    "doc_section_chunk",
    "adr_status_chunk",
    "adr_context_chunk",
    "adr_decision_chunk",
    "adr_consequences_chunk",
    "adr_alternatives_chunk",
    "runbook_section_chunk",
)
_HEAD_LINES = 30  # a heading of a page may be wrapped, every word in a tag of its own
UNTITLED = "(untitled)"
"""What chunkers call a heading without words, such as one that is an image."""


def _is_part(chunk: Chunk) -> bool:
    """Tell whether a chunk is a piece of a section, cut by size, by a generated region or by cells, that cannot be asked for the heading.

    It stands in the first piece, or in a cell above that the chunk refers to; where one line is cut, as in HTML written by a program, it may stand
    behind thousands of characters of style.
    """
    part, full = chunk.attributes.get("part"), chunk.spans.full if chunk.spans else None
    within_a_line = part is not None and full is not None and full.start_line == full.end_line
    subkind = chunk.attributes.get("subkind")
    later_cell = subkind == "markdown_cell" and any(span.reason == "headingPath" for span in chunk.overlap.spans)
    return subkind in {"part", "continuation"} or int(part or 1) > 1 or within_a_line or later_cell


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def _squeezed(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _problem(chunk: Chunk) -> str | None:
    if not chunk.heading_path or chunk.heading_path[-1] == UNTITLED:
        return None
    if _is_part(chunk):
        return None if chunk.overlap.includes_parent_heading else "a part of a section does not refer to its heading"
    heading = _words(chunk.heading_path[-1])
    head = "\n".join((chunk.content.raw or "").split("\n")[:_HEAD_LINES])
    if _squeezed(chunk.heading_path[-1]) in _squeezed(
        head
    ):  # marks inside a word (`URLSession`s) split it in the text only
        return None
    missing = heading - _words(head)
    return "the section's text leaves its heading out" if len(missing) * 2 > len(heading) else None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types(*SECTIONS), _problem, "the section cannot be read alone: report a chunker bug with this path"
    )


GATE = Gate("section_heading", "document", "error", CHUNKING, _judge)
