"""Sections become units: the one road from an `Outline` to a `Cut`, for every document format and genre.

A genre (decision record, runbook, changelog) says through `Shape` what each section is; line ranges, parts, overlap, symbols and mentions are
settled here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from chunkers.chunker import ChunkingInput
from chunkers.formats.document.budget import Part, parts
from chunkers.formats.document.outline import Link, Outline
from chunkers.formats.document.section import Section, sections
from chunkers.formats.document.target import is_external, resolved
from chunkers.identity import digest
from chunkers.span import Span
from chunkers.symbol import FileFacts, Mention, Symbol
from chunkers.unit import Cut, Embedded, JsonValue, OverlapSpan, Unit

_OPENING = 120
"""Characters of a part's first line that go into its name."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a genre makes of a section: its chunk type, title and facts."""

    kind: str = "doc_section_chunk"
    title: str | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    stale: tuple[str, ...] = ()
    visibility: str | None = None
    flags: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # of the section's symbol: "decision"


Genre = Callable[[Section], Shape]


def plain_genre(section: Section) -> Shape:
    """Shape sections as documentation."""
    del section
    return Shape()


def cut_document(
    given: ChunkingInput, outline: Outline, genre: Genre = plain_genre, own_symbol: Symbol | None = None
) -> Cut:
    """Return the units and facts of a document. `own_symbol` stands for the file itself (a decision record, a runbook)."""
    found = sections(outline, given.clean.lines)
    writer = _Writer(given, outline, found)
    symbols: list[Symbol] = []
    for section in found:
        shape = genre(section)
        if not section.bare:
            writer.add(section, shape)
        if section.heading is not None:
            symbols.append(writer.symbol(section, shape.tags))
    facts = FileFacts(
        given.path,
        writer.language,
        given.classification.category.value,
        symbols=((own_symbol, *symbols) if own_symbol else tuple(symbols)),
        mentions=writer.mentions(),
    )
    return Cut(
        tuple(writer.units),
        facts,
        status=outline.status,
        broken=outline.broken,
        overview=writer.overview(),
        embedded=writer.embedded(),
    )


class _Writer:
    """Collects the units of one document."""

    def __init__(self, given: ChunkingInput, outline: Outline, found: Sequence[Section]) -> None:
        self._given = given
        self._outline = outline
        self._lines = given.clean.lines
        self._sections = found
        self._firsts = [section.first for section in found]
        self._unit_of: dict[str, int] = {}
        self._links: dict[str, list[Link]] = {}
        for link in outline.links:
            section = self._section_at(self._lines.line_at(link.start))
            if section is not None:
                self._links.setdefault(section.qualified, []).append(link)
        self.language = given.classification.language or outline.format
        self.units: list[Unit] = []

    def add(self, section: Section, shape: Shape) -> None:
        """Append the unit of a section, and its parts when it is over the budget."""
        cut = parts(section, self._outline.blocks, self._given.clean, self._given.policy.chunking, self.language)
        heading = section.heading
        title = shape.title or section.title
        attributes = {**self._attributes(section), **shape.attributes}
        if cut:
            attributes["mode"] = "outline_plus_blocks"
        first_lines = tuple((part.first, part.first) for part in cut)
        start, end = self._lines.start(section.first), self._lines.end(section.last)
        split = self._lines.end(heading.last) if heading else start
        index = len(self.units)
        self._unit_of[section.qualified] = index
        self.units.append(
            Unit(
                kind=shape.kind,
                name=" > ".join(section.path) or section.qualified,
                title=title,
                start=start,
                end=end,
                declaration=(start, split) if heading else None,
                body=(split, end) if heading and split < end else None,
                symbol=section.qualified if heading else None,
                show=((heading.first, heading.last), *first_lines) if cut and heading else first_lines,
                heading_path=section.path,
                language=self.language,
                attributes=attributes,
                overlap=_heading_spans(section, own=False),
                includes_parent_heading=bool(section.above),
                stale=shape.stale,
                flags=shape.flags,
                visibility=shape.visibility,
            )
        )
        for number, part in enumerate(cut, 1):
            self.units.append(self._part(section, shape, title, number, part, index))

    def _part(self, section: Section, shape: Shape, title: str, number: int, part: Part, parent: int) -> Unit:
        kept = {key: value for key, value in shape.attributes.items() if key != "commands"}
        opening = (
            self._given.clean.data[part.start : self._lines.end(part.first)]
            .decode("utf-8", "replace")
            .strip()[:_OPENING]
        )
        return Unit(
            kind=shape.kind,
            name=f"{' > '.join(section.path) or section.qualified}/part:{digest(opening)[:8]}",
            title=f"{title} (part {number})",
            start=part.start,
            end=part.end,
            parent=parent,
            heading_path=section.path,
            language=self.language,
            attributes={**kept, **self._origin(section), "part": number},
            overlap=(*_heading_spans(section, own=number > 1), *part.overlap),
            includes_parent_heading=bool(section.path),
            stale=shape.stale,
            visibility=shape.visibility,
            flags=shape.flags,
        )

    def _attributes(self, section: Section) -> dict[str, JsonValue]:
        attributes: dict[str, JsonValue] = {}
        if section.form != "section":
            attributes["subkind"] = section.form
        targets = dict.fromkeys(
            link.target for link in self._links.get(section.qualified, ()) if link.kind in {"link", "url"}
        )
        if targets:
            attributes["references"] = list(targets)
        return {**attributes, **self._origin(section)}

    def _origin(self, section: Section) -> dict[str, JsonValue]:
        """Return who generated the section, when a tool did."""
        region = section.region
        if region is not None:
            facts = {"marker": region.marker, **({"tool": region.tool} if region.tool else {})}
            return {"generated": True, "generator": facts}
        generator = self._outline.generator or self._given.classification.generator
        return {"generated": True, "generator": dict(generator)} if generator else {}

    def symbol(self, section: Section, tags: tuple[str, ...]) -> Symbol:
        """Return the section as a symbol of the file."""
        span = Span(section.first, section.last)
        container = " > ".join(section.path[:-1])
        return Symbol(
            "doc_section", section.title, section.qualified, span, section.first, container, self.language, tags=tags
        )

    def mentions(self) -> tuple[Mention, ...]:
        """Return what each section names: links resolved from the snapshot root, everything else as written."""
        found: list[Mention] = []
        for section in self._sections:
            for link in self._links.get(section.qualified, ()):
                line, column = self._place(link.start)
                external = link.kind == "link" and is_external(link.target)
                target = (
                    resolved(self._given.path, link.target, self._outline.root)
                    if link.kind == "link" and not external
                    else link.target
                )
                end_column = self._lines.column_at(link.end) if self._lines.line_at(link.end) == line else None
                found.append(
                    Mention("url" if external else link.kind, target, section.qualified, line, column, end_column)
                )
        return tuple(found)

    def embedded(self) -> tuple[Embedded, ...]:
        """Return the code blocks, each with the unit that holds it."""
        found: list[Embedded] = []
        for code in self._outline.codes:
            section = self._section_at(code.first)
            unit = self._unit_of.get(section.qualified) if section else None
            found.append(Embedded(code.language, code.first, code.last, unit))
        return tuple(found)

    def overview(self) -> Unit | None:
        """Return the outline of a document with several headings: their lines, owned by their sections."""
        headed = [section for section in self._sections if section.heading is not None]
        if len(headed) < 2:  # noqa: PLR2004 - an outline of one heading says nothing new
            return None
        shown = tuple((s.heading.first, s.heading.last) for s in headed if s.heading is not None)
        names = tuple(section.qualified for section in headed)
        title = self._given.path.rsplit("/", 1)[-1]
        return Unit(
            "file_overview",
            "",
            title,
            0,
            len(self._given.clean.data),
            symbols=names,
            show=shown,
            language=self.language,
        )

    def _section_at(self, line: int) -> Section | None:
        place = bisect_right(self._firsts, line) - 1
        return self._sections[place] if place >= 0 else None

    def _place(self, offset: int) -> tuple[int, int]:
        return self._lines.line_at(offset), self._lines.column_at(offset)


def _heading_spans(section: Section, *, own: bool) -> tuple[OverlapSpan, ...]:
    headings = (*section.above, section.heading) if own and section.heading else section.above
    return tuple(OverlapSpan("headingPath", heading.first, heading.last) for heading in headings)
