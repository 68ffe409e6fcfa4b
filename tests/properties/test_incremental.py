"""Promise 6: analyzing a commit after others gives the bytes that analyzing it alone gives, whatever was edited in between."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.store import open_store
from reports.store.fetch import snapshots
from tests.properties.edits import OPERATIONS, Step, Tree, Worlds, planted, random_script

NUMBERS = st.integers(0, (1 << 16) - 1)
SCRIPTS = st.lists(st.tuples(st.sampled_from(OPERATIONS), NUMBERS, NUMBERS), min_size=1, max_size=5)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return planted(tmp_path_factory.mktemp("scripts") / "repository")


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, tree: Tree) -> Iterator[Worlds]:
    worlds = Worlds(tmp_path_factory.mktemp("worlds"))
    assert worlds.compare(tree, tree.repository.commits[-1]) == []
    yield worlds
    assert worlds.known > worlds.read / 4  # most was not read again


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SCRIPTS)
def test_incremental_is_full(tree: Tree, worlds: Worlds, script: list[Step]) -> None:
    assert worlds.compare(tree, tree.play(script)) == []


@pytest.mark.parametrize("group", range(5))
def test_every_operation_keeps_incremental_full(tree: Tree, worlds: Worlds, group: int) -> None:
    pick = random.Random(group)
    names = sorted(set(OPERATIONS))[group::5]
    assert (
        worlds.compare(tree, tree.play([(name, pick.randrange(1 << 16), pick.randrange(1 << 16)) for name in names]))
        == []
    )


def test_the_store_saw_every_commit(tree: Tree, worlds: Worlds) -> None:
    for step in (("edit", 1, 2), ("add", 3, 4), ("edit", 5, 6), ("delete", 7, 8), ("add", 9, 10)):
        assert worlds.compare(tree, tree.play([step])) == []
    store = open_store(worlds.grown / "repochunk.db")
    rows = snapshots(store)
    store.close()
    assert len(rows) > 5
    assert all(row.done for row in rows)


def test_scripts_replay(tmp_path: Path) -> None:
    pick = random.Random(5)
    script = random_script(pick, 12)
    with tempfile.TemporaryDirectory() as other:
        trees = [planted(tmp_path / "a"), planted(Path(other) / "a")]
        for tree in trees:
            tree.repository.secrets.clear()
            (tree.path / "src/main/resources").mkdir(parents=True, exist_ok=True)
        listed = [{file.relative_to(tree.path): tree.path for file in tree.files()} for tree in trees]
        assert listed[0].keys() == listed[1].keys()
        for tree in trees:
            tree.play(script)
        listed = [{file.relative_to(tree.path): tree.path for file in tree.files()} for tree in trees]
        assert listed[0].keys() == listed[1].keys()
