"""The text of a file put together again from its chunks: for manifests whose meaning no chunker states, and to compare a file with what it was.

Takes a `FileResult`, gives its redacted text; every line is owned by exactly one draft, so nothing is missing.
"""

from __future__ import annotations

import json
import re
from typing import Any

from chunkers.chunk import FileResult

_LARGEST = 400_000
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING = re.compile(r",(\s*[}\]])")


def text_of(result: FileResult) -> str:
    """Return the redacted text of a file, blank lines in their places; "" when it was not read or is larger than a manifest should be."""
    if sum(len(draft.raw or "") for draft in result.drafts) > _LARGEST:
        return ""
    lines = _lines(result)
    return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))


def _lines(result: FileResult) -> dict[int, str]:
    pieces: dict[tuple[int, int], str] = {}
    for draft in result.drafts:
        rows = iter((draft.raw or "").split("\n"))
        for segment in draft.segments:
            for number in range(segment.start_line, segment.end_line + 1):
                row = next(rows, "")
                if segment.own:
                    pieces[number, segment.start_column or 1] = row
    lines: dict[int, str] = {}
    for number, column in sorted(pieces):
        lines[number] = lines.get(number, "") + pieces[number, column]
    return lines


def json_of(result: FileResult) -> dict[str, Any]:
    """Return the object of a JSON file, comments and trailing commas allowed; {} when it does not parse."""
    text = _STRING_OR_COMMENT.sub(lambda found: found.group() if found.group()[0] == '"' else " ", text_of(result))
    try:
        loaded = json.loads(_TRAILING.sub(r"\1", text))
    except (ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
