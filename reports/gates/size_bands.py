"""Sizes that serve retrieval: most chunks lie inside the band of their type. Told per type, not per chunk."""

from __future__ import annotations

from reports.bands import BANDS
from reports.gate import CHUNKING, Finding, Gate, GateResult
from reports.summary import band_counts
from reports.view import RunView


def _judge(view: RunView) -> GateResult:
    checked = failed = 0
    findings = []
    for name, band in sorted(band_counts(view.record.chunks, view.record.policy.chunking.max_tokens_per_chunk).items()):
        total = band.below + band.within + band.above
        checked += total
        failed += band.below + band.above
        if band.below * 2 > total:
            advice = "small chunks lack context: raise chunking.minTokens, or let retrieval add their parents"
            findings.append(
                Finding(
                    f"{band.below} of {total} {name} have fewer than {BANDS[name][0]} tokens",
                    advice,
                    subject=f"{name}:below",
                )
            )
        if band.above * 4 > total:
            advice = "large chunks blur retrieval: lower chunking.targetTokens or split the sources"
            findings.append(
                Finding(
                    f"{band.above} of {total} {name} have more than {band.high} tokens", advice, subject=f"{name}:above"
                )
            )
    return GateResult(checked, failed, tuple(findings))


GATE = Gate("size_bands", "code", "warning", CHUNKING, _judge, threshold=0.6)
