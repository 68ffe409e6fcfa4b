"""Revisions as people write them: what is found, what is noted, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.errors import RequestError
from analyzer.snapshot import open_snapshot
from tests.analyzer.git_repos import Repo


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    repo = Repo.make(tmp_path_factory.mktemp("revisions") / "r")
    first = repo.commit({"a.py": "1\n"})
    repo.git("tag", "v1")
    repo.git("tag", "-a", "note", "-m", "n")
    repo.git("tag", "-a", "noted", "-m", "n", "note")
    repo.git("branch", "feature/x")
    repo.commit({"a.py": "2\n"})
    repo.git("branch", "v1")
    repo.git("branch", "-f", "a.py", "HEAD")
    repo.git("checkout", "-q", "-b", "side", first)
    repo.commit({"b.py": "3\n"})
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "m", "side")
    repo.git("tag", "blobtag", repo.git("rev-parse", "HEAD:a.py"))
    repo.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    head = repo.git("rev-parse", "HEAD")
    repo.git("update-ref", f"refs/heads/{head[:7]}", "HEAD~1")
    return repo


@pytest.mark.parametrize(
    ("revision", "same_as", "how"),
    [
        ("HEAD", "HEAD", "HEAD"),
        ("@", "HEAD", "HEAD"),
        ("@~1", "HEAD~1", "HEAD~1"),
        ("main", "main", "refs/heads/main"),
        ("refs/heads/main", "main", "refs/heads/main"),
        ("heads/main", "main", "refs/heads/main"),
        ("feature/x", "feature/x", "refs/heads/feature/x"),
        ("note", "note^{}", "refs/tags/note"),
        ("noted", "note^{}", "refs/tags/noted"),
        ("noted^{}", "note^{}", "refs/tags/noted^{}"),
        ("main~1", "main~1", "refs/heads/main~1"),
        ("main^2", "main^2", "refs/heads/main^2"),
        ("main^^", "main^^", "refs/heads/main^^"),
        ("main^2~1", "main^2~1", "refs/heads/main^2~1"),
        ("main^{commit}", "main", "refs/heads/main^{commit}"),
        ("origin", "main~1", "refs/remotes/origin/HEAD"),
        ("origin/main", "main~1", "refs/remotes/origin/main"),
        ("a.py", "a.py", "refs/heads/a.py"),
    ],
)
def test_a_name_is_found_where_git_finds_it(repo: Repo, revision: str, same_as: str, how: str) -> None:
    with open_snapshot(repo.path, revision) as snapshot:
        assert snapshot.commit == repo.git("rev-parse", f"{same_as}^{{commit}}")
        assert (snapshot.requested, snapshot.resolved) == (revision, how)


def test_ids_whole_short_and_upper_case(repo: Repo) -> None:
    commit = repo.git("rev-parse", "side")
    for text, how in ((commit, "id"), (commit.upper(), "id"), (commit[:10], "abbreviated id")):
        with open_snapshot(repo.path, text) as snapshot:
            assert (snapshot.commit, snapshot.resolved) == (commit, how)
            assert not [note for note in snapshot.notes if "ambiguous" in note.rule]


def test_a_tag_goes_before_a_branch_and_both_are_named(repo: Repo) -> None:
    with open_snapshot(repo.path, "v1") as snapshot:
        assert snapshot.resolved == "refs/tags/v1"
        notes = [note.message for note in snapshot.notes if note.rule == "snapshot.ambiguous_revision"]
    assert notes == ["'v1' is ambiguous: refs/tags/v1, refs/heads/v1; refs/tags/v1 was taken"]


def test_a_branch_that_reads_like_an_id_is_noted(repo: Repo) -> None:
    head = repo.git("rev-parse", "HEAD")
    with open_snapshot(repo.path, head[:7]) as snapshot:
        assert snapshot.commit == repo.git("rev-parse", "HEAD~1")
        assert any("reads like an abbreviated commit id" in note.message for note in snapshot.notes)
    with open_snapshot(repo.path, head) as snapshot:
        assert snapshot.commit == head


@pytest.mark.parametrize(
    "revision",
    [
        "main@{1 day ago}",
        "HEAD@{1}",
        "@{u}",
        "HEAD^!",
        "HEAD^@",
        "HEAD^-",
        "--all",
        "--output=x",
        "-dash",
        "../x",
        "HEAD\n",
        "",
        " ",
        "a..b",
        "a...b",
        ":/text",
        "HEAD:a.py",
        "main^{/text}",
        "main^{tree}",
        "nope",
        "dead",
        "blobtag",
        "HEAD~99",
        "main^3",
        "x" * 5000,
        "\0",
        "refs/heads/../../HEAD",
        "main\\",
        "ma?n",
        "ma[i]n",
        "0" * 40,
        "main~" + "9" * 30,
    ],
)
def test_what_is_no_commit_or_no_plain_name_is_one_clear_error(repo: Repo, revision: str) -> None:
    with pytest.raises(RequestError) as caught:
        open_snapshot(repo.path, revision)
    assert caught.value.exit_code == 2
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_a_detached_head_and_a_ring_of_symbolic_refs(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r")
    commit = repo.commit({"a": "1"})
    repo.git("checkout", "-q", "--detach")
    with open_snapshot(repo.path) as snapshot:
        assert snapshot.commit == commit
    for name, target in (("one", "two"), ("two", "one")):
        (repo.path / f".git/refs/heads/{name}").write_text(f"ref: refs/heads/{target}\n")
    with pytest.raises(RequestError, match="longer than five"):
        open_snapshot(repo.path, "one")
    (repo.path / ".git/refs/heads/out").write_text("ref: ../../../../etc/passwd\n")
    with pytest.raises(RequestError, match="out of refs/"):
        open_snapshot(repo.path, "out")
