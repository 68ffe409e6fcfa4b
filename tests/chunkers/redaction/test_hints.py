"""The one-pass look at what leaves must be a superset of the rules behind it, in plain text and in JSON."""

import base64
import re

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunkers.redaction import armour, find_secret, gate, patterns, suspicious
from chunkers.redaction.catalogue import build
from chunkers.redaction.examples import expand
from chunkers.redaction.hints import hint_of, proofs
from chunkers.redaction.rule import Rule
from tests.chunkers.redaction.texts import cases, filled

RULES = tuple(proofs())
HINTED = tuple(rule for rule in RULES if rule.hint)


def found(rule: Rule, text: str) -> bool:
    data = text.encode("utf-8", "surrogatepass")
    return any(patterns.search(data, data.lower(), build((rule,))))


def spellings(text: str) -> tuple[bytes, ...]:
    return text.encode(), orjson.dumps({"raw": f'a\n\t"{text}"\r\n\''})


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_example_of_a_rule_holds_its_hint_however_it_is_spelled(rule: Rule) -> None:
    texts = [expand(template, seed) for template in rule.positives for seed in range(2)]
    assert all(found(rule, text) for text in texts)
    assert [spelled for text in texts for spelled in spellings(text) if not suspicious(spelled)] == []


@pytest.mark.parametrize("rule", HINTED, ids=lambda rule: rule.id)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_a_pattern_matches_holds_its_hint(rule: Rule, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(rule.pattern or "", re.ASCII)))
    if text.isascii() and found(rule, text):
        assert suspicious(text.encode())
        assert suspicious(orjson.dumps(text))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_hint_says_something(rule: Rule) -> None:
    assert not re.search(hint_of(rule), "the quick brown fox jumps over the lazy dog, pat and sk_ and re_: key = 12")


ARMOURED = [
    text
    for row in (*cases("rules.toml"), *cases("positives.toml"))
    if "text" in row
    for text in (expand(row["text"], seed) for seed in (5, 6))
    if any(armour.find(text.encode()))
]


def test_private_keys_in_every_dress_are_suspicious() -> None:
    key = f"{'-' * 5}BEGIN RSA PRIVATE KEY{'-' * 5}\n{filled('«base64:64»', 3)[0]}\n"
    packed = [base64.b64encode((" " * shift + key).encode()).decode() for shift in range(3)]
    assert len(ARMOURED) >= 6
    assert all(any(armour.find(text.encode())) for text in (key, *packed))
    assert [text for text in (*ARMOURED, key, *packed) if not all(map(suspicious, spellings(text)))] == []


def test_what_is_not_suspicious_is_never_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "_strict", lambda: pytest.fail("the rules were asked"))
    assert find_secret("a harmless text of code: return user.name") is None
