"""Headings become sections that partition the document.

Takes an `Outline` and the line index, gives sections in source order: each owns its heading and the text up to the next heading of any level.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chunkers.formats.document.outline import Block, Outline, Region
from chunkers.span import Lines

PREAMBLE = "(preamble)"
FRONT_MATTER = "(front matter)"


@dataclass(frozen=True, slots=True)
class Section:
    """Lines `first`..`last` under one heading.

    `path` ends with its own title. `heading` is None for preamble, front matter and continuation; `form` says which. `above` are the
    headings of the path before its own. A "continuation" goes on with the text of its path behind a generated region. `bare` sections hold a
    heading alone with a deeper one right after: they give no chunk. `region` is the generated region that holds all of it. `qualified` is
    unique in the file.
    """

    form: str
    title: str
    first: int
    last: int
    path: tuple[str, ...]
    qualified: str
    heading: Block | None = None
    above: tuple[Block, ...] = ()
    bare: bool = False
    region: Region | None = None

    @property
    def level(self) -> int:
        """Return the heading's level, 0 for text without a heading."""
        return self.heading.level if self.heading else 0


def sections(outline: Outline, lines: Lines) -> tuple[Section, ...]:
    """Return the sections of a document."""
    found: list[Section] = []
    names: Counter[str] = Counter()
    start = 1
    if outline.matter is not None:
        matter = outline.matter
        found.append(_named(Section("front_matter", FRONT_MATTER, matter.first, matter.last, (), FRONT_MATTER), names))
        start = matter.last + 1
    edges = _Edges(outline, lines)
    headings = outline.headings()
    preamble = edges.inner(*_text_before(outline, start, headings[0].first - 1 if headings else len(lines)))
    if preamble:
        region = edges.region_of(*preamble)
        whole = Section("preamble", PREAMBLE, *preamble, (), PREAMBLE, region=region)
        found.extend(_named(part, names) for part in _parted(whole, edges, found))
    stack: list[Block] = []
    for index, heading in enumerate(headings):
        following = headings[index + 1] if index + 1 < len(headings) else None
        while stack and stack[-1].level >= heading.level:
            stack.pop()
        whole = _section(edges, heading, following, tuple(stack), len(lines))
        found.extend([_named(part, names) for part in _parted(whole, edges, found)])
        stack.append(heading)
    return tuple(found)


def _text_before(outline: Outline, first: int, last: int) -> tuple[int, int]:
    """Return first..last without the comments at its edges: a licence or note at the head of a file is no text of it."""
    blocks = (
        [block for block in outline.blocks if block.first >= first and block.last <= last]
        if outline.has_comments
        else []
    )
    for block in blocks:
        if block.kind != "comment":
            break
        first = block.last + 1
    for block in reversed(blocks):
        if block.kind != "comment" or block.first < first:
            break
        last = block.first - 1
    return first, last


def _section(edges: _Edges, heading: Block, following: Block | None, above: tuple[Block, ...], total: int) -> Section:
    first, last = edges.inner(heading.first, following.first - 1 if following else total) or (
        heading.first,
        heading.last,
    )
    path = (*(block.title for block in above), heading.title)
    bare = (
        not heading.followed
        and edges.silent(heading.last + 1, last)
        and following is not None
        and following.level > heading.level
    )
    region = edges.region_of(first, last)
    return Section("section", heading.title, first, last, path, " > ".join(path), heading, above, bare, region)


def _parted(section: Section, edges: _Edges, before: Sequence[Section]) -> tuple[Section, ...]:
    """Cut a section that begins in a generated region and goes on behind it: what follows continues the section around the region."""
    region = edges.region_at(section.first)
    if region is None or section.last <= region.last:
        return (section,)
    head, tail = edges.inner(section.first, region.last - 1), edges.inner(region.last + 1, section.last)
    if head is None or tail is None:
        return (section,)
    host = next((one for one in reversed(before) if one.heading is not None and one.first < region.first), None)
    rest = Section("preamble", PREAMBLE, *tail, (), PREAMBLE)
    if host is not None and host.heading is not None:
        above = (*host.above, host.heading)
        rest = Section("continuation", host.title, *tail, host.path, " > ".join(host.path), above=above)
    return replace(section, last=head[1], region=region), rest


def _named(section: Section, names: Counter[str]) -> Section:
    """Give the second section of one name `~2`, and so on."""
    names[section.qualified] += 1
    number = names[section.qualified]
    if number == 1:
        return section
    return replace(section, qualified=f"{section.qualified}~{number}")


class _Edges:
    """Where a section really begins and ends: no blank lines, marker lines or wrapper lines at its edges."""

    def __init__(self, outline: Outline, lines: Lines) -> None:
        self._lines = lines
        self._regions = outline.regions
        self._silent = outline.silent
        self._starts = [region.first for region in outline.regions]
        self._apart = outline.apart | {line for region in outline.regions for line in (region.first, region.last)}

    def inner(self, first: int, last: int) -> tuple[int, int] | None:
        """Return `first`..`last` without what belongs to no section at either edge; None when nothing is left."""
        while first <= last and (first in self._apart or self._lines.is_blank(first)):
            first += 1
        while last >= first and (last in self._apart or self._lines.is_blank(last)):
            last -= 1
        return (first, last) if first <= last else None

    def silent(self, first: int, last: int) -> bool:
        """Tell whether no line of first..last shows any text."""
        return all(line in self._silent or self._lines.is_blank(line) for line in range(first, last + 1))

    def region_of(self, first: int, last: int) -> Region | None:
        """Return the generated region that holds all of the lines."""
        region = self.region_at(first)
        return region if region is not None and last <= region.last else None

    def region_at(self, line: int) -> Region | None:
        """Return the generated region that a line stands in."""
        place = bisect_right(self._starts, line) - 1
        region = self._regions[place] if place >= 0 else None
        return region if region is not None and line <= region.last else None
