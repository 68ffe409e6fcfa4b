"""The last resort: any text as paragraphs grouped to the target size, so that nothing is lost.

Takes a clean file, gives text units that cover it; knows no structure but blank lines and indentation.
"""

from __future__ import annotations

from chunkers.assemble.size import pieces
from chunkers.chunk import Segment
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.identity import digest
from chunkers.symbol import FileFacts
from chunkers.unit import Cut, Unit


def _supports(given: ChunkingInput) -> int:
    del given
    return 1


def _chunk(given: ChunkingInput) -> Cut:
    return windows(given, status="OK", reason=None)


def windows(given: ChunkingInput, *, status: str, reason: str | None) -> Cut:
    """Cut the whole file into text windows; `status` FALLBACK when a structural chunker gave up."""
    clean, sizes = given.clean, given.policy.chunking
    lines = clean.lines
    whole = [Segment(1, len(lines), own=True)]
    groups = pieces(clean, whole, sizes.target_tokens, sizes.max_tokens_per_chunk, given.classification.language)
    units: list[Unit] = []
    for group in groups:
        first, last = lines.trimmed(group[0].start_line, group[-1].end_line)
        text = clean.text(first, first).strip()
        start, end = lines.start(first), lines.end(last)
        if group[0].start_column is not None and group[-1].end_column is not None:
            prefix = clean.text(first, first)[: group[0].start_column - 1].encode()
            upto = clean.text(last, last)[: group[-1].end_column - 1].encode()
            start, end = lines.start(first) + len(prefix), lines.start(last) + len(upto)
        units.append(
            Unit(
                "text_chunk",
                digest(text),
                f"{given.path.rsplit('/', 1)[-1]}:{first}-{last}",
                start,
                end,
                attributes={"subkind": "window"},
            )
        )
    facts = FileFacts(given.path, given.classification.language, given.classification.category.value)
    return Cut(tuple(units), facts, status=status, reason=reason)


CHUNKER = Chunker("text-windows", "1", _supports, _chunk)
