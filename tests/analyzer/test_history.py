"""History along first parents, and differences of two commits."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from analyzer.errors import RequestError
from analyzer.history import FileHistory, changed_paths, read_history
from analyzer.snapshot import open_snapshot
from tests.analyzer.git_repos import Repo


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> tuple[Repo, list[str]]:
    repo = Repo.make(tmp_path_factory.mktemp("history") / "r")
    commits = [
        repo.commit({"a.py": "1\n", "b/c.md": "1\n", "gone.txt": "x\n"}, date="2024-01-01T00:00:00Z"),
        repo.commit({"a.py": "2\n"}, date="2024-02-01T00:00:00Z"),
    ]
    repo.git("checkout", "-q", "-b", "side")
    repo.commit({"side.py": "s\n"}, date="2024-02-02T00:00:00Z")
    repo.commit({"side.py": "t\n"}, date="2024-02-03T00:00:00Z")
    repo.git("checkout", "-q", "main")
    (repo.path / "gone.txt").unlink()
    commits.append(repo.commit({"odd\nname\xe9.py": "n\n"}, date="2024-03-01T00:00:00Z"))
    repo.git("merge", "-q", "--no-ff", "-m", "m", "side", date="2024-04-01T00:00:00Z")
    commits.append(repo.git("rev-parse", "HEAD"))
    return repo, commits


def test_each_file_has_its_last_change_and_count(story: tuple[Repo, list[str]]) -> None:
    repo, commits = story
    with open_snapshot(repo.path) as snapshot:
        history = read_history(snapshot, 100)
        paths = {entry.path_bytes: entry.path for entry in snapshot.entries}
    assert (history.commits, history.complete, history.reason) == (4, True, None)
    assert history.files["a.py"] == FileHistory(commits[1], "2024-02-01T00:00:00Z", 2)
    assert history.files["b/c.md"] == FileHistory(commits[0], "2024-01-01T00:00:00Z", 1)
    assert history.files["side.py"] == FileHistory(commits[3], "2024-04-01T00:00:00Z", 1)
    assert history.files[paths["odd\nname\xe9.py".encode()]].commit == commits[2]
    assert set(history.files) == set(paths.values())


def test_a_cut_history_says_so_and_knows_only_what_it_read(story: tuple[Repo, list[str]]) -> None:
    repo, commits = story
    with open_snapshot(repo.path) as snapshot:
        history = read_history(snapshot, 2)
        assert read_history(snapshot, 0).files == {}
    assert (history.commits, history.complete, history.reason) == (2, False, "max_commits")
    assert "a.py" not in history.files
    assert history.files["side.py"].commit == commits[3]


def test_a_shallow_boundary_is_no_change(story: tuple[Repo, list[str]], tmp_path: Path) -> None:
    repo, commits = story
    subprocess.run(["git", "clone", "-q", "--depth=2", f"file://{repo.path}", tmp_path / "s"], check=True)
    with open_snapshot(tmp_path / "s") as snapshot:
        history = read_history(snapshot, 100)
    assert (history.complete, history.reason) == (False, "shallow")
    assert history.files["side.py"].commit == commits[3]
    assert "b/c.md" not in history.files


def test_what_differs_between_two_commits(story: tuple[Repo, list[str]]) -> None:
    repo, commits = story
    with open_snapshot(repo.path) as snapshot:
        changes = {change.path_bytes: change for change in changed_paths(snapshot, commits[0])}
        assert changed_paths(snapshot, "HEAD", "HEAD") == ()
        back = {change.path: change.status for change in changed_paths(snapshot, "HEAD", commits[0])}
    assert {path: change.status for path, change in changes.items()} == {
        b"a.py": "M",
        b"gone.txt": "D",
        b"side.py": "A",
        "odd\nname\xe9.py".encode(): "A",
    }
    assert (changes[b"gone.txt"].new_blob, changes[b"side.py"].old_blob) == (None, None)
    assert changes[b"a.py"].old_blob == repo.git("rev-parse", f"{commits[0]}:a.py")
    assert back["side.py"] == "D"


def test_a_missing_tree_is_one_clear_error_and_a_shorter_history(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r")
    first = repo.commit({"d/a": "1"})
    repo.commit({"d/a": "2"})
    repo.loose(repo.git("rev-parse", f"{first}:d")).unlink()
    with open_snapshot(repo.path) as snapshot:
        history = read_history(snapshot, 100)
        assert history.reason == "object_missing"
        with pytest.raises(RequestError, match="cannot be compared"):
            changed_paths(snapshot, first)
