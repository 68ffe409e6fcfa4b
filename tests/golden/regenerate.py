"""Rewrite the goldens: `python -m tests.golden.regenerate`. Afterwards `git diff fixtures/golden` must be empty or explained."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.conftest import Outputs, run_cli
from tests.golden.cases import CASES, GOLDEN, folder
from tests.golden.projection import chunk_lines, edge_lines, report_lines
from tests.repos import build


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        for name, step in CASES:
            repository = build(name, Path(scratch, folder(name, step)))
            out = Path(scratch, "out", folder(name, step))
            run_cli(
                "analyze",
                repository.path,
                "--commit",
                repository.commits[step],
                "--out",
                out,
                "--repository-id",
                name,
                "--quiet",
            )
            outputs = Outputs(out / "current")
            home = GOLDEN / folder(name, step)
            home.mkdir(parents=True, exist_ok=True)
            (home / "chunks.txt").write_text(chunk_lines(outputs))
            (home / "edges.txt").write_text(edge_lines(outputs))
            (home / "report.txt").write_text(report_lines(outputs))


if __name__ == "__main__":
    main()
