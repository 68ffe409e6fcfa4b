"""Every document fixture against the expectation beside it: units, titles, lines, attributes, and exact ownership."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from chunkers.chunk import ChunkDraft
from chunkers.policy import Chunking, ChunkingPolicy
from tests.road import road

FORMATS = ("adr", "asciidoc", "changelog", "html", "latex", "markdown", "org", "plain", "rst", "runbook")
ROOT = Path(__file__).parents[4] / "fixtures" / "formats"
EXPECTATIONS = [path for name in FORMATS for path in sorted((ROOT / name).glob("*.expect.yaml"))]
USUAL_ROLES = {"documentation", "operational_guidance", "decision_evidence"}


def source_of(expectation: Path) -> Path:
    stem = expectation.name.removesuffix(".expect.yaml")
    return next(path for path in expectation.parent.glob(f"{stem}.*") if path != expectation)


def extras(draft: ChunkDraft) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if len(draft.heading_path) > 1:
        told["under"] = list(draft.heading_path[:-1])
    if draft.attributes:
        told["attributes"] = dict(draft.attributes)
    if draft.stale:
        told["stale"] = list(draft.stale)
    if draft.visibility != "private":
        told["visibility"] = draft.visibility
    if draft.role not in USUAL_ROLES:
        told["role"] = draft.role
    if "part" in draft.attributes:
        told["overlap"] = [f"{span.reason} {span.start_line}-{span.end_line}" for span in draft.overlap.spans]
    return told


def told(draft: ChunkDraft) -> list[Any]:
    span = draft.spans.full
    assert span is not None
    head = [f"{span.start_line}-{span.end_line}", draft.chunk_type, draft.title]
    more = extras(draft)
    return [*head, more] if more else head


def test_every_format_has_five_fixtures() -> None:
    counts = {name: sum(path.parent.name == name for path in EXPECTATIONS) for name in FORMATS}
    assert min(counts.values()) >= 5, counts


@pytest.mark.seed("P22")
@pytest.mark.seed("P23")
@pytest.mark.seed("P24")
@pytest.mark.seed("P25")
@pytest.mark.seed("P28")
@pytest.mark.parametrize(
    "expectation", EXPECTATIONS, ids=lambda path: f"{path.parent.name}/{path.name.removesuffix('.expect.yaml')}"
)
def test_fixture(expectation: Path) -> None:
    expected = yaml.safe_load(expectation.read_text(encoding="utf-8"))
    sizes = Chunking()
    if "max_tokens" in expected:
        sizes = Chunking(
            max_tokens_per_chunk=expected["max_tokens"], target_tokens=expected["target_tokens"], min_tokens=5
        )
    result = road(expected["path"], source_of(expectation).read_bytes(), ChunkingPolicy(chunking=sizes))
    overview = [draft for draft in result.drafts if draft.chunk_type == "file_overview"]
    owned = [f"{part.start_line}-{part.end_line}" for draft in overview for part in draft.segments if part.own]

    assert [told(draft) for draft in result.drafts if draft.chunk_type != "file_overview"] == expected["units"]
    assert owned == expected.get("overview_owns", [])
    assert [rule for rule, _, _ in result.warnings] == expected.get("warnings", [])
    assert result.owned == result.lines
