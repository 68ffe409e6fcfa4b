"""The work tree as a snapshot: tracked files always, untracked ones unless ignored, links never followed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from analyzer.errors import LimitError, RequestError
from analyzer.worktree import open_worktree
from chunkers.policy import Limits
from chunkers.source import SourceFile
from reports.record import Entry
from tests.analyzer.git_repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo.make(tmp_path / "r")
    repo.commit(
        {
            ".gitignore": "*.log\n!keep.log\nbuild/\n/top\nsub/*\n!sub/k\n[Tt]emp?\n**/deep/**/x\n",
            "a.py": "1\n",
            "build/tracked.txt": "t\n",
            "d/.gitignore": "!f.log\n",
        }
    )
    return repo


UNTRACKED: dict[str, str | bytes] = dict.fromkeys(
    (
        "new.py",
        "x.log",
        "keep.log",
        "build/y",
        "top",
        "d/top",
        "sub/k/z",
        "sub/q",
        "d/e/f.log",
        "d/g.log",
        "temp1",
        "deep/1/2/x",
        "deep/1/y",
    ),
    "u\n",
)


def test_it_holds_what_git_would_list(repo: Repo) -> None:
    repo.write(UNTRACKED)
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/exclude").write_text("new.*\n")
    listed = repo.git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    with open_worktree(repo.path) as snapshot:
        assert {entry.path for entry in snapshot.entries} == {name for name in listed if name}
        assert snapshot.dirty
        assert snapshot.commit == repo.git("rev-parse", "HEAD")
        assert "new.py" not in {entry.path for entry in snapshot.entries}


def test_ids_are_those_git_would_give_and_the_state_follows_the_content(repo: Repo) -> None:
    states = []
    for text in ("2\n", "3\n", "2\n"):
        repo.write({"a.py": text})
        with open_worktree(repo.path) as snapshot:
            entry = next(e for e in snapshot.entries if e.path == "a.py")
            assert entry.blob == repo.git("hash-object", "a.py")
            states.append(snapshot.state)
    assert states[0] == states[2] != states[1]
    assert all(state and len(state) == 64 for state in states)


def test_links_pipes_and_nested_repositories_are_never_entered(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.txt").write_text("TOP SECRET")
    (repo.path / "link").symlink_to(tmp_path / "outside/secret.txt")
    (repo.path / "folder").symlink_to(tmp_path / "outside")
    os.mkfifo(repo.path / "pipe")
    Repo.make(repo.path / "nested").write({"a": "1"})
    (repo.path / ".GIT").mkdir()
    (repo.path / ".GIT/config").write_text("x")
    (repo.path / "a.py").unlink()
    (repo.path / "a.py").symlink_to("/etc/passwd")
    with open_worktree(repo.path) as snapshot:
        files = {f.path: (f.mode, f.data) for f in snapshot.read() if isinstance(f, SourceFile)}
        reasons = {entry.path: entry.reason for entry in snapshot.skipped}
    assert files["link"] == ("120000", str(tmp_path / "outside/secret.txt").encode())
    assert files["folder"][0] == "120000"
    assert files["a.py"] == ("120000", b"/etc/passwd")
    assert reasons == {"pipe": "not_a_file", "nested": "nested_repository", ".GIT": "unsafe_path: git directory"}


def test_a_folder_that_becomes_a_link_while_reading_is_not_followed(repo: Repo, tmp_path: Path) -> None:
    repo.write({"s/one.txt": "inside\n"})
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/one.txt").write_text("inside\n")
    with open_worktree(repo.path) as snapshot:
        (repo.path / "s/one.txt").unlink()
        (repo.path / "s").rmdir()
        (repo.path / "s").symlink_to(tmp_path / "outside")
        answers = {answer.path: answer for answer in snapshot.read()}
    assert answers["s/one.txt"] == Entry("s/one.txt", "changed_while_reading")


def test_a_file_that_changes_after_the_walk_is_reported(repo: Repo) -> None:
    with open_worktree(repo.path) as snapshot:
        repo.write({"a.py": "later\n"})
        answers = {answer.path: answer for answer in snapshot.read()}
    assert answers["a.py"] == Entry("a.py", "changed_while_reading")


def test_large_files_and_too_many_files(repo: Repo) -> None:
    repo.write({"big.txt": "x" * 5000})
    with open_worktree(repo.path, limits=Limits(max_read_bytes=100)) as snapshot:
        big = next(f for f in snapshot.read() if isinstance(f, SourceFile) and f.path == "big.txt")
        assert (big.size, big.data) == (5000, None)
    with pytest.raises(LimitError):
        open_worktree(repo.path, limits=Limits(max_entries=3))


def test_a_bare_repository_has_no_work_tree(repo: Repo, tmp_path: Path) -> None:
    subprocess.run(["git", "clone", "-q", "--bare", repo.path, tmp_path / "b.git"], check=True)
    with pytest.raises(RequestError, match="no work tree"):
        open_worktree(tmp_path / "b.git")


def test_a_linked_worktree_and_a_submodule(repo: Repo, tmp_path: Path) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.git('rev-parse', 'HEAD')},lib")
    (repo.path / "lib").mkdir()
    repo.git("commit", "-qm", "lib")
    with open_worktree(repo.path) as snapshot:
        link = next(e for e in snapshot.entries if e.path == "lib")
        assert (link.mode, link.blob) == ("160000", repo.git("rev-parse", "HEAD~1"))
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    (tmp_path / "linked/a.py").write_text("linked\n")
    with open_worktree(tmp_path / "linked") as snapshot:
        data = {f.path: f.data for f in snapshot.read() if isinstance(f, SourceFile)}
    assert data["a.py"] == b"linked\n"
