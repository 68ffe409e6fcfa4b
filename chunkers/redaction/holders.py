"""Which results still hold a strong value that another file gave away. Values stay in memory."""

from __future__ import annotations

from collections.abc import Iterable

from chunkers.chunk import FileResult
from chunkers.redaction.strong import StrongValues
from chunkers.rows import may_hold


def holders(results: Iterable[FileResult], known: StrongValues) -> frozenset[str]:
    """Return the paths of results whose text holds one of `known`, in any spelling a text may give it."""
    if not len(known):
        return frozenset()
    from chunkers.redaction.sweep import search_for, standing  # noqa: PLC0415  # few snapshots have a strong value

    search, stands = search_for(known), standing(known)
    return frozenset(
        result.path
        for result in results
        if may_hold(result.drafts, stands) and next(search(_text(result)), None) is not None
    )


def _text(result: FileResult) -> bytes:
    return "\n".join(draft.raw for draft in result.drafts if draft.raw).encode("utf-8", "surrogatepass")
