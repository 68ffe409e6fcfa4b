from pathlib import Path

import pytest

from tests.analyzer.called import call
from tests.chunkers.redaction.texts import filled
from tests.repos import git, repository_of


@pytest.mark.parametrize("remote", ["", "https://git.example.test/{}/shop.git"])
def test_a_branch_and_a_folder_named_by_a_secret_are_answered_without_it(tmp_path: Path, remote: str) -> None:
    _, (drawn,) = filled("«alnum:36»", 3)
    name = f"ghp_{drawn}"
    repository = repository_of(tmp_path / name, {"a.py": "x = 1\n"})
    git(repository.path, "branch", f"try-{name}")
    if remote:
        git(repository.path, "remote", "add", "origin", remote.format(name))
    out = tmp_path / "out"
    done = call(
        "analyze", repository.path, "--commit", f"try-{name}", "--path", f"*{name}*", "--path", "*.py", "--out", out
    )
    assert done.returncode == 0, done.stderr
    written = [file.read_bytes() for file in out.rglob("*") if file.is_file()]
    assert len(written) > 5
    assert not any(name.encode() in data for data in written)
    assert name not in done.stdout
