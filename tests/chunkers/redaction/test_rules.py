from __future__ import annotations

import tomllib
from typing import Any

import pytest

from chunkers.policy import RedactionPolicy, RedactionRule
from chunkers.redaction import RuleError, all_rules, find_secret, mask
from chunkers.redaction.catalogue import build, packaged
from chunkers.redaction.dialect import dialect_of
from chunkers.redaction.engine import look
from chunkers.redaction.examples import expand
from chunkers.redaction.keyed.scene import Scene
from chunkers.redaction.patterns import search
from chunkers.redaction.rule import LAYERS, PROVIDER, Rule
from tests.chunkers.redaction.mutants import mutants
from tests.chunkers.redaction.texts import FIXTURES, clean

with (FIXTURES / "rules.toml").open("rb") as _file:
    PINNED: list[dict[str, Any]] = tomllib.load(_file)["rule"]
PATHS = {
    "named-": "a.yaml",
    "sql-column": "a.sql",
    "table-column": "a.md",
    "known-value": "a.yaml",
    "kubernetes-secret": "a.yaml",
}


def _found(rule: Rule, text: str) -> bool:
    data = text.encode()
    return any(True for _ in search(data, data.lower(), build([rule])))


@pytest.mark.parametrize("rule", packaged(), ids=lambda rule: rule.id)
def test_rule_finds_its_positives_and_leaves_its_negatives(rule: Rule) -> None:
    assert rule.positives
    assert rule.negatives
    assert rule.documentation
    for seed in range(6):
        for template in rule.positives:
            assert _found(rule, expand(template, seed)), (template, seed)
        for template in rule.negatives:
            assert not _found(rule, expand(template, seed)), template


@pytest.mark.parametrize("row", PINNED, ids=lambda row: row["id"])
def test_every_rule_is_needed_for_its_text(row: dict[str, Any]) -> None:
    path = next((path for prefix, path in PATHS.items() if row["id"].startswith(prefix)), "a.txt")
    text = expand(row["text"], 5)
    if row["id"] == "known-value":
        value = text.split("\n")[0].removeprefix("password: ")
        result = clean(path, f"password: {value}\nnote: uses {value}\n")
        assert row["id"] in {one.rule for one in result.redactions}
        return
    scene = Scene(text.encode(), text.lower().encode(), dialect_of(path, None))
    assert row["id"] in {one.rule for one in look(scene, RedactionPolicy())[0]}


def test_pins_cover_every_rule() -> None:
    missing = {rule.id for rule in all_rules()} - {row["id"] for row in PINNED}
    assert missing <= {"base64-private-key"}  # its pin is test_armour, where the text is encoded at run time


def test_rules_are_listed_once_with_layer_kind_and_description() -> None:
    rules = all_rules()
    assert len({rule.id for rule in rules}) == len(rules)
    assert all(rule.layer in LAYERS and rule.kind and rule.description for rule in rules)
    assert sum(rule.layer == PROVIDER for rule in rules) >= 120


@pytest.mark.parametrize(
    "rule", [rule for rule in packaged() if rule.layer == PROVIDER and rule.confidence >= 0.9], ids=lambda rule: rule.id
)
def test_gate_knows_every_provider_and_mask_hides_it(rule: Rule) -> None:
    text = expand(rule.positives[0], 3)
    assert find_secret(text) is not None
    assert find_secret(mask(text)) is None
    assert mask(mask(text)) == mask(text)


def test_operator_rules_pass_the_same_door() -> None:
    policy = RedactionPolicy(
        rules=(RedactionRule(id="badge", pattern=r"BADGE-(\d{6})", keywords=("BADGE-",), group=1),)
    )
    result = clean("a.txt", "id BADGE-123456 here\n", policy)
    assert result.data == b"id BADGE-<REDACTED_SECRET> here\n"
    assert [(one.rule, one.layer) for one in result.redactions] == [("badge", "custom")]


def test_operator_rule_without_keywords_is_always_tried() -> None:
    policy = RedactionPolicy(rules=(RedactionRule(id="badge", pattern=r"B\d{6}"),))
    assert clean("a.txt", "x B123456\n", policy).data == b"x <REDACTED_SECRET>\n"


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (RedactionRule(id="a", pattern="(?=x)y"), "RE2"),
        (RedactionRule(id="a", pattern="(x"), "RE2"),
        (RedactionRule(id="a", pattern="x", group=2), "group 2"),
        (RedactionRule(id="a", pattern="x*"), "empty text"),
        (RedactionRule(id="github-token", pattern="x"), "taken"),
    ],
)
def test_bad_operator_rules_are_refused_with_id_and_reason(rule: RedactionRule, words: str) -> None:
    with pytest.raises(RuleError, match=f"'{rule.id}'.*{words}"):
        clean("a.txt", "x\n", RedactionPolicy(rules=(rule,)))


def test_every_rule_that_is_taken_away_is_missed() -> None:
    gone = list(mutants())
    assert {one.rule for one in gone} == {rule.id for rule in all_rules()}
    assert [one.rule for one in gone if not one.leaks and not one.records] == []
    assert sum(bool(one.leaks) for one in gone) >= 0.85 * len(
        gone
    )  # the others overlap with a second rule; the record tells
