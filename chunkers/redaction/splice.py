"""Text and findings -> redacted text with the same lines, and the record of what was masked. Overlapping findings become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from chunkers.pattern import later
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.rule import LAYERS, Finding
from chunkers.redaction.spelling import spelled
from chunkers.source import Redaction
from chunkers.span import Lines

_RANK = {layer: rank for rank, layer in enumerate(LAYERS)}
_LINE_END = later(rb"\r?\n")


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Return disjoint findings in order; of overlapping ones the strongest layer gives its name to the union."""
    done: list[Finding] = []
    for one in _ordered(findings):
        if not done or one.start >= done[-1].end:
            done.append(one)
            continue
        last = done[-1]
        best = min(last, one, key=_strength)
        wider = last if last.end >= one.end else one
        done[-1] = Finding(
            last.start,
            max(last.end, one.end),
            best.rule,
            best.kind,
            best.layer,
            best.confidence,
            strong=last.strong or one.strong,
            blank=_blank(last, one),
            inside=last.inside if last.start < one.start else wider.inside or last.inside,
            name_at=best.name_at,
        )
    return done


def _ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Return `findings` by start, wider and stronger ones first; most texts have no two that begin at one place."""
    found = sorted(findings, key=attrgetter("start"))
    if any(one.start == other.start for one, other in pairwise(found)):
        found.sort(key=lambda item: (item.start, -item.end, _RANK[item.layer], item.rule))
    return found


def _strength(one: Finding) -> tuple[int, float, str]:
    return _RANK[one.layer], -one.confidence, one.rule


def _blank(first: Finding, second: Finding) -> bool:
    """Of two overlapping findings the wider one knows whether a line of the same secret stands above; of equal ones either may."""
    if (first.start, first.end) == (second.start, second.end):
        return first.blank or second.blank
    if first.start <= second.start and second.end <= first.end:
        return first.blank
    return first.blank and second.blank


def splice(scene: Scene, findings: list[Finding]) -> bytes:
    """Return the text with every finding masked; `findings` are disjoint and in order."""
    parts: list[bytes] = []
    at = 0
    for one in findings:
        parts.append(scene.data[at : one.start])
        found = scene.data[one.start : one.end]
        ends = b"".join(_LINE_END.findall(found)) if b"\n" in found else b""
        parts.append((b"" if one.blank else spelled(scene, one)) + ends)
        at = one.end
    parts.append(scene.data[at:])
    return b"".join(parts)


def record(lines: Lines, findings: list[Finding]) -> tuple[tuple[Redaction, ...], frozenset[int]]:
    """Return one redaction per stretch of lines and rule, and all lines that changed."""
    rows: list[_Row] = []
    touched: set[int] = set()
    for one in findings:
        first, last = lines.line_at(one.start), lines.last_line_of(one.start, one.end)
        touched.update(range(first, last + 1))
        previous = rows[-1] if rows else None
        if previous and previous.one.rule == one.rule and one.blank and first <= previous.last + 2:
            previous.last = max(previous.last, last)
        elif previous and previous.one.rule == one.rule and (previous.first, previous.last) == (first, last):
            previous.count += 1
        else:
            rows.append(_Row(one, first, last))
    return tuple(row.redaction() for row in rows), frozenset(touched)


@dataclass(slots=True)
class _Row:
    """A redaction under way."""

    one: Finding
    first: int
    last: int
    count: int = 1

    def redaction(self) -> Redaction:
        one = self.one
        return Redaction(self.first, self.last, one.kind, one.rule, one.layer, one.confidence, self.count)
