"""Packaged rule data and the operator's rules -> compiled rules behind one keyword automaton. One file per rule family under `rules/`.

Refuses a rule that RE2 cannot compile or whose capture group or check does not exist: with its id and the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any

import re2
from ahocorasick_rs import BytesAhoCorasick, Implementation

from chunkers.pattern import later
from chunkers.policy import RedactionRule
from chunkers.redaction import rule as layers
from chunkers.redaction.checks import CHECKS
from chunkers.redaction.rule import Rule

_WORD_START = later(r"^((?:\(\?i\))?)\\b")


class RuleError(ValueError):
    """A rule that cannot serve; the text names the rule and what to change."""


@dataclass(frozen=True)  # without slots: the program is kept beside the fields
class Compiled:
    """A rule and its RE2 program over bytes, compiled when the first text wakes it: most runs wake a dozen of two hundred."""

    rule: Rule
    needs: tuple[bytes, ...] = ()

    @cached_property
    def program(self) -> re2._Regexp:
        """Return the program.

        Raises:
            RuleError: the pattern is not RE2 syntax, has no such group, or matches the empty text.
        """
        return _program(self.rule)

    def may_match(self, data: bytes, lower: bytes) -> bool:
        """Tell whether the text holds what every match of the rule holds beside its keyword."""
        text = lower if self.rule.ignore_case else data
        return not self.needs or any(word in text for word in self.needs)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Compiled rules, and for each keyword of the two automata (exact text, lower-case text) the rules it wakes."""

    compiled: tuple[Compiled, ...]
    exact: BytesAhoCorasick | None
    exact_rules: tuple[tuple[int, ...], ...]
    folded: BytesAhoCorasick | None
    folded_rules: tuple[tuple[int, ...], ...]
    always: tuple[int, ...] = ()

    def awake(self, data: bytes, lower: bytes) -> list[Compiled]:
        """Return the rules of which `data` holds a keyword, in catalogue order. `lower` is `data.lower()`."""
        woken: set[int] = set(self.always)
        for automaton, wakes, text in ((self.exact, self.exact_rules, data), (self.folded, self.folded_rules, lower)):
            if automaton is not None:
                for keyword in {hit[0] for hit in automaton.find_matches_as_indexes(text, overlapping=True)}:
                    woken.update(wakes[keyword])
        return [one for index in sorted(woken) if (one := self.compiled[index]).may_match(data, lower)]


@lru_cache(maxsize=1)
def packaged() -> tuple[Rule, ...]:
    """Return the packaged pattern rules, by family file and then in file order."""
    found: dict[str, Rule] = {}
    for name in sorted(
        item.name for item in resources.files("chunkers.redaction.rules").iterdir() if item.name.endswith(".toml")
    ):
        text = resources.files("chunkers.redaction.rules").joinpath(name).read_text("utf-8")
        for row in tomllib.loads(text)["rule"]:
            fields: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in row.items()
            }
            made = Rule(**{"layer": layers.PROVIDER, **fields})
            if made.id in found:
                raise RuleError(f"rule {made.id!r} of {name}: the id is taken")
            found[made.id] = made
    return tuple(found.values())


def custom(rules: Iterable[RedactionRule]) -> tuple[Rule, ...]:
    """Return the operator's rules in the form of the packaged ones."""
    return tuple(
        Rule(
            one.id,
            one.kind,
            layers.CUSTOM,
            "rule of the policy",
            one.pattern,
            tuple(one.keywords),
            one.group,
            min_entropy=one.min_entropy,
            confidence=one.confidence,
        )
        for one in rules
    )


def build(rules: Iterable[Rule]) -> RuleSet:
    """Compile `rules`.

    Raises:
        RuleError: a pattern is not RE2 syntax, a group or check does not exist, an id comes twice.
    """
    compiled = tuple(map(_checked, rules))
    ids = [one.rule.id for one in compiled]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise RuleError(f"rule {twice[0]!r}: the id is taken; give every rule its own")
    exact, exact_rules = _automaton((index, one.rule) for index, one in enumerate(compiled) if not one.rule.ignore_case)
    folded, folded_rules = _automaton((index, one.rule) for index, one in enumerate(compiled) if one.rule.ignore_case)
    always = tuple(index for index, one in enumerate(compiled) if not one.rule.keywords)
    return RuleSet(compiled, exact, exact_rules, folded, folded_rules, always)


@lru_cache(maxsize=8)
def ruleset(extra: tuple[RedactionRule, ...] = ()) -> RuleSet:
    """Return the packaged rules and the operator's, compiled once per process.

    Raises:
        RuleError: one of `extra` cannot serve.
    """
    return build((*packaged(), *custom(extra)))


def _checked(one: Rule) -> Compiled:
    """Return a rule ready to use. Those of a policy are compiled at once, since their faults are their author's; ours are tested."""
    unknown = [name for name in one.checks if name not in CHECKS]
    if unknown:
        raise RuleError(f"rule {one.id!r}: no check is called {unknown[0]!r}")
    made = Compiled(one, tuple(word.encode() for word in one.needs))
    if one.layer == layers.CUSTOM:
        _ = made.program
    return made


def _program(one: Rule) -> re2._Regexp:
    options = re2.Options()
    options.log_errors = False
    try:
        program = re2.compile(_bordered(one).encode(), options)
    except re2.error as why:
        reason = why.args[0].decode("utf-8", "replace") if why.args and isinstance(why.args[0], bytes) else str(why)
        raise RuleError(
            f"rule {one.id!r}: not RE2 syntax ({reason}); look-around and back-references do not exist in RE2"
        ) from None
    if not one.pattern or not 0 <= one.group <= program.groups:
        raise RuleError(f"rule {one.id!r}: group {one.group} is not in the pattern, which has {program.groups}")
    if program.search(b"") is not None:
        raise RuleError(f"rule {one.id!r}: the pattern matches the empty text")
    return program


def _bordered(one: Rule) -> str:
    """Return the pattern of a rule. A provider's token begins and ends at underscores too, which patterns take for letters (`dump_TOKEN_old.csv`)."""
    pattern = one.pattern or ""
    if one.layer != layers.PROVIDER:
        return pattern
    pattern = _WORD_START.sub(lambda found: f"{found.group(1)}(?:\\b|_)", pattern)
    return f"{pattern[:-2]}(?:\\b|_)" if pattern.endswith(")\\b") else pattern


def _automaton(rules: Iterable[tuple[int, Rule]]) -> tuple[BytesAhoCorasick | None, tuple[tuple[int, ...], ...]]:
    wakes: dict[bytes, set[int]] = {}
    for index, one in rules:
        for keyword in one.keywords:
            wakes.setdefault((keyword.lower() if one.ignore_case else keyword).encode(), set()).add(index)
    if not wakes:
        return None, ()
    patterns = sorted(wakes)
    return BytesAhoCorasick(patterns, implementation=Implementation.DFA), tuple(
        tuple(sorted(wakes[pattern])) for pattern in patterns
    )
