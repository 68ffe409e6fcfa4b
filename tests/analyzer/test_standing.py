"""A run with nothing to do: answered from what is written, without git, workers or records, and only while nothing it rests on has changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analyzer import installation as installed
from analyzer.standing import Question, answered, key_of
from reports.directory import locked
from reports.errors import LockedOutputError
from tests.analyzer.called import Answer, call
from tests.repos import Repository, git, repository_of

STANDS = "nothing to do"
FILES = {"a.py": "def one():\n    return 1\n", "docs/b.md": "# B\n\nSee `one`.\n"}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    repository = repository_of(tmp_path / "shop", dict(FILES))
    repository.write({"a.py": "def one():\n    return 2\n"})
    repository.commit("two", "2026-01-02T00:00:00Z")
    return repository


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def analyze(repository: Repository, out: Path, *options: object) -> Answer:
    done = call("analyze", repository.path, "--out", out, "--jobs", 1, "--no-progress", *options)
    assert done.returncode in (0, 1), done.stderr
    return done


def run_of(out: Path) -> Any:
    return json.loads((out / "current" / "run.json").read_text())


def test_the_same_question_is_answered_without_a_run(repository: Repository, out: Path) -> None:
    first = analyze(repository, out)
    before = (out / "current" / "run.json").stat()
    again = analyze(repository, out)
    assert again.stdout == first.stdout.rstrip("\n") + f"\n  {STANDS}: this generation stands\n"
    assert again.returncode == first.returncode
    after = (out / "current" / "run.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_an_answer_that_stands_loads_no_product(repository: Repository, out: Path) -> None:
    analyze(repository, out)
    watched = (
        "git",
        "pydantic",
        "sqlalchemy",
        "orjson",
        "tree_sitter",
        "re2",
        "multiprocessing",
        "chunkers.chunk",
        "graph",
        "yaml",
    )
    code = (
        "import sys; from analyzer.cli import COMMANDS; from analyzer.cli.group import LazyGroup; from analyzer.cli.outcome import run\n"
        f"done = run(LazyGroup(COMMANDS), {['analyze', str(repository.path), '--out', str(out)]!r})\n"
        f"print(done, sorted(set(sys.modules) & set({watched!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert STANDS in done.stdout
    assert done.stdout.splitlines()[-1] == "0 []"


def flip(path: Path) -> None:
    """Change one byte and hide it as well as a program can."""
    facts, data = path.stat(), bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))


@pytest.mark.parametrize("name", ["chunks.json", "chunk-quality-report.yaml", "manifest.json", "run.json"])
def test_a_changed_byte_is_seen_and_mended(repository: Repository, out: Path, name: str) -> None:
    analyze(repository, out)
    whole = (out / "current" / "chunks.json").read_bytes()
    flip(out / "current" / name)
    assert STANDS not in analyze(repository, out).stdout
    assert (out / "current" / "chunks.json").read_bytes() == whole


def test_touched_but_equal_files_still_stand(repository: Repository, out: Path) -> None:
    analyze(repository, out)
    data = (out / "current" / "chunks.json").read_bytes()
    (out / "current" / "chunks.json").unlink()
    (out / "current" / "chunks.json").write_bytes(data)
    assert STANDS in analyze(repository, out).stdout


@pytest.mark.parametrize("gone", ["chunks.json", "repochunk.db", "current"])
def test_what_is_missing_is_made_again(repository: Repository, out: Path, gone: str) -> None:
    analyze(repository, out)
    place = out / gone if gone != "chunks.json" else out / "current" / gone
    place.unlink()
    assert STANDS not in analyze(repository, out).stdout
    assert place.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--formats", "default,jsonl"],
        ["--repository-id", "acme/x"],
        ["--no-cache"],
        ["--base", "HEAD~1"],
        ["--path", "docs"],
    ],
)
def test_another_question_is_another_run(repository: Repository, out: Path, options: list[str]) -> None:
    analyze(repository, out)
    assert STANDS not in analyze(repository, out, *options).stdout


def test_a_policy_file_counts_by_what_it_says(repository: Repository, out: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("tenantId: a\n")
    analyze(repository, out, "--policy", policy)
    assert STANDS in analyze(repository, out, "--policy", policy).stdout
    policy.write_text("tenantId: b\n")
    assert STANDS not in analyze(repository, out, "--policy", policy).stdout


def test_a_branch_that_moved_is_read_and_one_that_came_back_stands(repository: Repository, out: Path) -> None:
    analyze(repository, out)
    repository.write({"a.py": "def one():\n    return 3\n"})
    repository.commit("three", "2026-01-03T00:00:00Z")
    assert STANDS not in analyze(repository, out).stdout
    git(repository.path, "reset", "-q", "--hard", "HEAD~1")
    back = analyze(repository, out)
    assert STANDS in back.stdout
    assert (out / "current").readlink().name == repository.commits[1][:12]


def test_an_ambiguous_name_is_another_question_than_a_clear_one(repository: Repository, out: Path) -> None:
    git(repository.path, "branch", "v1")
    analyze(repository, out, "--commit", "v1")
    git(repository.path, "tag", "v1")
    assert STANDS not in analyze(repository, out, "--commit", "v1").stdout


def test_an_annotated_tag_stands_too(repository: Repository, out: Path) -> None:
    git(repository.path, "tag", "-a", "-m", "x", "v2")
    analyze(repository, out, "--commit", "v2")
    assert STANDS in analyze(repository, out, "--commit", "v2").stdout


@pytest.mark.parametrize("revision", ["HEAD~1", "short"])
def test_what_git_must_be_asked_is_always_run(repository: Repository, out: Path, revision: str) -> None:
    name = repository.commits[0][:9] if revision == "short" else revision
    analyze(repository, out, "--commit", name)
    assert STANDS not in analyze(repository, out, "--commit", name).stdout


def test_a_parent_that_comes_later_is_compared_with(repository: Repository, out: Path) -> None:
    analyze(repository, out)
    assert not (out / "current" / "chunk-diff.yaml").exists()
    analyze(repository, out, "--commit", repository.commits[0])
    assert STANDS not in analyze(repository, out).stdout
    assert (out / "current" / "chunk-diff.yaml").exists()
    assert run_of(out)["comparedTo"] == repository.commits[0]
    assert STANDS in analyze(repository, out).stdout


def test_a_work_tree_never_stands(repository: Repository, out: Path) -> None:
    analyze(repository, out, "--worktree")
    assert STANDS not in analyze(repository, out, "--worktree").stdout


def test_another_place_is_another_question(repository: Repository, out: Path, tmp_path: Path) -> None:
    analyze(repository, out)
    shutil.copytree(out, tmp_path / "copy", symlinks=True)
    assert STANDS not in analyze(repository, tmp_path / "copy").stdout


def test_an_edited_product_answers_nothing_from_before(
    repository: Repository, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyze(repository, out)
    monkeypatch.setattr("analyzer.standing.installation", lambda: "another")
    assert STANDS not in analyze(repository, out).stdout


def test_the_digest_of_an_installation_is_that_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("analyzer", "chunkers", "graph", "reports"):
        (tmp_path / package / "sub").mkdir(parents=True)
        (tmp_path / package / "sub" / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(installed, "__file__", str(tmp_path / "analyzer" / "installation.py"))
    digest = installed.installation.__wrapped__
    first = digest()
    assert digest() == first
    (tmp_path / "graph" / "__pycache__").mkdir()
    (tmp_path / "graph" / "__pycache__" / "a.pyc").write_text("")
    assert digest() == first
    (tmp_path / "graph" / "sub" / "a.py").write_text("x = 22\n")
    second = digest()
    assert second != first
    (tmp_path / "new-1.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert digest() != second


def test_a_directory_in_use_is_refused_as_ever(repository: Repository, out: Path) -> None:
    analyze(repository, out)
    question = Question(repository.path, out)
    key = key_of(question)
    assert key is not None
    with locked(out), pytest.raises(LockedOutputError):
        answered(question, key)
