"""A draft as the fixtures of contracts spell it: lines, chunk type, title, and the attributes that the expectation names."""

from __future__ import annotations

from typing import Any

from chunkers.chunk import ChunkDraft, FileResult


def told(result: FileResult, draft: ChunkDraft, attributes: dict[str, Any]) -> list[Any]:
    span = draft.spans.full
    assert span is not None
    found: dict[str, Any] = {key: draft.attributes.get(key) for key in attributes if key != "parent"}
    if "parent" in attributes:
        assert draft.parent is not None
        found["parent"] = result.drafts[draft.parent].title
    return [f"{span.start_line}-{span.end_line}", draft.chunk_type, draft.title, found]
