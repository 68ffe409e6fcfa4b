"""Every fixture case down the per-file road: units, lines, attributes, facts."""

from __future__ import annotations

from collections import Counter

import pytest

from chunkers.chunk import ChunkDraft, FileResult
from tests.chunkers.formats.config.case import FORMATS, Case, cases
from tests.road import road

ALL = cases()


def _row(draft: ChunkDraft) -> str:
    full = draft.spans.full
    assert full is not None
    return f"{draft.chunk_type} | {draft.title} | {full.start_line}-{full.end_line}"


def _detail(draft: ChunkDraft, name: str) -> str:
    if name == "pointer":
        return draft.pointer or ""
    if name == "keys":
        return ", ".join(draft.keys)
    if name == "overlap":
        return ", ".join(f"{span.reason}@{span.start_line}-{span.end_line}" for span in draft.overlap.spans)
    value = draft.attributes.get(name)
    return (", " if name == "references" else ",").join(value) if isinstance(value, list) else str(value)


def _units(result: FileResult) -> list[ChunkDraft]:
    return [draft for draft in result.drafts if draft.chunk_type != "file_overview"]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_units_and_their_lines(case: Case) -> None:
    result = road(case.path, case.text)
    assert [_row(draft) for draft in _units(result)] == [row for row, _ in case.rows]
    for draft, (row, details) in zip(_units(result), case.rows, strict=True):
        for name, expected in details.items():
            assert _detail(draft, name) == expected, (row, name)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_status_facts_and_warnings(case: Case) -> None:
    result = road(case.path, case.text)
    ranges = ",".join(f"{first}-{last}" for first, last in result.broken)
    assert f"{result.outcome.value} {ranges}".strip() == case.head["status"]
    assert result.facts is not None
    assert "; ".join(f"{name}={value}" for name, value in result.facts.extras) == case.head.get("extras", "")
    assert ", ".join(f"{s.kind}:{s.qualified}" for s in result.facts.symbols) == case.head.get("symbols", "")
    assert "; ".join(message for _, _, message in result.warnings) == case.head.get("warnings", "")


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_every_line_is_owned_once_and_names_are_unique(case: Case) -> None:
    result = road(case.path, case.text)
    assert result.lines == result.owned
    assert max(Counter((d.chunk_type, d.logical) for d in result.drafts).values()) == 1


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_has_at_least_five_cases(name: str) -> None:
    assert sum(case.name.startswith(f"{name}/") for case in ALL) >= 5
