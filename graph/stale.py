"""Staleness: which drafts reference what is gone, ambiguous or changed since, and which records another record supersedes.

Takes what the documents name and what changed, gives references, reasons and risks by draft. A reference belongs to the draft that owns its line, and
to the section that it stands in.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from chunkers.chunk import ChunkDraft, FileResult
from chunkers.rows import may_hold
from chunkers.unit import JsonValue
from graph.edges.documents import Documented, Referenced
from graph.find import Finder
from graph.past import Past

DraftKey = tuple[str, str, str]
_MOST = 200
"""So many references are listed of one draft."""


@dataclass(frozen=True, slots=True)
class Staleness:
    """By draft: the reasons to doubt it, whether the doubt is high, and its references with what became of them."""

    reasons: Mapping[DraftKey, tuple[str, ...]] = field(default_factory=dict)
    high: frozenset[DraftKey] = frozenset()
    references: Mapping[DraftKey, tuple[JsonValue, ...]] = field(default_factory=dict)


def staleness(
    results: Sequence[FileResult],
    documented: Documented,
    changes: Mapping[tuple[str, int], tuple[str, ...]],
    finder: Finder,
    past: Past,
) -> Staleness:
    """Return reasons, risks and references of every draft that has any, sorted by draft."""
    reasons: dict[DraftKey, dict[str, None]] = defaultdict(dict)
    listed: dict[DraftKey, list[Referenced]] = defaultdict(list)
    high: set[DraftKey] = set()
    by_path = {result.path: result for result in results}
    for path in sorted(documented.references):
        places = _Places(by_path[path])
        for one in documented.references[path]:
            for draft in places.of(one.line, one.scope):
                key = _key(draft)
                listed[key].append(one)
                told = (*((one.reason,) if one.reason else ()), *changes.get((path, one.line), ()))
                reasons[key].update(dict.fromkeys(told))
    high.update(key for key, references in listed.items() if _mostly_gone(references))
    for path, by in _superseded(results, finder):
        for draft in by_path[path].drafts:
            if not draft.stale:  # it knows already
                reasons[_key(draft)][f"superseded_by:{by}"] = None
                high.add(_key(draft))
    for draft, reason in _outdated_products(results, past):
        reasons[_key(draft)][reason] = None
    return Staleness(
        {key: tuple(sorted(reasons[key])) for key in sorted(reasons) if reasons[key]},
        frozenset(high),
        {key: tuple(_row(one) for one in listed[key][:_MOST]) for key in sorted(listed)},
    )


class _Places:
    """The drafts of a document by line and by section."""

    def __init__(self, result: FileResult) -> None:
        owned = [(s.start_line, s.end_line, draft) for draft in result.drafts for s in draft.segments if s.own]
        self._owned = sorted(owned, key=lambda one: (one[0], one[1]))
        self._firsts = [first for first, _, _ in self._owned]
        self._sections = {draft.symbol: draft for draft in result.drafts if draft.symbol}

    def of(self, line: int, scope: str) -> list[ChunkDraft]:
        """Return the draft that owns `line`, and that of the section when it is another."""
        at = bisect_right(self._firsts, line) - 1
        found = [self._owned[at][2]] if at >= 0 and line <= self._owned[at][1] else []
        section = self._sections.get(scope)
        return [*found, section] if section is not None and section not in found else found


def _key(draft: ChunkDraft) -> DraftKey:
    return (draft.path, draft.chunk_type, draft.logical)


def _mostly_gone(references: Sequence[Referenced]) -> bool:
    """Tell whether more than one reference, and no less than half of them, lead nowhere."""
    gone = len({one.target for one in references if one.status == "missing" and one.reason})
    return gone > 1 and 2 * gone >= len({one.target for one in references})


def _row(one: Referenced) -> dict[str, JsonValue]:
    return {"target": one.target, "kind": one.kind, "line": one.line, "status": one.status, "nodes": list(one.nodes)}


def _superseded(results: Sequence[FileResult], finder: Finder) -> Iterator[tuple[str, str]]:
    """Yield (record, the record that says it supersedes it); the older one need not know."""
    known = {result.path for result in results}
    for result in results:
        if not may_hold(result.drafts, lambda data: b"supersedes" in data):
            continue
        named = {
            str(name)
            for draft in result.drafts
            if draft.chunk_type.startswith("adr_") and not draft.stale
            for name in _listed(draft.attributes.get("supersedes"))
        }
        for name in sorted(named):
            found = finder.find(f"adr:{name}")
            path = found[0].partition(":")[2] if len(found) == 1 else ""
            if path in known and path != result.path:
                yield path, result.path


def _listed(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _outdated_products(results: Sequence[FileResult], past: Past) -> Iterator[tuple[ChunkDraft, str]]:
    """Yield the drafts that a tool made from a source of the repository which is gone or changed since."""
    known = past.paths | {result.path for result in results}
    for result in results:
        for draft in result.drafts if may_hold(result.drafts, lambda data: b"generator" in data) else ():
            generator = draft.attributes.get("generator")
            source = generator.get("source") if isinstance(generator, dict) else None
            reason = _source_reason(source, result.path, known, past) if isinstance(source, str) else None
            if reason:
                yield draft, reason


def _source_reason(source: str, product: str, known: frozenset[str] | set[str], past: Past) -> str | None:
    written = posixpath.normpath(source)
    near = posixpath.normpath(posixpath.join(posixpath.dirname(product), source))
    path = next((one for one in (written, near) if one in known), None)
    if path is None:
        gone = next((one for one in (written, near) if one in past.removed), None)
        return f"missing_source:{gone}" if gone else None
    return f"source_changed_after:{path}" if path != product and past.later(path, product) else None
