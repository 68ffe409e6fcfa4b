"""The second look: every draft's text is cut again from the file, by another road than the one that made it.

Takes the original bytes, the clean text and the drafts; gives the names of drafts whose citation does not hold. Shares no code with assembly.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.chunk import ChunkDraft, Segment
from chunkers.source import CleanText


def unproved(original: bytes, clean: CleanText, drafts: Sequence[ChunkDraft]) -> tuple[str, ...]:
    """Return the titles of drafts whose lines, or whose byte span in the original blob, hold another text than they say."""
    lines = clean.data.decode("utf-8", "replace").split("\n")
    exact = clean.encoding == "utf-8" and not clean.redactions and clean.newline != "cr"
    return tuple(
        draft.title
        for draft in drafts
        if draft.raw is not None
        and not (_lines_hold(lines, draft) and (not exact or _bytes_hold(original, clean, draft)))
    )


def _lines_hold(lines: Sequence[str], draft: ChunkDraft) -> bool:
    text, raw = "\n".join(_cut(lines, segment) for segment in draft.segments), draft.raw or ""
    if text == raw or text + "\n" == raw:
        return True  # nearly all; what follows forgives only white space
    return text.split() == raw.split() and _same_lines(text, raw)


def _same_lines(one: str, two: str) -> bool:
    return [line.rstrip() for line in one.split("\n") if line.strip()] == [
        line.rstrip() for line in two.split("\n") if line.strip()
    ]


def _cut(lines: Sequence[str], segment: Segment) -> str:
    if segment.start_column is not None and segment.end_column is not None:
        return lines[segment.start_line - 1][segment.start_column - 1 : segment.end_column - 1]
    return "\n".join(lines[segment.start_line - 1 : segment.end_line])


def _bytes_hold(original: bytes, clean: CleanText, draft: ChunkDraft) -> bool:
    """Compare the byte span of the blob with the line span of the text."""
    full = draft.spans.full
    if (
        full is None
        or full.start_byte is None
        or full.end_byte is None
        or full.start_column is None
        or full.end_column is None
    ):
        return True
    text = original[full.start_byte : full.end_byte].decode("utf-8", "replace")
    first = clean.text(full.start_line, full.start_line)[full.start_column - 1 :]
    return text.startswith(first.rstrip("\r\n")[: len(text)]) and text.count("\n") == full.end_line - full.start_line
