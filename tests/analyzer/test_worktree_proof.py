from pathlib import Path

from tests.conftest import Cli
from tests.repos import repository_of


def test_a_work_tree_run_verifies_while_the_tree_is_the_same(tmp_path: Path, cli: Cli) -> None:
    repository = repository_of(tmp_path / "repo", {"a.py": "def f():\n    return 1\n"})
    repository.write({"b.py": "def g():\n    return 2\n"})
    out = tmp_path / "out"
    assert cli("analyze", repository.path, "--worktree", "--out", out, "--quiet").returncode == 0
    done = cli("verify", out)
    assert done.returncode == 0, done.stderr
    assert "citations hold" in done.stdout
    repository.write({"b.py": "def g():\n    return 3\n"})
    changed = cli("verify", out)
    assert changed.returncode == 2
    assert "analyze it again" in changed.stderr
