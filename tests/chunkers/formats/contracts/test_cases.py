"""Short cases per migration tool and SQL dialect, and GraphQL in templates: units, titles, lines, attributes, exact ownership."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chunkers.formats.contracts.telling import told
from tests.road import road

ROOT = Path(__file__).parents[4] / "fixtures" / "formats"
FILES = sorted([*(ROOT / "histories").glob("*.yaml"), ROOT / "graphql_in_code" / "cases.yaml"])
FEWEST = 5


def name_of(file: Path) -> str:
    return file.parent.name if file.stem == "cases" else file.stem


CASES = [(name_of(file), case) for file in FILES for case in yaml.safe_load(file.read_text())]
IDS = [f"{name}: {case['path']}" for name, case in CASES]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_tool_and_dialect_has_five_cases(file: Path) -> None:
    assert len(yaml.safe_load(file.read_text())) >= FEWEST


@pytest.mark.seed("P17", "P18", "P19")
@pytest.mark.parametrize("case", [case for _, case in CASES], ids=IDS)
def test_case(case: dict[str, Any]) -> None:
    result = road(case["path"], case["input"])
    assert result.outcome.value == case["outcome"]
    assert result.lines == result.owned
    assert [f"{low}-{high}" for low, high in result.broken] == case.get("broken", [])
    kinds = {unit[1] for unit in case["units"]}
    drafts = [draft for draft in result.drafts if draft.chunk_type in kinds]
    got = [told(result, draft, unit[3]) for draft, unit in zip(drafts, case["units"], strict=True)]
    assert got == case["units"]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=IDS)
def test_a_byte_order_mark_and_the_other_line_ends_move_nothing(case: dict[str, Any]) -> None:
    text = case["input"]
    other = text.replace("\r\n", "\n") if "\r\n" in text else text.replace("\n", "\r\n")
    plain, marked = road(case["path"], text), road(case["path"], "\ufeff" + other)
    places = [
        [(d.chunk_type, d.title, d.spans.full and (d.spans.full.start_line, d.spans.full.end_line)) for d in one.drafts]
        for one in (plain, marked)
    ]
    assert places[0] == places[1]
    assert marked.lines == marked.owned
