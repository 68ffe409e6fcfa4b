"""The counting parts of the quality report: summary, coverage, graph, redaction and robustness figures of one run.

Takes a run record, gives report records with sorted keys; judges nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from chunkers.chunk import Chunk, FileResult
from chunkers.kinds import METADATA
from chunkers.source import Category, Outcome
from reports.bands import BANDS
from reports.record import RunRecord
from reports.report import (
    Band,
    Coverage,
    GraphSummary,
    LanguageCoverage,
    PartialFile,
    QuarantineRow,
    Reasoned,
    RedactionCounts,
    RedactionSummary,
    Robustness,
    Summary,
    Tokens,
)

LISTED = 500
"""Rows of each list of the coverage part; `cut` counts the others."""


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Return counts with sorted keys."""
    return dict(sorted(counts.items()))


def summarize(record: RunRecord) -> Summary:
    """Return the counts of files, chunks, tokens, links and edges."""
    chunks = record.chunks
    return Summary(
        files=len(record.files),
        chunks=len(chunks),
        by_type=ranked(Counter(map(attrgetter("chunk_type"), chunks))),
        by_role=ranked(Counter(map(attrgetter("role"), chunks))),
        by_language=ranked(Counter(chunk.language or "none" for chunk in chunks)),
        tokens=_tokens(record),
        links=len(record.links),
        edges=len(record.graph.edges),
    )


def _tokens(record: RunRecord) -> Tokens:
    sizes = sorted(chunk.token_estimate for chunk in record.chunks if chunk.role != METADATA)
    policy = record.policy.chunking
    total = sum(sizes)
    return Tokens(
        total=total,
        mean=round(total / len(sizes), 1) if sizes else 0.0,
        median=_rank(sizes, 0.5),
        p95=_rank(sizes, 0.95),
        max=sizes[-1] if sizes else 0,
        over_max=len(sizes) - bisect_right(sizes, policy.max_tokens_per_chunk),
        under_min=bisect_left(sizes, policy.min_tokens),
        bands=dict(sorted(band_counts(record.chunks, policy.max_tokens_per_chunk).items())),
    )


def _rank(ordered: Sequence[int], share: float) -> int:
    """Return the nearest-rank percentile of sorted values, 0 for none."""
    return ordered[max(0, -(-len(ordered) * int(share * 100) // 100) - 1)] if ordered else 0


def band_counts(chunks: Iterable[Chunk], cap: int) -> dict[str, Band]:
    """Count the chunks below, within and above the band of their type; a band ends at `cap` at the latest."""
    counts: dict[str, list[int]] = {}
    for chunk in chunks:
        band = BANDS.get(chunk.chunk_type)
        if band is not None:
            low, high = band[0], min(band[1], cap)
            size = chunk.token_estimate
            counts.setdefault(chunk.chunk_type, [0, 0, 0])[0 if size < low else 2 if size > high else 1] += 1
    return {name: Band(BANDS[name][0], min(BANDS[name][1], cap), *three) for name, three in counts.items()}


def cover(record: RunRecord) -> Coverage:
    """Return where every entry of the tree ended, and why."""
    outcomes = Counter({outcome.value: 0 for outcome in Outcome})
    outcomes.update(result.outcome.value for result in record.files)
    outcomes[Outcome.SKIPPED.value] += len(record.skipped)
    reasons = Counter(_reason(result) for result in record.files if result.outcome is not Outcome.CHUNKED)
    reasons.update(entry.reason for entry in record.skipped)
    lines = sum(result.lines for result in record.files)
    owned = sum(result.owned for result in record.files)
    partial = [PartialFile(r.path, r.broken) for r in record.files if r.outcome is Outcome.PARTIAL]
    fallback = [Reasoned(r.path, r.reason or "") for r in record.files if r.outcome is Outcome.FALLBACK]
    skipped = [Reasoned(entry.path, entry.reason) for entry in record.skipped]
    skipped += [Reasoned(r.path, r.reason or "") for r in record.files if r.outcome is Outcome.SKIPPED]
    lists = {"fallback": len(fallback), "partial": len(partial), "skipped": len(skipped)}
    return Coverage(
        entries=record.entries,
        files=dict(outcomes),
        reasons=ranked(reasons),
        non_blank_lines=lines,
        non_blank_lines_owned=_share(owned, lines),
        per_language=_languages(record.files),
        partial=tuple(partial[:LISTED]),
        fallback=tuple(fallback[:LISTED]),
        skipped=tuple(skipped[:LISTED]),
        cut={name: count - LISTED for name, count in lists.items() if count > LISTED},
    )


def _reason(result: FileResult) -> str:
    """Return why a file did not end as chunked; lines that did not parse are a reason of their own."""
    return result.reason or ("lines_not_parsed" if result.broken else "unknown")


def _share(part: int, whole: int) -> float:
    """Return the share, rounded so that only the whole is 1.0."""
    if part == whole:
        return 1.0
    return min(round(part / whole, 6), 0.999999) if whole else 0.0


def _languages(files: Iterable[FileResult]) -> dict[str, LanguageCoverage]:
    rows: dict[str, list[int]] = {}
    for result in files:
        if result.content_hash is None:
            continue
        row = rows.setdefault(result.classification.language or "none", [0] * 6)
        row[0] += 1
        for at, outcome in enumerate((Outcome.CHUNKED, Outcome.PARTIAL, Outcome.FALLBACK), 1):
            row[at] += result.outcome is outcome
        row[4] += result.lines
        row[5] += result.owned
    return {name: LanguageCoverage(*row) for name, row in sorted(rows.items())}


def graph_summary(record: RunRecord) -> GraphSummary:
    """Return the figures of call resolution and edge confidence."""
    graph = record.graph
    tenths: Counter[str] = Counter()
    for confidence, count in Counter(map(attrgetter("confidence"), graph.edges)).items():
        tenths[f"{int(confidence * 10 + 1e-9) / 10:.1f}"] += count
    return GraphSummary(
        call_sites=graph.call_sites,
        resolved=graph.resolved,
        unresolved_by_reason=ranked(graph.unresolved),
        edges_by_confidence=ranked(tenths),
        edges_by_kind=ranked(Counter(map(attrgetter("kind"), graph.edges))),
    )


def redaction_summary(record: RunRecord) -> RedactionSummary:
    """Return the counts of what was masked, left and blocked."""
    kinds: Counter[str] = Counter()
    layers: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    for result in record.files:
        for item in result.redactions:
            kinds[item.kind] += item.count
            layers[item.layer] += item.count
        notes.update(note.what for note in result.notes)
    return RedactionSummary(
        files_scanned=sum(1 for result in record.files if result.content_hash is not None),
        blocked=sum(1 for result in record.files if result.classification.category is Category.BLOCKED),
        redactions=RedactionCounts(ranked(kinds), ranked(layers)),
        weak_defaults=notes["weak_default"],
        allows=notes["allowed"],
        engines=record.engines,
        ruleset=record.header.ruleset_digest,
    )


def robustness(record: RunRecord) -> Robustness:
    """Return the quarantined files."""
    rows = tuple(QuarantineRow(item.path, item.grammar, item.reason) for item in record.quarantined)
    return Robustness(rows[:LISTED], max(0, len(rows) - LISTED))
