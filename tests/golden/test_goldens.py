from collections.abc import Callable

import pytest

from tests.conftest import Outputs
from tests.golden.cases import CASES, GOLDEN, folder
from tests.golden.projection import chunk_lines, edge_lines, report_lines
from tests.repos import Repository


@pytest.mark.parametrize(("name", "step"), CASES)
def test_outputs_are_as_reviewed(
    name: str,
    step: int,
    order_service: Repository,
    book_shelf: Repository,
    analyzed: Callable[[Repository, str], Outputs],
) -> None:
    repository = {"order-service": order_service, "book-shelf": book_shelf}[name]
    outputs = analyzed(repository, repository.commits[step])
    home = GOLDEN / folder(name, step)
    for file, lines in (("chunks.txt", chunk_lines), ("edges.txt", edge_lines), ("report.txt", report_lines)):
        assert lines(outputs) == (home / file).read_text(), (
            f"{file}: python -m tests.golden.regenerate, then review the diff"
        )
