"""Who reads which configuration key and environment variable: the edges are exactly those listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.graph.snapshot import FIXTURES, edges, linked


def _cases() -> Iterator[Any]:
    for one in yaml.safe_load_all((FIXTURES / "config" / "config.yaml").read_text()):
        yield pytest.param(one, id=one["name"])


@pytest.mark.parametrize("case", list(_cases()))
def test_readers_are_exactly_these(case: dict[str, Any]) -> None:
    answer = linked(case["files"])
    names = {node.id: node.name for node in answer.tables.nodes}
    found = edges(answer, "READS_CONFIG")
    assert sorted(f"{names[source]} -> {target}" for source, target in found) == sorted(case["edges"])
