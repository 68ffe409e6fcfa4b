from __future__ import annotations

from pathlib import Path

import pytest

from tests.chunkers.languages.expectations import FIXTURES, described, fixture_files, run


@pytest.mark.parametrize("path", fixture_files(), ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_a_fixture_gives_the_chunks_and_facts_beside_it(path: Path) -> None:
    expected = path.with_name(path.name + ".expect").read_text(encoding="utf-8")
    result = run(path)
    assert described(result) == expected
    assert result.lines == result.owned
