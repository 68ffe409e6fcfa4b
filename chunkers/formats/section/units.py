"""Sections as units: names, keys, ancestor key lines, parts over budget.

Takes sections in source order, gives `Unit`s, parents before parts; ownership and text stay with the assembler.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkers.chunker import ChunkingInput
from chunkers.formats.section.keys import names
from chunkers.formats.section.model import Section
from chunkers.formats.section.parts import Part, parts
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.unit import JsonValue, OverlapSpan, Unit

KIND = "config_section_chunk"


@dataclass(frozen=True, slots=True)
class Shape:
    """How the units of one format look: their kind, and the role and language that differ from the file's."""

    kind: str = KIND
    role: str | None = None


def section_units(
    found: Iterable[Section], given: ChunkingInput, edges: Edges, shape: Shape = Shape()
) -> list[Unit]:  # frozen
    """Return the units of `found`, each followed by its parts when it is over budget."""
    units: list[Unit] = []
    for section in found:
        language = given.classification.language
        place = (section.start, section.end)
        below = parts(section.nodes, section.prefix, place, edges, given.policy.chunking, language)
        parent = len(units)
        units.append(_unit(section, edges, shape, below))
        units.extend(_part(section, part, number, parent, edges, shape) for number, part in enumerate(below, 1))
    return units


def ancestors(lines: Iterable[int]) -> tuple[OverlapSpan, ...]:
    """Return the overlap spans of the key lines that a unit stands under."""
    return tuple(OverlapSpan("ancestorKeys", line, line) for line in lines)


def _unit(section: Section, edges: Edges, shape: Shape, below: Sequence[Part]) -> Unit:
    attributes: dict[str, JsonValue] = dict(section.attributes)
    if below:
        attributes["mode"] = "outline_plus_blocks"
    return Unit(
        kind=shape.kind,
        name=section.label or section.title,
        title=section.title,
        start=section.start,
        end=section.end,
        keys=names(section.nodes, section.prefix),
        pointer=section.pointer,
        role=shape.role,
        attributes=attributes,
        overlap=ancestors(section.above),
        includes_leading_comment=edges.is_comment(edges.lines.line_at(section.start)),
        show=outline(section.nodes, edges) if below else (),
    )


def _part(section: Section, part: Part, number: int, parent: int, edges: Edges, shape: Shape) -> Unit:
    above = [line for line in (*section.above, *part.above) if line < edges.lines.line_at(part.start)]
    return Unit(
        kind=shape.kind,
        name=f"{section.label or section.title}/{part.label}",
        title=part.label,
        start=part.start,
        end=part.end,
        parent=parent,
        keys=names(part.nodes, part.prefix),
        role=shape.role,
        attributes={"subkind": "part", "part": number, **_kept(section)},
        overlap=ancestors(above),
    )


def _kept(section: Section) -> dict[str, JsonValue]:
    """Return the attributes that hold for parts too."""
    return {key: value for key, value in section.attributes.items() if key in {"profile", "templated"}}


def outline(nodes: Iterable[Node], edges: Edges) -> tuple[tuple[int, int], ...]:
    """Return the lines of the keys at the top of a section, what its overview shows."""
    tops = list(nodes)
    keys = [*tops, *(child for node in tops for child in node.children)] if len(tops) == 1 else tops
    return tuple(dict.fromkeys((line, line) for line in (edges.lines.line_at(node.start) for node in keys)))
