"""Rules taken away one at a time, in memory, and what the fixtures notice: a value that leaves, or a rule id that is missing from the record."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from chunkers.redaction import all_rules, engine, sweep
from chunkers.redaction.catalogue import packaged
from tests.chunkers.redaction.texts import cases, clean, filled

_HOMES = {
    "named-": "a.yaml",
    "sql-column": "a.sql",
    "table-column": "a.md",
    "known-value": "a.yaml",
    "kubernetes-": "a.yaml",
}
_SHORTEST = 6  # shorter parts stand in a text by chance
_MARK = "-----"


@dataclass(frozen=True, slots=True)
class Fixture:
    """A text of the fixtures, filled in, and the values in it."""

    name: str
    path: str
    text: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """What taking one rule away did: the fixtures in which a masked value came out, and those whose record changed."""

    rule: str
    leaks: tuple[str, ...]
    records: tuple[str, ...]


def fixtures() -> Iterator[Fixture]:
    """Yield the positive cases, one text pinned to each rule, and the rules' own examples."""
    for case in cases("positives.toml"):
        text, values = filled(case["text"], 1)
        yield Fixture(f"case {case['path']}", case["path"], text, (*values, *case.get("secrets", ())))
    for row in cases("rules.toml"):
        path = next((home for prefix, home in _HOMES.items() if row["id"].startswith(prefix)), "a.txt")
        text, values = filled(row["text"], 5)
        yield Fixture(f"pin {row['id']}", path, text, tuple(values))
    for rule in packaged():
        for template in rule.positives:
            text, values = filled(template, 6)
            yield Fixture(f"example {rule.id}", "a.txt", text, tuple(values))
    body, (value,) = filled("«base64:64»", 7)
    key = f"{_MARK}BEGIN PRIVATE KEY{_MARK}\n{body}\n{body[::-1]}\n{_MARK}END PRIVATE KEY{_MARK}\n"
    packed = base64.b64encode(key.encode()).decode()
    yield Fixture("packed key", "a.txt", f"x {packed}\n", (packed[40:100],))
    text, (value,) = filled("«alnum:24»", 8)
    yield Fixture("told twice", "a.yaml", f"password: {value}\nnote: uses {value} here\n", (value,))


@contextmanager
def without(rule: str) -> Iterator[None]:
    """Take a rule away: what it finds is not found. Rules find independently of one another, so this is the same as deleting it."""
    look, find = engine.look, sweep.find

    def looked(*given: object) -> object:
        found, notes = look(*given)  # type: ignore[arg-type]  # handed through
        return [one for one in found if one.rule != rule], notes

    def swept(*given: object) -> object:
        return (one for one in find(*given) if one.rule != rule)  # type: ignore[arg-type]  # handed through

    with mock.patch.object(engine, "look", looked), mock.patch.object(sweep, "find", swept):
        yield


def mutants() -> Iterator[Mutant]:
    """Yield one mutant for each rule of the product; only fixtures in which the rule takes part are read again."""
    whole = [(fixture, *_read(fixture)) for fixture in fixtures()]
    for rule in all_rules():
        leaks, records = [], []
        for fixture, masked, rules in whole:
            if rule.id in _taking_part(fixture):
                with without(rule.id):
                    left, fewer = _read(fixture)
                if masked - left:
                    leaks.append(fixture.name)
                if rules != fewer:
                    records.append(fixture.name)
        yield Mutant(rule.id, tuple(leaks), tuple(records))


_PART: dict[Fixture, frozenset[str]] = {}


def _taking_part(fixture: Fixture) -> frozenset[str]:
    """Return the rules that find anything in a text, also where a stronger one gives its name to the redaction."""
    if fixture not in _PART:
        seen: set[str] = set()
        look, find = engine.look, sweep.find

        def looked(*given: object) -> object:
            found, notes = look(*given)  # type: ignore[arg-type]  # handed through
            seen.update(one.rule for one in found)
            return found, notes

        def swept(*given: object) -> object:
            found = list(find(*given))  # type: ignore[arg-type]  # handed through
            seen.update(one.rule for one in found)
            return found

        with mock.patch.object(engine, "look", looked), mock.patch.object(sweep, "find", swept):
            _read(fixture)
        _PART[fixture] = frozenset(seen)
    return _PART[fixture]


def _read(fixture: Fixture) -> tuple[frozenset[str], frozenset[str]]:
    """Return the values that are masked everywhere, and the rules on record."""
    result = clean(fixture.path, fixture.text)
    out = result.data.decode()
    return frozenset(value for value in fixture.values if len(value) >= _SHORTEST and value not in out), frozenset(
        one.rule for one in result.redactions
    )
