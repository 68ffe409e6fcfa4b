"""Architecture decision records: parts by heading, status, supersession. Nygard, MADR 2 to 4, Y-statements, in any document format.

A record that no longer holds marks all of its units stale, so that its decision is supporting evidence only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.adr.naming import is_record, is_y_statement, part_of, record_number
from chunkers.formats.adr.status import Standing, standing
from chunkers.formats.document.readers import format_of, read
from chunkers.formats.document.section import Section, sections
from chunkers.formats.document.units import Shape, cut_document
from chunkers.span import Span
from chunkers.symbol import Symbol
from chunkers.unit import Cut, JsonValue

STRENGTH = 92
_KINDS = {
    "status": "adr_status_chunk",
    "context": "adr_context_chunk",
    "decision": "adr_decision_chunk",
    "consequences": "adr_consequences_chunk",
    "alternatives": "adr_alternatives_chunk",
}
_DETAIL = "decision_detail"


def _supports(given: ChunkingInput) -> int:
    return STRENGTH if format_of(given) and is_record(given.path, given.clean.data) else 0


def _chunk(given: ChunkingInput) -> Cut:
    outline = read(given)
    assert outline is not None, "supports() let only documents in"
    found = sections(outline, given.clean.lines)
    facts = standing(given.path, given.clean, outline, found)
    number = record_number(given.path)
    name = number or given.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    parts = _parts(found)
    statement = None if "decision" in parts.values() else _statement(given, found)
    if statement is not None:
        parts[statement.qualified] = "decision"

    def genre(section: Section) -> Shape:
        part = parts.get(section.qualified)
        stated = statement is not None and section.qualified == statement.qualified
        title = f"ADR {name} {'Decision' if stated else section.title}" if part == "decision" else None
        kind = "adr_overview" if part == "overview" else _KINDS.get(part or "", "doc_section_chunk")
        attributes = _attributes(facts) if part is None else {"subkind": part, **_attributes(facts)}
        return Shape(
            kind,
            title,
            attributes,
            stale=(facts.over,) if facts.over else (),
            tags=("decision",) if part == "decision" else (),
        )

    heading = next((section.title for section in found if section.heading is not None), name)
    symbol = Symbol(
        "adr", heading, number or given.path, Span(1, len(given.clean.lines)), 1, language=given.classification.language
    )
    cut = cut_document(given, outline, genre, symbol)
    missing = () if facts.status else (("adr_without_status", 1, "the decision record names no status"),)
    return replace(cut, warnings=(*cut.warnings, *missing))


def _attributes(facts: Standing) -> Mapping[str, JsonValue]:
    attributes: dict[str, JsonValue] = {}
    if facts.status:
        attributes["adrStatus"] = facts.status
    if facts.supersedes:
        attributes["supersedes"] = list(facts.supersedes)
    if facts.superseded_by:
        attributes["supersededBy"] = facts.superseded_by
    return attributes


def _parts(found: tuple[Section, ...]) -> dict[str, str]:
    """Return the part of each section by its qualified name: from its own heading, else from the nearest one above that has one."""
    parts: dict[str, str] = {}
    stack: list[tuple[int, str | None, bool]] = []  # level, part, whether the heading stands alone
    for section in found:
        if section.heading is None:
            continue
        while stack and stack[-1][0] >= section.level:
            stack.pop()
        own = part_of(section.title)
        part = own or _inherited(stack)
        if own is None and not parts and not stack:
            parts[section.qualified] = "overview"
        elif part:
            parts[section.qualified] = part
        stack.append((section.level, own, section.bare))
    return parts


def _inherited(stack: list[tuple[int, str | None, bool]]) -> str | None:
    """Return the part of the nearest heading above; text below a decision is detail, unless the decision's heading has no text of its own."""
    for _, part, bare in reversed(stack):
        if part:
            return _DETAIL if part == "decision" and not bare else part
    return None


def _statement(given: ChunkingInput, found: tuple[Section, ...]) -> Section | None:
    """Return the section that holds the Y-statement of a record without a decision heading."""
    texts = (section for section in found if not section.bare and section.form != "front_matter")
    return next((section for section in texts if is_y_statement(given.clean.text(section.first, section.last))), None)


CHUNKER = Chunker("adr", "1", _supports, _chunk)
