"""No network is needed, and having one changes nothing: the same analysis in a network namespace that holds no way out."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.analyzer.called import call
from tests.conftest import SCRIPT
from tests.repos import Repository


def _isolated() -> list[str]:
    """Return the command that takes the network away, as root or through a user namespace; skip where neither is permitted."""
    program = shutil.which("unshare")
    if program is None:
        pytest.skip("there is no unshare here")
    for options in (["-n"], ["-r", "-n"]):
        words = [program, *options]
        done = subprocess.run([*words, "true"], capture_output=True, check=False)
        if done.returncode == 0:
            return words
    pytest.skip(f"unshare is not permitted here: {done.stderr.decode().strip()}")


def _interfaces(words: list[str]) -> set[str]:
    text = subprocess.run([*words, "cat", "/proc/net/dev"], capture_output=True, text=True, check=True).stdout
    return {line.partition(":")[0].strip() for line in text.splitlines() if ":" in line}


def _outputs(place: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((place / "current").iterdir()) if file.name != "run.json"}


def test_without_network_the_outputs_are_the_same(book_shelf: Repository, tmp_path: Path) -> None:
    words = _isolated()
    assert _interfaces(words) <= {"lo"}
    usual = call("analyze", book_shelf.path, "--out", tmp_path / "usual", "--no-store", "--no-cache", "--quiet")
    done = subprocess.run(
        [
            *words,
            str(SCRIPT),
            "analyze",
            str(book_shelf.path),
            "--out",
            str(tmp_path / "alone"),
            "--no-store",
            "--no-cache",
            "--quiet",
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        timeout=300,
        check=False,
    )
    assert done.returncode == usual.returncode in (0, 1), done.stderr
    assert _outputs(tmp_path / "alone") == _outputs(tmp_path / "usual")
