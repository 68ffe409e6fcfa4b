"""Which entries a run reads: globs of the operator, of the committed policy and of `--path`."""

from __future__ import annotations

import time

import pytest

from analyzer.selection import select
from analyzer.snapshot import TreeEntry
from chunkers.policy import Paths
from reports.record import Entry

FILES = ("README.md", "docs/a.md", "lib/gen/x.py", "src/a.py", "src/deep/b.py", "src/deep/b.sql")


def _entries(*paths: str) -> list[TreeEntry]:
    return [TreeEntry(path, path.encode(), "100644", "0" * 40, 1) for path in paths]


def _chosen(paths: Paths, *globs: str) -> tuple[list[str], dict[str, str]]:
    chosen, left = select(_entries(*FILES), paths, globs)
    return [entry.path for entry in chosen], {entry.path: entry.reason for entry in left}


def test_without_globs_everything_is_read() -> None:
    assert _chosen(Paths()) == (list(FILES), {})


def test_what_the_policy_leaves_out_is_told_with_its_reason() -> None:
    chosen, left = _chosen(Paths(include=("src/", "docs/**"), exclude=("*.sql",)))
    assert chosen == ["docs/a.md", "src/a.py", "src/deep/b.py"]
    assert left == {
        "README.md": "policy: not in paths.include",
        "lib/gen/x.py": "policy: not in paths.include",
        "src/deep/b.sql": "policy: paths.exclude",
    }


def test_the_last_glob_that_matches_decides() -> None:
    assert _chosen(Paths(exclude=("*.py", "!a.py")))[0] == ["README.md", "docs/a.md", "src/a.py", "src/deep/b.sql"]


def test_a_subset_is_a_snapshot_of_its_own() -> None:
    assert _chosen(Paths(exclude=("*.sql",)), "src/deep", "/README.md") == (
        ["README.md", "src/deep/b.py"],
        {"src/deep/b.sql": "policy: paths.exclude"},
    )
    assert _chosen(Paths(), "nothing/**") == ([], {})


def test_an_entry_that_cannot_be_read_keeps_its_own_reason() -> None:
    bad = TreeEntry("a\\..", b"a\\..", "100644", "0" * 40, 1, "unsafe_path")
    assert select([bad], Paths(exclude=("**",)), ()) == ([], [Entry("a\\..", "unsafe_path")])


@pytest.mark.parametrize("pattern", ["*a" * 400 + "b", "**/" * 300 + "b", "[a-b]*" * 150 + "z"])
def test_a_pattern_made_to_hurt_costs_nothing(pattern: str) -> None:
    entries = _entries(*("/".join(["a" * 60] * 60) + str(n) for n in range(20)))
    start = time.perf_counter()
    chosen, left = select(entries, Paths(exclude=(pattern,)), ())
    assert time.perf_counter() - start < 2
    assert (len(chosen), left) == (20, [])
