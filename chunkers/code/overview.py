"""The file overview: owns imports, licence head and module docstring, shows what the file defines by signatures.

Takes the finished sheet, gives the one overview unit of a file.
"""

from __future__ import annotations

from chunkers.code.sheet import Sheet
from chunkers.unit import JsonValue, Unit


def overview_unit(sheet: Sheet) -> Unit:
    """Return the overview of a file."""
    facts = sheet.facts
    top = sheet.members.get(0, [])
    attributes: dict[str, JsonValue] = {
        "subkind": "file",
        "defines": [member.qualified for member in top],
        "imports": list(dict.fromkeys(_spelled(item.module, item.name) for item in facts.imports)),
    }
    if facts.package:
        attributes["package"] = facts.package
    show = [sheet.declaration_lines(member) for member in top]
    show += [sheet.declaration_lines(member) for holder in top for member in sheet.members.get(id(holder), [])]
    return Unit(
        kind="file_overview",
        name="",
        title=sheet.given.path.rsplit("/", 1)[-1],
        start=0,
        end=max(1, len(sheet.text.data)),
        show=tuple(show),
        symbols=tuple(sheet.hidden.get(0, ())),
        language=sheet.language.name,
        attributes=attributes,
    )


def _spelled(module: str, name: str | None) -> str:
    if name is None:
        return module
    return f"{module}{'' if module.endswith('.') else '.'}{name}"
