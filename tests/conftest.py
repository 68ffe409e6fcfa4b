"""What most tests need: the console script as a user calls it, and the practice repositories, built once a session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.repos import Repository, build

Cli = Callable[..., subprocess.CompletedProcess[str]]
SCRIPT = Path(sys.executable).with_name("repochunk")


def run_cli(
    *arguments: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the installed console script."""
    return subprocess.run(
        [str(SCRIPT), *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture(scope="session")
def cli() -> Cli:
    return run_cli


@pytest.fixture(scope="session")
def order_service(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return build("order-service", tmp_path_factory.mktemp("repos") / "order-service")


@pytest.fixture(scope="session")
def book_shelf(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return build("book-shelf", tmp_path_factory.mktemp("repos") / "book-shelf")


class Outputs:
    """The files of one generation."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def json(self, name: str) -> Any:
        return json.loads((self.directory / name).read_bytes())

    def text(self, name: str) -> str:
        return (self.directory / name).read_text(encoding="utf-8")

    @property
    def chunks(self) -> list[dict[str, Any]]:
        return list(self.json("chunks.json")["chunks"])

    def everything(self) -> bytes:
        return b"\0".join(file.read_bytes() for file in sorted(self.directory.rglob("*")) if file.is_file())


@pytest.fixture(scope="session")
def analyzed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Repository, str], Outputs]:
    """Analyze a commit through the command line, once a session for each commit."""
    known: dict[tuple[Path, str], Outputs] = {}

    def outputs(repository: Repository, commit: str) -> Outputs:
        key = (repository.path, commit)
        if key not in known:
            out = tmp_path_factory.mktemp("out") / "o"
            done = run_cli(
                "analyze",
                repository.path,
                "--commit",
                commit,
                "--out",
                out,
                "--repository-id",
                repository.path.name,
                "--quiet",
            )
            assert done.returncode in (0, 1), done.stderr
            known[key] = Outputs(out / "current")
        return known[key]

    return outputs
