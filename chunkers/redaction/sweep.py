"""Values found once -> every other place where they stand, in the spellings texts give them. Values live in memory only and show in no repr."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote

from ahocorasick_rs import BytesAhoCorasick, Implementation

from chunkers.pattern import later
from chunkers.redaction import rule as layers
from chunkers.redaction.rule import Finding, Rule
from chunkers.redaction.strong import StrongValues

RULE = Rule(
    "known-value",
    "repeated_value",
    layers.SWEEP,
    "Further occurrence of a value found elsewhere",
    confidence=0.9,
    documentation="values found once are masked everywhere",
)
RULES = (RULE,)
SHORTEST, LONG = 8, 16
_SAME_EVERYWHERE = later(rb"[A-Za-z0-9_.~-]+")  # no text escapes these
_ALNUM = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")


def own(data: bytes, findings: Iterable[Finding], tells: Callable[[str], bool]) -> StrongValues:
    """Return the values of `findings` that may be searched for in their own file; `tells` is `values.tells` in some form."""
    found: list[bytes] = []
    seen: set[tuple[bytes, bool]] = set()
    for one in findings:
        value = data[one.start : one.end]
        if (value, one.strong) in seen:
            continue
        seen.add((value, one.strong))
        if len(value) >= SHORTEST and b"\n" not in value and (one.strong or tells(value.decode("utf-8", "replace"))):
            found.append(value)
    return StrongValues(found)


def strong(data: bytes, findings: Iterable[Finding]) -> StrongValues:
    """Return the values of `findings` that may be searched for in the whole snapshot: strong ones of 16 bytes and more."""
    return StrongValues(
        data[one.start : one.end]
        for one in findings
        if one.strong and one.end - one.start >= LONG and b"\n" not in data[one.start : one.end]
    )


def spellings(value: bytes) -> tuple[bytes, ...]:
    """Return the ways in which texts may write `value`: itself, JSON, HTML, URL and SQL escapes."""
    if _SAME_EVERYWHERE.fullmatch(value):
        return (value,)
    text = value.decode("utf-8", "replace")
    forms = {
        value,
        *(
            form.encode()
            for form in (
                json.dumps(text)[1:-1],
                json.dumps(text, ensure_ascii=False)[1:-1],
                html.escape(text),
                quote(text, safe=""),
                text.replace("'", "''"),
            )
        ),
    }
    return tuple(sorted(forms))


def standing(values: Iterable[bytes]) -> Callable[[bytes], bool]:
    """Return a look whether one of `values` stands in some bytes at all, be it as a part of a longer word."""
    automaton = _automaton(values)
    return lambda data: automaton is not None and bool(automaton.find_matches_as_indexes(data))


def _automaton(values: Iterable[bytes]) -> BytesAhoCorasick | None:
    forms = sorted({form for value in values for form in spellings(value)})
    return BytesAhoCorasick(forms, implementation=Implementation.ContiguousNFA) if forms else None


def search_for(values: Iterable[bytes]) -> Callable[[bytes], Iterator[Finding]]:
    """Return a search for `values` in many texts: to build it costs more than to search one text."""
    automaton = _automaton(values)

    def search(data: bytes) -> Iterator[Finding]:
        for _, start, end in automaton.find_matches_as_indexes(data, overlapping=True) if automaton else ():
            if not (_joined(data, start - 1, start) or _joined(data, end - 1, end)):
                yield Finding(start, end, RULE.id, RULE.kind, RULE.layer, RULE.confidence)

    return search


def find(data: bytes, values: Iterable[bytes]) -> Iterator[Finding]:
    """Yield every place where one of `values` stands in `data`, not as a part of a longer word."""
    return search_for(values)(data)


def _joined(data: bytes, left: int, right: int) -> bool:
    return left >= 0 and right < len(data) and data[left] in _ALNUM and data[right] in _ALNUM
