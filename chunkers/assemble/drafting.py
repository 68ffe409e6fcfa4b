"""One unit and its segments as a draft: text, hashes, spans, role, logical name with ordinal.

Takes what ownership settled; the only place where a `ChunkDraft` is built from a unit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from chunkers.assemble.geometry import span_of, text_of
from chunkers.chunk import ChunkDraft, Overlap, Segment, Spans
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.identity import content_hash, normalize
from chunkers.kinds import EVIDENCE, NAVIGATION, ROLE_OF, SUPPORTING, most_restrictive
from chunkers.source import Category, Redaction
from chunkers.span import Span
from chunkers.tokens import estimate
from chunkers.unit import Cut, JsonValue, Unit

_DEMOTED = frozenset({Category.GENERATED, Category.VENDORED})


_NOTHING_AROUND = Overlap()
"""One object for the many drafts that say nothing of their surroundings: sent and held once."""


@dataclass(slots=True)
class Draftsman:
    """Builds the drafts of one file in order and remembers which names are taken."""

    given: ChunkingInput
    cut: Cut
    chunker: Chunker
    _drafts: list[ChunkDraft] = field(default_factory=list)
    _names: dict[tuple[str, str], int] = field(default_factory=dict)
    _broken: list[tuple[int, ...]] = field(
        default_factory=list
    )  # by first line, with the furthest last line so far beside it
    _reach: list[int] = field(default_factory=list)
    _made_by: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        """Order the broken ranges once: a hostile file has as many as lines."""
        self._made_by = (self.chunker.name, self.chunker.version)
        self._broken = sorted(self.cut.broken)
        self._reach = list(accumulate((high for _low, high in sorted(self.cut.broken)), max))

    def add(
        self, unit: Unit, segments: tuple[Segment, ...], parent: int | None, *, has_members: bool, split: bool = False
    ) -> int:
        """Append the draft of `unit`; return its index."""
        attributes: dict[str, JsonValue] = dict(unit.attributes)
        if split:
            attributes.setdefault("mode", "outline_plus_blocks")
        draft = self._draft(
            unit, unit.kind, self._logical(unit.kind, unit.name), unit.title, segments, attributes, parent, has_members
        )
        self._drafts.append(draft)
        return len(self._drafts) - 1

    def add_piece(self, unit: Unit, kind: str, number: int, segments: Sequence[Segment], parent: int) -> None:
        """Append piece `number` of an oversized unit."""
        piece = Unit(
            kind=kind,
            name=f"{unit.name}/part",
            title=f"{unit.title} (part {number})",
            start=self.given.clean.lines.start(segments[0].start_line),
            end=self.given.clean.lines.end(segments[-1].end_line),
            language=unit.language,
            heading_path=unit.heading_path,
            keys=unit.keys,
            role=unit.role,
            stale=unit.stale,
            visibility=unit.visibility,
            overlap=unit.overlap,
            includes_parent_heading=bool(unit.heading_path),
            confidence=unit.confidence,
            flags=(*unit.flags, "cut_at_lines"),
        )
        attributes: dict[str, JsonValue] = {"subkind": "part", "part": number}
        logical = self._logical(kind, piece.name)
        self._drafts.append(
            self._draft(piece, kind, logical, piece.title, tuple(segments), attributes, parent, has_members=False)
        )

    def finished(self) -> tuple[ChunkDraft, ...]:
        """Return all drafts, parents before children."""
        return tuple(self._drafts)

    def _logical(self, kind: str, name: str) -> str:
        number = self._names.get((kind, name), 0) + 1
        logical = name if number == 1 else f"{name}~{number}"
        while number > 1 and (kind, logical) in self._names:  # a unit may really be called "x~2"
            number += 1
            logical = f"{name}~{number}"
        self._names[kind, name] = number
        self._names.setdefault((kind, logical), 1)
        return logical

    def _draft(
        self,
        unit: Unit,
        kind: str,
        logical: str,
        title: str,
        segments: tuple[Segment, ...],
        attributes: dict[str, JsonValue],
        parent: int | None,
        has_members: bool,
    ) -> ChunkDraft:
        clean, classification = self.given.clean, self.given.classification
        language = unit.language or classification.language
        raw = "" if unit.withheld else text_of(clean, segments)
        normalized = normalize(raw)
        full = self._full_span(unit, segments)
        return ChunkDraft(
            chunk_type=kind,
            role=self._role(unit, kind, has_members=has_members),
            logical=logical,
            title=title,
            path=self.given.path,
            language=language,
            raw=None if unit.withheld else raw,
            normalized=None if unit.withheld else normalized,
            content_hash=content_hash(normalized),
            spans=Spans(
                full=full,
                declaration=span_of(clean, *unit.declaration) if unit.declaration else None,
                body=span_of(clean, *unit.body) if unit.body else None,
            ),
            segments=segments,
            token_estimate=estimate(raw, language),
            parent=parent,
            symbol=unit.symbol,
            signature=unit.signature,
            symbols=unit.symbols,
            heading_path=unit.heading_path,
            keys=unit.keys,
            pointer=unit.pointer,
            attributes=attributes,
            overlap=_overlap(unit),
            confidence=unit.confidence,
            parse_status=self._status(full),
            stale=unit.stale,
            flags=unit.flags,
            visibility=most_restrictive(classification.visibility, unit.visibility)
            if unit.visibility
            else classification.visibility,
            redactions=self._redactions(segments),
            chunker=self._made_by,
        )

    def _full_span(self, unit: Unit, segments: Sequence[Segment]) -> Span:
        if (
            unit.kind.endswith("_chunk")
            and unit.attributes.get("subkind") == "part"
            and segments
            and segments[0].start_column
        ):
            return Span(
                segments[0].start_line, segments[-1].end_line, segments[0].start_column, segments[-1].end_column
            )
        return span_of(self.given.clean, unit.start, unit.end)

    def _role(self, unit: Unit, kind: str, *, has_members: bool) -> str:
        role = unit.role or (NAVIGATION if kind == "class_chunk" and has_members else ROLE_OF[kind])
        if role in EVIDENCE and (self.given.classification.category in _DEMOTED or unit.stale):
            return SUPPORTING
        return role

    def _status(self, full: Span) -> str:
        if self.cut.status != "PARTIAL":
            return self.cut.status
        before = bisect_left(self._broken, (full.end_line + 1,))
        return "PARTIAL" if before and self._reach[before - 1] >= full.start_line else "OK"

    def _redactions(self, segments: Sequence[Segment]) -> tuple[Redaction, ...]:
        if not self.given.clean.redactions:
            return ()
        return tuple(
            r
            for r in self.given.clean.redactions
            if any(s.start_line <= r.last_line and s.end_line >= r.first_line for s in segments)
        )


def _overlap(unit: Unit) -> Overlap:
    if unit.includes_parent_heading or unit.includes_leading_comment or unit.includes_imports or unit.overlap:
        return Overlap(unit.includes_parent_heading, unit.includes_leading_comment, unit.includes_imports, unit.overlap)
    return _NOTHING_AROUND
