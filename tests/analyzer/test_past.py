"""History reaches the chunks: a section ages with what it names, whatever the cache knew, and no further back than the policy lets it read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer.history import Change, read_history
from analyzer.past import past_of
from analyzer.snapshot import open_snapshot
from tests.analyzer.called import call
from tests.repos import Repository, repository_of

GUIDE = "# Guide\n\n## Prices\n\n`total()` adds up.\n\n## Carts\n\n`Cart` holds [items](../old/items.md).\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    first: dict[str, str | bytes] = {
        "docs/guide.md": GUIDE,
        "shop.py": "def total(order):\n    return order\n",
        "ShoppingCart.java": "class ShoppingCart {}\n",
        "old/items.md": "# Items\n",
    }
    repository = repository_of(tmp_path_factory.mktemp("past") / "repo", first)
    repository.write({"shop.py": "def total(order, tax):\n    return order + tax\n"})
    (repository.path / "old/items.md").unlink()
    repository.commit("tax")
    repository.write({"README.md": "# Shop\n\n`total()`\n"})
    repository.commit("readme")
    return repository


def reasons(out: Path) -> dict[str, list[str]]:
    chunks: list[dict[str, Any]] = json.loads((out / "current" / "chunks.json").read_bytes())["chunks"]
    marked = [chunk for chunk in chunks if chunk["quality"]["staleReasons"]]
    assert {chunk["quality"]["staleRisk"] for chunk in marked} <= {"medium"}
    return {" > ".join(chunk["headingPath"]): chunk["quality"]["staleReasons"] for chunk in marked}


def test_a_run_after_another_says_what_a_first_run_says(shop: Repository, tmp_path: Path) -> None:
    options = ("--quiet", "--no-store", "--out")
    for commit in shop.commits:
        assert call("analyze", shop.path, "--commit", commit, *options, tmp_path / "warm").returncode == 0
    assert call("analyze", shop.path, "--no-cache", *options, tmp_path / "cold").returncode == 0
    told = reasons(tmp_path / "cold")
    assert told == {"Guide > Prices": ["changed_after:total()"], "Guide > Carts": ["missing_file:old/items.md"]}
    name = "chunks.json"
    assert (tmp_path / "warm/current" / name).read_bytes() == (tmp_path / "cold/current" / name).read_bytes()


def test_the_policy_bounds_how_far_back_history_is_read(shop: Repository, tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    for commits, aged in ((0, False), (1, False), (2, True)):
        policy.write_text(f"history: {{maxCommits: {commits}}}\n")
        out = tmp_path / str(commits)
        done = call("analyze", shop.path, "--policy", policy, "--out", out, "--quiet", "--no-store")
        assert done.returncode == 0
        assert ("changed_after:total()" in reasons(out).get("Guide > Prices", [])) is aged
        report = (out / "current" / "chunk-quality-report.yaml").read_text()
        assert ("the last 2 commits were read (max_commits)" in report) is (commits == 2)


def test_what_is_left_out_of_a_run_is_still_there(shop: Repository, tmp_path: Path) -> None:
    shop.write({"docs/more.md": "# More\n\n[shop](../shop.py)\n"})
    shop.commit("more")
    done = call("analyze", shop.path, "--path", "docs/**", "--out", tmp_path / "o", "--quiet", "--no-store")
    assert done.returncode == 0
    assert "More" not in reasons(tmp_path / "o")


def test_old_texts_are_those_the_document_s_last_author_saw(tmp_path: Path) -> None:
    repository = repository_of(tmp_path / "r", {"a.py": "one\n", "d.md": "d\n"})
    repository.write({"a.py": "two\n"})
    repository.commit("two")
    repository.write({"d.md": "e\n"})
    repository.commit("document")
    for text in ("three\n", "four\n"):
        repository.write({"a.py": text, "new.py": text})
        repository.commit(text)
    with open_snapshot(repository.path) as snapshot:
        history = read_history(snapshot, 100)
        past = past_of(snapshot, history)
        assert [change.back for change in history.changes["a.py"]] == [0, 1, 3, 4]
        assert history.changes["d.md"][-1] == Change(4, None)
        assert past.later("a.py", "d.md")
        assert not past.later("d.md", "a.py")
        assert past.before([("a.py", "d.md"), ("new.py", "d.md"), ("d.md", "a.py")]) == {("a.py", "d.md"): "two\n"}
        assert past.complete
