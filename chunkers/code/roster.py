"""Who gets a chunk, and of which kind: types, callables outside callables, tests and suites.

Takes nested definitions and what the test queries said of their nodes; gives kinds, titles and test roles. Knows no framework by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chunkers.code.expressions import quoted
from chunkers.code.reading import Definition, Reading
from chunkers.code.scopes import CALLABLES, TESTS, TYPES, VALUES
from chunkers.code.text import FileText
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.source import Category

_ESCAPE = later(r"""\\(["'`])""")


@dataclass(slots=True)
class Roster:
    """`kinds`: chunk kind by `id(definition)`; `roles`: "case" or "suite"; `titles`: what the reader sees."""

    kinds: dict[int, str] = field(default_factory=dict)
    roles: dict[int, str] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)


def judge(
    reading: Reading, ordered: Sequence[Definition], language: Language, text: FileText, path: str, category: Category
) -> Roster:
    """Apply what the queries said of definition nodes: tags, test roles, titles of the frameworks. Comes before naming."""
    roster = Roster()
    in_tests = category is Category.TEST or any(re.search(pattern, path) for pattern in language.test_paths)
    _apply(reading, ordered, roster, text, in_tests=in_tests)
    _confirm(ordered, roster)
    return roster


def call_roll(roster: Roster, ordered: Sequence[Definition], language: Language) -> None:
    """Decide kind and title of every definition; names are settled by now."""
    for definition in ordered:
        kind = _kind(definition, roster)
        if "prototype" in definition.tags:
            kind = None
        if language.signatures_stay and _is_member_signature(definition):
            kind = None
        if kind is not None:
            roster.kinds[id(definition)] = kind
        roster.titles.setdefault(id(definition), _title(definition))
        if roster.roles.get(id(definition)) == "case" and "test" not in definition.tags:
            definition.tags.append("test")


def _apply(reading: Reading, ordered: Sequence[Definition], roster: Roster, text: FileText, *, in_tests: bool) -> None:
    by_node = {definition.node.id: definition for definition in ordered}
    for what, node, title in reading.judged:
        definition = by_node.get(node.id)
        if definition is None:
            continue
        family, _, kind = what.partition(".")
        if title is not None and (family != "may" or in_tests):
            roster.titles[id(definition)] = _ESCAPE.sub(r"\1", quoted(text.of(title)))
        if family == "tag":
            if kind not in {*definition.tags, "titled"}:
                definition.tags.append(kind)
        elif family == "is" or in_tests:
            certain = "!" if family == "is" else ""
            roster.roles[id(definition)] = ("case" if kind == "test" else "suite") + certain


def _confirm(ordered: Sequence[Definition], roster: Roster) -> None:
    """A test that only may be one counts at file level or inside a suite; a type that holds tests is a suite."""
    for definition in ordered:
        role = roster.roles.get(id(definition))
        parent = definition.parent
        loose = role == "case" and parent is not None and not roster.roles.get(id(parent), "").startswith("suite")
        if loose or "fixture" in definition.tags or "setup" in definition.tags:
            roster.roles.pop(id(definition), None)
    for definition in reversed(ordered):
        role = roster.roles.get(id(definition), "").rstrip("!")
        parent = definition.parent
        if parent is not None and "initializer" in parent.tags:  # Kotest: `init { test("adds") { ... } }`
            parent = parent.parent
        if (role or definition.kind in TESTS) and parent is not None and parent.kind in TYPES:
            roster.roles[id(parent)] = "suite!"
    for definition in ordered:
        role = roster.roles.get(id(definition), "")
        if definition.kind in TESTS:
            roster.roles[id(definition)] = "case" if definition.kind == "test_case" else "suite"
        elif role == "suite":  # a class that only looks like a suite and holds no test
            roster.roles.pop(id(definition))
        elif role:
            roster.roles[id(definition)] = role.rstrip("!")


def _kind(definition: Definition, roster: Roster) -> str | None:
    role = roster.roles.get(id(definition))
    holder = _holder(definition)
    enclosed = holder is not None and (
        holder.kind in CALLABLES or holder.kind == "test_case" or id(holder) not in roster.kinds
    )
    if definition.kind in TESTS:
        enclosed = enclosed and not (holder is not None and "initializer" in holder.tags)
        return None if enclosed else "test_case_chunk" if role == "case" else "test_suite_overview"
    if definition.kind in TYPES or definition.kind == "type_alias":
        if "anonymous" in definition.tags and enclosed:
            return None
        if definition.kind == "type_alias" and enclosed:
            return None
        return "test_suite_overview" if role == "suite" else "class_chunk"
    if definition.kind in CALLABLES or (definition.kind == "property" and "body" in definition.parts):
        return None if enclosed else "test_case_chunk" if role == "case" else "method_chunk"
    return None


def _holder(definition: Definition) -> Definition | None:
    """Return the nearest enclosing definition that is neither a value nor a namespace."""
    parent = definition.parent
    while parent is not None and (_is_plain_value(parent) or parent.kind in {"namespace", "package"}):
        parent = parent.parent
    return parent


def _is_member_signature(definition: Definition) -> bool:
    inside = definition.parent is not None and definition.parent.kind in TYPES
    return inside and definition.kind in CALLABLES and "body" not in definition.parts


def _is_plain_value(definition: Definition) -> bool:
    return definition.kind in VALUES and not (definition.kind == "property" and "body" in definition.parts)


def _title(definition: Definition) -> str:
    """Return `Outer.Inner.method`; a function by its own name, a test inside titled blocks by its path of titles."""
    parent = definition.parent
    while parent is not None and parent.kind in VALUES and "anonymous" in definition.tags:
        parent = parent.parent
    if definition.kind in TESTS and parent is not None and "initializer" in parent.tags:
        parent = parent.parent
    if parent is not None and parent.kind in TESTS:
        return f"{_title(parent)} > {definition.label}"
    if parent is None or parent.kind in CALLABLES:
        return definition.label
    return f"{_title(parent)}.{definition.label}" if parent.kind != "package" else definition.label
