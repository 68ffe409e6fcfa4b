"""Staleness by reference: which drafts name something that is not there.

Takes what the documents name, gives reasons by draft; age and supersession are judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from chunkers.chunk import FileResult
from graph.edges.documents import Documented

DraftKey = tuple[str, str, str]


def stale_reasons(results: Iterable[FileResult], documented: Documented) -> dict[DraftKey, tuple[str, ...]]:
    """Return the reasons of every stale draft, sorted by draft."""
    found: dict[DraftKey, tuple[str, ...]] = {}
    paths = {path for path, _ in documented.stale}
    for result in results:
        if result.path not in paths:
            continue
        for draft in result.drafts:
            reasons = documented.stale.get((draft.path, draft.symbol or ""))
            if reasons and (draft.symbol or draft.parent is None):
                found[draft.path, draft.chunk_type, draft.logical] = tuple(sorted(reasons))
    return dict(sorted(found.items()))
