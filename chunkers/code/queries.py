"""All queries of a language as one: the `.scm` files of its folder and of those it inherits from, joined, checked and compiled once.

Gives a compiled query and, per pattern, what the pattern says. Refuses captures outside the closed vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from tree_sitter import Query

from chunkers import languages, syntax
from chunkers.language import Language
from chunkers.pattern import later
from chunkers.plugins import discover

KINDS = frozenset(
    "class interface enum record struct trait annotation_type type_alias namespace function method constructor property field constant "
    "variable enum_member package test_suite test_case".split()
)
REFERENCES = frozenset("call new type read write value throw jsx super_call annotation".split())
HOWS = frozenset("assign member unpack for with catch pattern delete param return yield export".split())
IMPORTS = frozenset("import static reexport require dynamic include".split())
TAGS = frozenset(
    "exported default_export anonymous getter setter deleter overload initializer closure static abstract async generator setup fixture "
    "fixture_auto local extension const conditional titled prototype open macro companion conversion operator destructor".split()
)
ROLES = frozenset(
    "name body parameters returns type type_parameters value outer receiver arguments owner alias default module title super.extends "
    "super.implements super.embeds block decorator comment package export is.test is.suite may.test may.suite scope extra.key extra.value".split()
)
_CAPTURE = later(r"@([A-Za-z_][\w.]*)")
_STRING = later(r'"(?:[^"\\\n]|\\.)*"|;[^\n]*')
_FAMILIES = {"definition": KINDS, "reference": REFERENCES, "binding": HOWS, "import": IMPORTS, "tag": TAGS}
_OWN = frozenset({"name", "grammar", "extensions", "aliases", "inherits", "without", "foreign"})
_PRIMARY = ("definition.", "reference.", "binding.", "import.")


class UnknownCaptureError(Exception):
    """A query uses a capture outside the vocabulary."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A language's combined query. `roles[i]` = (family, kind, capture) of pattern i; `source` is the joined text."""

    query: Query
    roles: tuple[tuple[str, str, str], ...]
    source: str


@lru_cache(maxsize=1)
def all_languages() -> dict[str, Language]:
    """Return every language plug-in by name."""
    found = {language.name: language for language in discover(languages, "LANGUAGE", Language)}
    return {name: _with_family(language, found) for name, language in found.items()}


def _with_family(language: Language, known: dict[str, Language]) -> Language:
    """Return a plug-in with what it inherits: tables and sets are joined, its own rows win; other fields where it left the default."""
    bases = [known[base] for base in language.inherits]
    merged: dict[str, Any] = {}
    for item in fields(Language):
        values = [getattr(one, item.name) for one in (*bases, language)]
        if item.name in _OWN or not bases:
            continue
        if isinstance(values[-1], Mapping):
            merged[item.name] = {key: row for table in values for key, row in table.items()}
        elif isinstance(values[-1], frozenset):
            merged[item.name] = frozenset().union(*values)
        else:
            default = item.default_factory() if item.default_factory is not MISSING else item.default
            changed = [value for value in values if value != default]
            merged[item.name] = changed[-1] if changed else values[-1]
    return replace(language, **merged)


@lru_cache(maxsize=64)
def plan(name: str) -> Plan:
    """Return the combined query of a language.

    Raises:
        UnknownCaptureError: a `.scm` file uses a capture that is not in the vocabulary.
    """
    language = all_languages()[name]
    files = [(base, file, text) for base in (*language.inherits, name) for file, text in query_files(base)]
    parts = [text for base, file, text in files if base == name or file not in language.without]
    source = "\n".join(parts)
    query = syntax.query(language.grammar, source)
    return Plan(query, _roles(query, source), source)


def query_files(name: str) -> tuple[tuple[str, str], ...]:
    """Return (file name, text) of the query files of one plug-in folder, sorted, each checked against the vocabulary."""
    folder = resources.files("chunkers.languages") / name
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".scm")), key=lambda item: item.name)
    found = []
    for item in files:
        text = item.read_text(encoding="utf-8")
        check(f"{name}/{item.name}", text)
        found.append((item.name, text))
    return tuple(found)


def check(where: str, text: str) -> None:
    """Refuse a query text with an unknown capture.

    Raises:
        UnknownCaptureError: names the file and the capture.
    """
    for capture in _CAPTURE.findall(_STRING.sub("", text)):
        family, _, kind = capture.partition(".")
        known = capture in ROLES or capture.startswith("_") or (kind and kind in _FAMILIES.get(family, ()))
        if not known:
            raise UnknownCaptureError(f"{where}: unknown capture @{capture}")


def _roles(query: Query, source: str) -> tuple[tuple[str, str, str], ...]:
    data = source.encode()
    starts = [query.start_byte_for_pattern(i) for i in range(query.pattern_count)]
    roles = []
    for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
        names = _CAPTURE.findall(_STRING.sub("", data[start:end].decode()))
        roles.append(_role(names))
    return tuple(roles)


def _role(names: list[str]) -> tuple[str, str, str]:
    for name in names:
        if name.startswith(_PRIMARY):
            family, _, kind = name.partition(".")
            return family, kind, name
    for name in names:
        if name in {"decorator", "comment", "block", "package", "export", "extra.key"}:
            return name, "", name
    return "mark", "", ""
