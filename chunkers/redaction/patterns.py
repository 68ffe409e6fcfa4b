"""Text -> findings of the pattern rules whose keywords it holds.

Linear: one RE2 pass over the whole text per woken rule, so no window can split a match.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkers.redaction import rule as layers
from chunkers.redaction.catalogue import Compiled, RuleSet
from chunkers.redaction.checks import CHECKS
from chunkers.redaction.rule import Finding, Rule
from chunkers.redaction.values import entropy, tells

_QUOTES = b"\"'`"
_FLOOR = 2.0
"""Bits a character below which a provider's token is a mask or a sample (`SKaaaa...`)."""
_TELLING = frozenset({layers.URL, layers.STRUCTURE})
STRONG_LENGTH = 16


def search(data: bytes, lower: bytes, rules: RuleSet) -> Iterator[Finding]:
    """Yield the findings of every woken rule, by rule and then by place."""
    for compiled in rules.awake(data, lower):
        yield from matches(data, compiled)


def matches(data: bytes, compiled: Compiled) -> Iterator[Finding]:
    """Yield the findings of one rule. The search goes on behind the masked capture, so that neighbours may share a delimiter."""
    rule, at = compiled.rule, 0
    passed: dict[bytes, bool] = {}  # of this search only: a text may hold one value many times
    while at <= len(data):
        match = compiled.program.search(data, at)
        if match is None:
            return
        start, end = match.span(rule.group)
        at = max(end if end > at else match.end(), at + 1)
        if start < 0 or start == end:
            continue
        found = data[start:end]
        verdict = passed.get(found)
        if verdict is None:
            verdict = passed[found] = _passes(rule, found)
        if verdict:
            yield _finding(rule, data, start, end)


def _passes(rule: Rule, found: bytes) -> bool:
    text = found.decode("utf-8", "replace")
    floor = rule.min_entropy or (_FLOOR if rule.layer == layers.PROVIDER else 0.0)
    if b"REDACTED_SECRET" in found or (floor and entropy(text) < floor):
        return False
    return all(CHECKS[name](text) for name in rule.checks)


def _finding(rule: Rule, data: bytes, start: int, end: int) -> Finding:
    inside: bool | None = None
    if end - start > 2 and data[start] in _QUOTES and data[end - 1] == data[start]:  # noqa: PLR2004  # two quotes around something
        start, end, inside = start + 1, end - 1, True
    if data[end - 2 : end + 1] == b"-->":  # formats that allow hyphens run into the end of a comment
        end -= 2
    strong = end - start >= STRONG_LENGTH and (
        rule.layer == layers.PROVIDER or (rule.layer in _TELLING and tells(data[start:end].decode("utf-8", "replace")))
    )
    return Finding(start, end, rule.id, rule.kind, rule.layer, rule.confidence, strong=strong, inside=inside)
