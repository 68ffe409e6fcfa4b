"""Types as chunks: declaration, annotations and fields owned, members shown by their signatures, bodies left to the members.

Takes a type's definition from the sheet, gives its unit; suites are made by `test`.
"""

from __future__ import annotations

from chunkers.code.reading import Definition
from chunkers.code.sheet import Sheet
from chunkers.unit import JsonValue, Unit


def type_unit(sheet: Sheet, definition: Definition) -> Unit:
    """Return the unit of a type."""
    attributes: dict[str, JsonValue] = sheet.attributes(definition, definition.kind)
    symbol = sheet.symbols[id(definition)]
    if symbol.supers:
        attributes["supers"] = [f"{how} {name}" for how, name in symbol.supers]
    members = [*sheet.members.get(id(definition), []), *sheet.outside.get(definition.base, [])]
    if members:
        attributes["members"] = [member.qualified for member in members]
    return sheet.make(definition, "class_chunk", attributes, show=shown_members(sheet, members))


def shown_members(sheet: Sheet, members: list[Definition]) -> tuple[tuple[int, int], ...]:
    """Return the signature lines of members, constructors first, since the cap cuts the list from its end."""
    ordered = sorted(members, key=lambda m: (m.kind != "constructor", m.start))
    return tuple(sheet.declaration_lines(member) for member in ordered)
