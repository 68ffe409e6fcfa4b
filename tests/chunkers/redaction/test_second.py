"""The second engine: what is taken over from it and what not. A stand-in with its interface runs everywhere; the real one where it is installed."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from analyzer.home import rule_cache
from analyzer.pipeline import require_engines
from analyzer.policy import parse_policy
from analyzer.version import ruleset_digest
from chunkers.policy import RedactionPolicy
from chunkers.redaction import Blocked, engines, second, second_engine_rules
from tests.chunkers.redaction.texts import clean, redacted

REAL = importlib.util.find_spec(second.MODULE) is not None
OFF = RedactionPolicy(kingfisher="off")
CARD = "zq9" + "-" + "Xk4mWv7tRb2nLp5sGd8h"  # a format that no rule of ours knows
ROWS = [("acme.card", True), ("acme.client-id", True), ("acme.helper", False), ("acme.loose", True)]


def _finding(data: bytes, value: str, rule: str, **more: Any) -> SimpleNamespace:
    at = data.find(value.encode())
    place = {"start_offset": at, "end_offset": at + len(value.encode())}
    made = {"rule_id": rule, "location": place, "visible": True, "confidence": "high", "fingerprint": 4711}
    return SimpleNamespace(**{**made, **more})


class _Scanner:
    def __init__(self, _rules: object) -> None:
        pass

    def scan(self, data: bytes) -> list[SimpleNamespace]:
        if b"\x07" in data:
            raise RuntimeError("quotes the text")
        named = ("card", "client-id", "helper", "loose")
        found = [_finding(data, CARD, f"acme.{name}") for name in named if f"{name}: {CARD}".encode() in data]
        if b"two lines" in data:
            found.append(_finding(data, f"two lines\n{CARD}", "acme.card"))
        if b"sample" in data:
            found.append(_finding(data, "${ACME_CARD}", "acme.card"))
        return [
            one if one.rule_id != "acme.loose" else _finding(data, CARD, one.rule_id, confidence="medium")
            for one in found
        ]


def _fake() -> ModuleType:
    module = ModuleType(second.MODULE)
    module.__spec__ = ModuleSpec(second.MODULE, None)
    rows = [{"id": name, "name": f"Rule {name}", "visible": visible} for name, visible in ROWS]
    module.Rules = lambda confidence: SimpleNamespace(metadata=lambda: rows, confidence=confidence)  # type: ignore[attr-defined]  # a stand-in
    module.Scanner = _Scanner  # type: ignore[attr-defined]  # same
    return module


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    kept = (second.installed, second._catalogue, second._scanner)
    monkeypatch.setitem(sys.modules, second.MODULE, _fake())
    monkeypatch.setattr(second, "version", lambda _name: "9.9")
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.usefixtures("fake")
def test_its_findings_are_masked_under_its_rule_ids() -> None:
    result = clean("notes.txt", f"card: {CARD}\n")
    assert result.data == b"card: <REDACTED_SECRET>\n"
    assert [(one.rule, one.kind, one.layer) for one in result.redactions] == [
        ("kingfisher.acme.card", "provider_secret", "provider")
    ]
    assert "4711" not in repr(result)
    assert clean("notes.txt", f"card: {CARD}\n", OFF).data == f"card: {CARD}\n".encode()


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize(
    "text",
    [f"client-id: {CARD}\n", f"helper: {CARD}\n", f"loose: {CARD}\n", f"two lines\n{CARD}\n", "sample ${ACME_CARD}\n"],
)
def test_identifiers_helpers_doubts_blocks_and_placeholders_are_not_taken_over(text: str) -> None:
    assert clean("notes.txt", text).data == text.encode()


@pytest.mark.usefixtures("fake")
def test_a_text_it_fails_on_does_not_leave() -> None:
    assert redacted("notes.txt", b"bell \x07 here\n").clean == Blocked("unscannable")


@pytest.mark.usefixtures("fake")
def test_outputs_say_that_it_looked() -> None:
    assert engines(RedactionPolicy()) == ("repochunk-rules", "kingfisher 9.9")
    assert engines(OFF) == ("repochunk-rules",)
    assert ruleset_digest(engines(RedactionPolicy())) != ruleset_digest(engines(OFF))
    assert [one.id for one in second_engine_rules()] == ["kingfisher.acme.card", "kingfisher.acme.loose"]


def test_its_rules_lie_in_our_cache_folder(tmp_path: Path) -> None:
    assert rule_cache({"HOME": str(tmp_path)}) == {"KF_RULE_CACHE_DIR": f"{tmp_path}/.cache/repochunk/kingfisher"}
    assert rule_cache({}) == {}


@pytest.mark.skipif(REAL, reason="the engine is installed here")
def test_it_is_missed_only_where_it_is_required() -> None:
    assert engines(RedactionPolicy()) == ("repochunk-rules",)
    assert second_engine_rules() == ()
    require_engines(parse_policy("", "policy"))
    with pytest.raises(Exception, match=r"repochunk\[secrets\]"):
        require_engines(parse_policy("redaction: {kingfisher: required}", "policy"))
    with pytest.raises(Exception, match="kingfisher"):
        parse_policy("redaction: {kingfisher: sometimes}", "policy")


@pytest.mark.skipif(not REAL, reason="needs the extra `secrets`")
def test_the_real_engine_finds_a_provider_token(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KF_RULE_CACHE_DIR", str(tmp_path))
    second._catalogue.cache_clear()
    second._scanner.cache_clear()
    token = "ghp" + "_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fD3hJ6"
    found = list(second.find(_scene(f"x {token}\n")))
    assert [(one.start, one.end) for one in found] == [(2, 2 + len(token))]


def _scene(text: str) -> Any:
    from chunkers.redaction.dialect import dialect_of  # noqa: PLC0415  # the one test that needs them
    from chunkers.redaction.keyed.scene import Scene  # noqa: PLC0415

    return Scene(text.encode(), text.lower().encode(), dialect_of("a.txt", "text"))
