"""Tests as chunks: cases as behaviour evidence with their set-up as overlap, suites as overviews that list their cases.

Takes definitions that the roster called case or suite; knows frameworks only by the tags their queries set.
"""

from __future__ import annotations

from chunkers.code.method import callable_attributes
from chunkers.code.reading import Definition
from chunkers.code.scopes import TESTS
from chunkers.code.sheet import Sheet
from chunkers.code.type import shown_members
from chunkers.unit import JsonValue, OverlapSpan, Unit


def case_unit(sheet: Sheet, definition: Definition) -> Unit:
    """Return the unit of a test case."""
    if definition.kind in TESTS:
        attributes = sheet.attributes(definition, "test_case")
    else:
        attributes = callable_attributes(sheet, definition)
        attributes["subkind"] = "test_case"
    inner = sheet.subtests.get(id(definition))
    if inner:
        attributes["cases"] = [*inner]
    return sheet.make(definition, "test_case_chunk", attributes, overlap=_preparation(sheet, definition))


def suite_unit(sheet: Sheet, definition: Definition) -> Unit:
    """Return the unit of a test class or a describe block."""
    attributes: dict[str, JsonValue] = sheet.attributes(definition, "test_suite")
    members = sheet.members.get(id(definition), [])
    attributes["cases"] = _cases(sheet, members)
    if definition.kind not in TESTS:
        attributes["members"] = [member.qualified for member in members]
    return sheet.make(definition, "test_suite_overview", attributes, show=shown_members(sheet, members))


def file_suite(sheet: Sheet) -> Unit | None:
    """Return the suite of the tests that stand at file level, None when there are none."""
    top = [member for member in sheet.members.get(0, []) if sheet.kinds[id(member)] == "test_case_chunk"]
    if not top:
        return None
    name = sheet.given.path.rsplit("/", 1)[-1]
    start = min(sheet.extent(member).start for member in top)
    return Unit(
        kind="test_suite_overview",
        name="<tests>",
        title=name,
        start=start,
        end=max(sheet.extent(member).end for member in top),
        show=shown_members(sheet, top),
        language=sheet.language.name,
        attributes={"subkind": "test_module", "cases": _cases(sheet, top)},
    )


def _cases(sheet: Sheet, members: list[Definition]) -> list[str]:
    return [sheet.titles[id(member)] for member in members if sheet.kinds[id(member)] == "test_case_chunk"]


def _preparation(sheet: Sheet, definition: Definition) -> tuple[OverlapSpan, ...]:
    """Return the set-up, fixtures and hooks in this file that run for a case, in source order."""
    wanted = {parameter.name for parameter in sheet.symbols[id(definition)].parameters}
    above: set[int] = {0}
    owner = definition.label.rpartition(".")[0]
    parent = definition.parent
    while parent is not None:
        above.add(id(parent))
        parent = parent.parent
    spans: list[OverlapSpan] = []
    for other in sheet.preparations:
        key = id(other.parent) if other.parent is not None else 0
        if "owner" in definition.parts and other.parent is not None and other.parent.name == owner:
            above.add(key)  # `TEST_F(Fixture, ...)` runs the set-up of a class beside it
        tags = other.tags
        same_type = other.label.rpartition(".")[0] == owner or definition.kind in TESTS
        if key not in above or other is definition or (key == 0 and "." in other.label and not same_type):
            continue
        used = "setup" in tags or "fixture_auto" in tags or other.name in wanted
        if used:
            start, end = other.first, other.last
            lines = sheet.text.lines
            spans.append(
                OverlapSpan(
                    "setUp" if "setup" in tags else "fixture", lines.line_at(start), lines.last_line_of(start, end)
                )
            )
    return tuple(spans)
