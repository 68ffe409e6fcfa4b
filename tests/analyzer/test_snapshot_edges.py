"""Odd but legal, and broken, trees and repositories: a complete answer or one clear error."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import LimitError, RequestError
from analyzer.git.paths import text_of_path, unsafe_reason
from analyzer.snapshot import Snapshot, open_snapshot
from chunkers.policy import Limits
from chunkers.source import SourceFile
from reports.record import Entry
from tests.analyzer.git_repos import Repo

ODD_NAMES = [
    b"caf\xe9.py", "日本.py".encode(), b"new\nline.py", b"tab\t.py", b'quote".py', b"apos'.py", b"back\\slash.py", b" lead.py", b"trail .py",
    b"-dash.py", b":colon.py", b"star*.py", b"A.py", b"a.py", b"\x01ctl.py", b"\xff\xfe.py", "e\u0301.py".encode(), "é.py".encode(), b"con.py",
    b"a:b.py", b"100%.py", "left\u202eright.py".encode(), "sep\u2028x.py".encode(), b"x" * 255,
]  # fmt: skip


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo.make(tmp_path / "r")


def _reasons(snapshot: Snapshot) -> dict[bytes, str | None]:
    return {entry.path_bytes: entry.reason for entry in snapshot.entries}


def test_every_name_that_git_can_hold_is_read_and_printable(repo: Repo) -> None:
    blob = repo.blob(b"x = 1\n")
    repo.commit_tree(repo.tree(("100644", name, blob) for name in sorted(ODD_NAMES)))
    with open_snapshot(repo.path) as snapshot:
        assert [entry.path_bytes for entry in snapshot.entries] == sorted(ODD_NAMES)
        assert {entry.reason for entry in snapshot.entries} == {None}
        assert all(isinstance(f, SourceFile) and f.data == b"x = 1\n" for f in snapshot.read())
        texts = [entry.path for entry in snapshot.entries]
    assert len(set(texts)) == len(texts)
    json.dumps(texts, ensure_ascii=False).encode("utf-8")
    assert all(char.isprintable() for text in texts for char in text)


def test_names_that_collide_elsewhere_are_kept_and_noted(repo: Repo) -> None:
    blob = repo.blob(b"x\n")
    names = sorted([b"A.py", b"a.py", "e\u0301.py".encode(), "é.py".encode(), b"b.py"])
    repo.commit_tree(repo.tree(("100644", name, blob) for name in names))
    with open_snapshot(repo.path) as snapshot:
        noted = [note.path for note in snapshot.notes if note.rule == "snapshot.colliding_names"]
        assert len(snapshot.entries) == 5
    assert noted == ["a.py", "é.py"]


@pytest.mark.parametrize(
    "name",
    [
        b"..",
        b".",
        b"../../etc/x",
        b"/abs",
        b".git",
        b".GIT",
        b".git ",
        b".git.",
        b"git~1",
        b".gi\xe2\x80\x8ct",
        b".git::$INDEX_ALLOCATION",
        b"a/b",
        b"x\\.git",
        b"",
    ],
)
def test_unsafe_names_are_skipped_with_a_reason_and_cost_nothing_else(repo: Repo, name: bytes) -> None:
    blob = repo.blob(b"x\n")
    if name:
        repo.commit_tree(repo.tree([("100644", name, blob), ("100644", b"zz", blob)]))
        with open_snapshot(repo.path) as snapshot:
            assert str(_reasons(snapshot)[name]).startswith("unsafe_path: ")
            assert [f.path for f in snapshot.read()] == ["zz"]
    assert str(unsafe_reason(name)).startswith("unsafe_path: ")


@pytest.mark.parametrize(
    "name", [b".gitignore", b".github", b"git", b"...", b"git~x", b".gitattributes", b"a..b", b"agit~1"]
)
def test_ordinary_names_are_safe(name: bytes) -> None:
    assert unsafe_reason(name) is None


def test_an_unsafe_folder_hides_what_is_in_it(repo: Repo) -> None:
    blob = repo.blob(b"x\n")
    inner = repo.tree([("100644", b"config", blob)])
    repo.commit_tree(repo.tree([("40000", b".git", inner), ("100644", b"a", blob)]))
    with open_snapshot(repo.path) as snapshot:
        assert _reasons(snapshot) == {b".git": "unsafe_path: git directory", b"a": None}


def test_of_two_entries_with_one_name_the_first_is_read(repo: Repo) -> None:
    one, two = repo.blob(b"1"), repo.blob(b"2")
    repo.commit_tree(repo.tree([("100644", b"a", one), ("100644", b"a", two)]))
    with open_snapshot(repo.path) as snapshot:
        assert [entry.reason for entry in snapshot.entries] == [None, "duplicate_path"]
        assert [f.data for f in snapshot.read() if isinstance(f, SourceFile)] == [b"1"]


def test_a_tree_bomb_ends_at_the_limit(repo: Repo) -> None:
    tree = repo.tree([("100644", b"f%d" % n, repo.blob(b"x")) for n in range(10)])
    for _level in range(9):
        tree = repo.tree([("40000", b"d%d" % n, tree) for n in range(10)])
    repo.commit_tree(tree)
    with pytest.raises(LimitError) as caught:
        open_snapshot(repo.path, limits=Limits(max_entries=50_000))
    assert caught.value.exit_code == 4


def test_a_deep_tree_is_walked_without_recursion_and_cut_where_no_path_can_be(repo: Repo) -> None:
    tree = repo.tree([("100644", b"f.py", repo.blob(b"x"))])
    for level in range(24):
        rows = [("40000", b"d" * 200, tree), ("100644", b"g", repo.blob(b"y"))]
        tree = repo.tree(rows if level == 23 else rows[:1])
    repo.commit_tree(tree)
    with open_snapshot(repo.path) as snapshot:
        assert sorted(str(entry.reason) for entry in snapshot.entries) == ["None", "path_too_long"]


def test_a_broken_blob_costs_only_itself(repo: Repo) -> None:
    repo.commit({f"f{n}.txt": f"{n}\n" * 50 for n in range(6)})
    for name in ("f1.txt", "f4.txt"):
        place = repo.loose(repo.git("rev-parse", f"HEAD:{name}"))
        place.chmod(0o644)
        place.write_bytes(place.read_bytes()[:12] + b"\xff" * 20)
    with open_snapshot(repo.path) as snapshot:
        answers = {answer.path: answer for answer in snapshot.read()}
        skipped = {entry.path for entry in snapshot.skipped} | {p for p, a in answers.items() if isinstance(a, Entry)}
        assert skipped == {"f1.txt", "f4.txt"}
        assert len(answers) + len(snapshot.skipped) == len(snapshot.entries) == 6


def test_an_object_that_is_not_what_its_name_says_is_not_served(repo: Repo) -> None:
    repo.commit({"a.txt": "honest\n", "b.txt": "other\n"})
    honest, other = (repo.loose(repo.git("rev-parse", f"HEAD:{name}")) for name in ("a.txt", "b.txt"))
    honest.chmod(0o644)
    honest.write_bytes(other.read_bytes())
    with open_snapshot(repo.path) as snapshot:
        answers = {answer.path: answer for answer in snapshot.read()}
    assert answers["a.txt"] == Entry("a.txt", "object_corrupt")
    assert isinstance(answers["b.txt"], SourceFile)


def test_a_missing_folder_is_one_skipped_entry(repo: Repo) -> None:
    repo.commit({"d/a": "1", "d/b": "2", "e": "3"})
    repo.loose(repo.git("rev-parse", "HEAD:d")).unlink()
    with open_snapshot(repo.path) as snapshot:
        assert _reasons(snapshot) == {b"d": "object_missing", b"e": None}


def test_a_truncated_tree_keeps_what_can_be_read(repo: Repo) -> None:
    blob = repo.blob(b"x")
    raw = b"100644 a\0" + bytes.fromhex(blob) + b"100644 cut\0\x01\x02"
    tree = repo.git("hash-object", "-t", "tree", "-w", "--stdin", "--literally", data=raw)
    repo.commit_tree(tree)
    with open_snapshot(repo.path) as snapshot:
        assert sorted(map(str, _reasons(snapshot).values())) == ["None", "tree_corrupt"]


def test_an_entry_that_names_another_kind_of_object(repo: Repo) -> None:
    blob = repo.blob(b"x")
    tree = repo.tree([("100644", b"a", blob)])
    repo.commit_tree(repo.tree([("100644", b"fake", tree), ("40000", b"folder", blob)]))
    with open_snapshot(repo.path) as snapshot:
        assert _reasons(snapshot) == {b"fake": "not_a_blob", b"folder": "object_corrupt"}


def test_a_commit_without_a_usable_time_or_tree(repo: Repo) -> None:
    tree = repo.tree([("100644", b"a", repo.blob(b"x"))])
    text = f"tree {tree}\nauthor a <a> 1 +0000\ncommitter c <c> 99999999999999999999 +0000\n\nx\n"
    odd = repo.git("hash-object", "-t", "commit", "-w", "--stdin", "--literally", data=text.encode())
    with open_snapshot(repo.path, odd) as snapshot:
        assert snapshot.commit_time == "1970-01-01T00:00:00Z"
    with open_snapshot(repo.path, repo.commit({"a": "1"}, date="@253402300900 +0000")) as snapshot:
        assert snapshot.commit_time.startswith("9999-12-31")


def test_an_empty_tree_is_a_snapshot_of_nothing(repo: Repo) -> None:
    repo.commit_tree(repo.git("hash-object", "-t", "tree", "-w", "--stdin", data=b""))
    with open_snapshot(repo.path) as snapshot:
        assert snapshot.entries == ()


def test_packed_refs_and_objects(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit({"a.py": "x\n"})
    repo.git("tag", "-a", "v1", "-m", "v1")
    repo.git("gc", "-q")
    assert not (repo.path / ".git/refs/heads/main").exists()
    for name in ("HEAD", "main", "v1", "refs/tags/v1"):
        with open_snapshot(repo.path, name) as snapshot:
            assert snapshot.commit == commit


def test_tables_of_refs_need_a_newer_git_or_a_full_id(repo: Repo) -> None:
    commit = repo.commit({"a.py": "x\n"})
    repo.git("config", "core.repositoryformatversion", "1")
    with (repo.path / ".git/config").open("a") as config:
        config.write("[extensions]\n\trefStorage = reftable\n")
    with open_snapshot(repo.path, commit) as snapshot:
        assert len(snapshot.entries) == 1
    version = subprocess.run(["git", "version"], capture_output=True, text=True, check=True).stdout.split()[2]
    if tuple(map(int, version.split(".")[:2])) < (2, 45):
        with pytest.raises(RequestError, match="ref tables"):
            open_snapshot(repo.path, "main")


@given(st.binary(min_size=1, max_size=60))
@settings(max_examples=400)
def test_any_path_becomes_printable_text_that_no_other_path_becomes(path: bytes) -> None:
    text = text_of_path(path)
    assert text.encode("utf-8").decode("utf-8") == text
    assert not any(char in text for char in "\n\r\t\x00\x1b\x7f\u2028\u202e")
    if text.encode("utf-8") != path and "%" not in text:
        pytest.fail("an escaped path must show its escapes")
