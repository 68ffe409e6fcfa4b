"""Opening ordinary repositories: every entry accounted for, bytes as in git, facts of the commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from analyzer.attributes import tree_attributes
from analyzer.errors import LimitError, RequestError
from analyzer.snapshot import Snapshot, open_snapshot
from chunkers.policy import Limits
from chunkers.source import SourceFile
from reports.record import Entry
from tests.analyzer.git_repos import Repo


def _read(snapshot: Snapshot) -> dict[str, bytes | None]:
    return {answer.path: answer.data for answer in snapshot.read() if isinstance(answer, SourceFile)}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo.make(tmp_path / "shop")


def test_a_commit_is_read_whole(repo: Repo) -> None:
    first = repo.commit({"a.py": "x = 1\n"})
    commit = repo.commit({"src/b.py": "y = 2\n", "src/deep/c.txt": b"\xff\x00"}, date="2024-05-06T07:08:09+0200")
    with open_snapshot(repo.path) as snapshot:
        assert (snapshot.commit, snapshot.first_parent, snapshot.resolved) == (commit, first, "HEAD")
        assert snapshot.commit_time == "2024-05-06T05:08:09Z"
        assert [(e.path, e.mode, e.size, e.reason) for e in snapshot.entries] == [
            ("a.py", "100644", 6, None),
            ("src/b.py", "100644", 6, None),
            ("src/deep/c.txt", "100644", 2, None),
        ]
        assert _read(snapshot) == {"a.py": b"x = 1\n", "src/b.py": b"y = 2\n", "src/deep/c.txt": b"\xff\x00"}
        assert (snapshot.dirty, snapshot.state, snapshot.shallow, snapshot.object_format) == (
            False,
            None,
            False,
            "sha1",
        )


def test_the_commit_is_read_and_not_the_work_tree(repo: Repo) -> None:
    repo.commit({"a.py": "x = 1\n"})
    repo.write({"a.py": "dirty\n", "new.py": "z\n"})
    with open_snapshot(repo.path) as snapshot:
        assert _read(snapshot) == {"a.py": b"x = 1\n"}


def test_a_subfolder_finds_its_repository(repo: Repo) -> None:
    repo.commit({"src/deep/a.py": "x\n"})
    with open_snapshot(repo.path / "src/deep") as snapshot:
        assert snapshot.root == repo.path
        assert len(snapshot.entries) == 1


def test_a_bare_repository_and_a_git_directory_are_read(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit({"a.py": "x\n"})
    subprocess.run(["git", "clone", "-q", "--bare", repo.path, tmp_path / "bare.git"], check=True)
    for place in (tmp_path / "bare.git", repo.path / ".git"):
        with open_snapshot(place) as snapshot:
            assert snapshot.commit == commit
            assert _read(snapshot) == {"a.py": b"x\n"}


def test_sha256_repositories_are_read(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r", "--object-format=sha256")
    commit = repo.commit({"d/a.py": "x\n"})
    with open_snapshot(repo.path) as snapshot:
        assert (snapshot.commit, len(snapshot.commit), snapshot.object_format) == (commit, 64, "sha256")
        assert _read(snapshot) == {"d/a.py": b"x\n"}


def test_a_linked_worktree_is_read_at_its_own_head(repo: Repo, tmp_path: Path) -> None:
    first = repo.commit({"a.py": "1\n"})
    repo.commit({"a.py": "2\n"})
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), first)
    with open_snapshot(tmp_path / "linked") as snapshot:
        assert (snapshot.commit, snapshot.root) == (first, tmp_path / "linked")
    with open_snapshot(tmp_path / "linked", "main") as snapshot:
        assert snapshot.commit != first


def test_a_submodules_checkout_is_read_when_its_git_directory_points_back(repo: Repo, tmp_path: Path) -> None:
    inner = Repo.make(tmp_path / "inner")
    commit = inner.commit({"lib.py": "x\n"})
    repo.commit({"a.py": "1\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "lib")
    repo.commit({})
    with open_snapshot(repo.path / "lib") as snapshot:
        assert snapshot.commit == commit
    with open_snapshot(repo.path) as snapshot:
        link = next(e for e in snapshot.entries if e.path == "lib")
        assert (link.mode, link.blob, link.size, link.reason) == ("160000", commit, None, None)
        assert _read(snapshot)["lib"] is None


def test_a_shallow_clone_says_so(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": "1\n"})
    commit = repo.commit({"a.py": "2\n"})
    subprocess.run(["git", "clone", "-q", "--depth=1", f"file://{repo.path}", tmp_path / "s"], check=True)
    with open_snapshot(tmp_path / "s") as snapshot:
        assert (snapshot.commit, snapshot.shallow) == (commit, True)
    with pytest.raises(RequestError, match="names no commit"):
        open_snapshot(tmp_path / "s", "HEAD~1")


def test_missing_objects_of_a_partial_clone_are_reported_and_never_fetched(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.py": "1\n", "b.py": "2\n"})
    repo.git("config", "uploadpack.allowFilter", "true")
    subprocess.run(
        ["git", "clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo.path}", tmp_path / "p"], check=True
    )
    before = sorted(path.name for path in (tmp_path / "p/.git/objects").rglob("*"))
    with open_snapshot(tmp_path / "p") as snapshot:
        assert [entry.reason for entry in snapshot.entries] == ["object_missing", "object_missing"]
        assert snapshot.skipped == (Entry("a.py", "object_missing"), Entry("b.py", "object_missing"))
        assert list(snapshot.read()) == []
    assert sorted(path.name for path in (tmp_path / "p/.git/objects").rglob("*")) == before


def test_modes_links_and_empty_files(repo: Repo) -> None:
    empty, target = repo.blob(b""), repo.blob(b"../../../etc/passwd")
    repo.commit_tree(
        repo.tree(
            [
                ("100755", b"exec", empty),
                ("100664", b"group", empty),
                ("120000", b"link", target),
                ("100600", b"odd", empty),
            ]
        )
    )
    with open_snapshot(repo.path) as snapshot:
        assert [(e.path, e.mode, e.reason) for e in snapshot.entries] == [
            ("exec", "100755", None),
            ("group", "100644", None),
            ("link", "120000", None),
            ("odd", "100600", "unknown_mode"),
        ]
        assert _read(snapshot)["link"] == b"../../../etc/passwd"


def test_large_files_keep_their_entry_and_are_not_loaded(repo: Repo) -> None:
    repo.commit({"big.txt": "x" * 5000, "small.txt": "y"})
    with open_snapshot(repo.path, limits=Limits(max_read_bytes=1000)) as snapshot:
        assert _read(snapshot) == {"big.txt": None, "small.txt": b"y"}
        assert snapshot.entries[0].size == 5000


def test_too_many_entries_are_refused(repo: Repo) -> None:
    repo.commit({f"f{n}": "x" for n in range(20)})
    with pytest.raises(LimitError, match="more than 10 entries"):
        open_snapshot(repo.path, limits=Limits(max_entries=10))


def test_entries_can_be_read_in_any_order_and_part(repo: Repo) -> None:
    repo.commit({"a": "1", "b": "2", "c": "3"})
    with open_snapshot(repo.path) as snapshot:
        chosen = [snapshot.entries[2], snapshot.entries[0]]
        assert [answer.path for answer in snapshot.read(chosen)] == ["c", "a"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://user:pa55@git.example.org/acme/shop.git", "acme/shop"),
        ("https://tok3n@git.example.org/acme/shop", "acme/shop"),
        ("git@git.example.org:acme/tools/shop.git", "acme/tools/shop"),
        ("ssh://git@git.example.org:2222/acme/shop.git/", "acme/shop"),
        ("https://git.example.org/acme/shop.git?token=abc#x", "acme/shop"),
    ],
)
def test_the_repository_is_named_by_its_origin_without_credentials(repo: Repo, url: str, expected: str) -> None:
    repo.commit({"a": "1"})
    repo.git("config", "remote.origin.url", url)
    with open_snapshot(repo.path) as snapshot:
        assert snapshot.repository_id == expected
        assert snapshot.notes == ()


@pytest.mark.parametrize("url", ["", "/srv/git/shop.git", "../other", "ext::sh -c touch% x", "file:///srv/x"])
def test_without_a_usable_origin_the_folder_names_it_with_a_note(repo: Repo, url: str) -> None:
    repo.commit({"a": "1"})
    repo.git("config", "remote.origin.url", url or "x")
    with open_snapshot(repo.path) as snapshot:
        assert snapshot.repository_id == "shop"
        assert [note.rule for note in snapshot.notes] == ["snapshot.repository_id"]


def test_no_repository_no_commit_no_directory(tmp_path: Path) -> None:
    Repo.make(tmp_path / "empty")
    for place, message in ((tmp_path / "empty", "no commit yet"), (tmp_path / "absent", "no such directory")):
        with pytest.raises(RequestError, match=message) as caught:
            open_snapshot(place)
        assert caught.value.exit_code == 2
    plain = Path("/proc/self")
    with pytest.raises(RequestError, match="not inside a git repository"):
        open_snapshot(plain)


def test_the_private_directory_goes_when_the_snapshot_closes(repo: Repo) -> None:
    repo.commit({"a": "1"})
    with open_snapshot(repo.path) as snapshot:
        place = snapshot.room.path
        assert place.is_dir()
    assert not place.exists()


def test_attributes_come_from_the_tree_deeper_files_and_later_lines_first(repo: Repo) -> None:
    repo.commit(
        {
            ".gitattributes": "*.gen linguist-generated\n*.txt -text\n/top/*.txt text\n[attr]made linguist-generated\nx/** made\n",
            "top/a.txt": "",
            "sub/.gitattributes": '*.gen -linguist-generated\n"q uote*" linguist-language=Python\n*.gen export-ignore\n',
            "sub/a.gen": "",
            "b.gen": "",
        }
    )
    repo.write({".gitattributes": "* linguist-vendored\n"})
    with open_snapshot(repo.path) as snapshot:
        of = tree_attributes(snapshot)
    assert of("b.gen") == (("linguist-generated", "set"),)
    assert of("sub/a.gen") == (("export-ignore", "set"), ("linguist-generated", "unset"))
    assert of("sub/q uote.x") == (("linguist-language", "Python"),)
    assert of("top/a.txt") == (("text", "set"),)
    assert of("other/top/a.txt") == (("text", "unset"),)
    assert of("x/y/z") == (("linguist-generated", "set"),)
    assert of("none") == ()
