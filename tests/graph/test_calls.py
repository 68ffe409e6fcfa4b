"""Calls: every marked line of the fixtures reaches exactly what it says, and nothing when it says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.graph.snapshot import FIXTURES, case, linked, marked, reached

CASES = sorted((FIXTURES / "calls").glob("*.yaml"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_marked_lines_reach_what_they_say(path: Path) -> None:
    files: dict[str, str] = case(path)["files"]  # type: ignore[assignment]  # the fixture's shape
    wanted, found = marked(files), reached(linked(files))
    assert wanted
    wrong = {
        place: (found.get(place, set()), targets)
        for place, targets in wanted.items()
        if found.get(place, set()) != targets
    }
    assert not wrong, _told(wrong)


def _told(wrong: dict[tuple[str, int], Any]) -> str:
    return "\n".join(
        f"{path}:{line} reaches {sorted(got)}, should reach {sorted(want)}"
        for (path, line), (got, want) in wrong.items()
    )
