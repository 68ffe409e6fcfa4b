"""The chunker for every language that has a grammar and no plug-in; the cases say what it must name."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from chunkers.chunk import ChunkDraft
from chunkers.code.definition_tables import tables
from tests.road import road

CASES: dict[str, dict[str, Any]] = tomllib.loads(
    Path("fixtures/languages_without_plugin/cases.toml").read_text(encoding="utf-8")
)
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def _definitions(case: dict[str, Any]) -> list[ChunkDraft]:
    drafts = [d for d in road(case["path"], case["text"]).drafts if d.chunk_type in {"method_chunk", "class_chunk"}]
    assert {draft.chunker[0] for draft in drafts} <= {"code-structural"}
    return sorted(drafts, key=lambda draft: draft.spans.declaration.start_byte if draft.spans.declaration else 0)


@every_case
def test_definitions_carry_their_own_name_and_whole_head(case: dict[str, Any]) -> None:
    found = [[draft.symbol, draft.signature] for draft in _definitions(case)]
    assert found == case["definitions"]
    text = " ".join(case["text"].split())
    assert all(signature in text for _name, signature in found)


@every_case
def test_a_name_stands_in_its_line(case: dict[str, Any]) -> None:
    facts = road(case["path"], case["text"]).facts
    lines = case["text"].splitlines()
    for symbol in facts.symbols if facts else ():
        first = symbol.name.split(" ")[0].split(":")[0] or symbol.name
        assert first in lines[symbol.declaration_line - 1]


def test_every_table_has_a_case() -> None:
    languages = {"objc": "objective_c"}
    assert {languages.get(name, name) for name in tables()} <= set(CASES)
