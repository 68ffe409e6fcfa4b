"""Every contract fixture against the expectation beside it: units, titles, lines, attributes, and exact ownership."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.chunkers.formats.contracts.telling import told
from tests.road import road

FORMATS = ("graphql", "liquibase", "migrations", "mybatis", "prisma", "protobuf", "sql")
ROOT = Path(__file__).parents[4] / "fixtures" / "formats"
EXPECTATIONS = [path for name in FORMATS for path in sorted((ROOT / name).glob("*.expect.yaml"))]


def source_of(expectation: Path) -> Path:
    return expectation.with_name(expectation.name.removesuffix(".expect.yaml"))


def test_every_format_has_five_fixtures() -> None:
    counts = {name: sum(path.parent.name == name for path in EXPECTATIONS) for name in FORMATS}
    assert min(counts.values()) >= 5, counts


@pytest.mark.seed("P17", "P18", "P19")
@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_fixture(expectation: Path) -> None:
    want = yaml.safe_load(expectation.read_text())
    result = road(want["path"], source_of(expectation).read_bytes())
    assert result.outcome.value == want["outcome"]
    assert result.lines == result.owned
    assert [f"{low}-{high}" for low, high in result.broken] == want.get("broken", [])
    kinds = {unit[1] for unit in want["units"]}
    drafts = [draft for draft in result.drafts if draft.chunk_type in kinds]
    got = [told(result, draft, unit[3]) for draft, unit in zip(drafts, want["units"], strict=True)]
    assert got == want["units"]


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_carriage_returns_and_a_byte_order_mark_move_nothing(expectation: Path) -> None:
    want = yaml.safe_load(expectation.read_text())
    text = source_of(expectation).read_bytes()
    plain = road(want["path"], text)
    marked = road(want["path"], b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    places = [
        [
            (d.chunk_type, d.title, d.spans.full and (d.spans.full.start_line, d.spans.full.end_line))
            for d in result.drafts
        ]
        for result in (plain, marked)
    ]
    assert places[0] == places[1]
    assert marked.lines == marked.owned
