"""Many commits through the command line: ranges, a base to compare with, what the store says of them afterwards, and the cache."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from analyzer import cache as cache_module
from analyzer.git.objects import Found, contents
from analyzer.git.room import CleanRoom
from analyzer.pipeline import Request, run
from reports.store import open_store
from reports.store.maintain import digest_rows
from tests.analyzer.called import Answer, call
from tests.repos import Repository, git, repository_of

ORDERS = """class Orders:
    def create(self, order):
        total = sum(line.price for line in order.lines)
        if total <= 0:
            raise ValueError("empty order")
        return self.store.put(order, total)

    def cancel(self, number):
        return self.store.remove(number)
"""
TEST = "from orders import Orders\n\n\ndef test_cancel():\n    assert Orders().cancel(1)\n"


def history(path: Path) -> Repository:
    """Five commits: files, an edit, a move with an edit, a document, a revert of the edit."""
    repository = repository_of(path, {"orders.py": ORDERS, "test_orders.py": TEST, "README.md": "# Shop\n\nText.\n"})
    repository.write({"orders.py": ORDERS.replace("empty order", "nothing ordered")})
    repository.commit("edit", "2026-01-02T00:00:00Z")
    (path / "orders.py").rename(path / "shop_orders.py")
    repository.write({"shop_orders.py": ORDERS.replace("empty order", "no lines")})
    repository.commit("move", "2026-01-03T00:00:00Z")
    repository.write({"README.md": "# Shop\n\nOther text.\n"})
    repository.commit("document", "2026-01-04T00:00:00Z")
    repository.write({"shop_orders.py": ORDERS})
    repository.commit("revert", "2026-01-05T00:00:00Z")
    return repository


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("time")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place / "cache"))
        yield place


@pytest.fixture(scope="module")
def repository(home: Path) -> Repository:
    return history(home / "shop")


def analyze(repository: Repository, out: Path, *options: object) -> Answer:
    done = call(
        "analyze", repository.path, "--out", out, "--jobs", 1, "--no-progress", "--repository-id", "acme/shop", *options
    )
    assert done.returncode in (0, 1), done.stderr
    return done


@pytest.fixture(scope="module")
def walked(home: Path, repository: Repository) -> tuple[Path, Answer]:
    """The whole range in one go, after its first commit."""
    out = home / "walked"
    analyze(repository, out, "--commit", repository.commits[0])
    return out, analyze(repository, out, "--range", f"{repository.commits[0]}..main")


def generation(out: Path, commit: str) -> dict[str, bytes]:
    unlike = {"run.json", "chunk-diff.yaml"}
    return {file.name: file.read_bytes() for file in (out / commit[:12]).iterdir() if file.name not in unlike}


def test_a_range_goes_oldest_first_and_says_what_each_commit_came_to(
    repository: Repository, walked: tuple[Path, Answer]
) -> None:
    lines = walked[1].stdout.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [
        [f"{number}/4", commit[:12]] for number, commit in enumerate(repository.commits[1:], 1)
    ]
    assert {line.split()[2] for line in lines[:-1]} <= {"PASS", "WARN"}
    assert lines[-1] == "4 commits, 0 of them failed a gate"
    assert "2 of 3 results known" in lines[0]
    assert (walked[0] / "current").readlink().name == repository.commits[-1][:12]


def test_every_commit_of_a_range_is_as_if_analyzed_alone(
    repository: Repository, walked: tuple[Path, Answer], tmp_path: Path
) -> None:
    for commit in repository.commits:
        analyze(repository, tmp_path / "alone", "--commit", commit, "--no-cache", "--no-store")
        assert generation(tmp_path / "alone", commit) == generation(walked[0], commit)


def test_a_range_broken_off_goes_on_where_it_stopped(
    repository: Repository, walked: tuple[Path, Answer], tmp_path: Path
) -> None:
    out, first, last = tmp_path / "out", repository.commits[0], repository.commits[2]
    analyze(repository, out, "--commit", first)
    analyze(repository, out, "--range", f"{first}..{last}")
    again = analyze(repository, out, "--range", f"{first}..main").stdout.splitlines()
    assert ["stands" in line for line in again[:-1]] == [True, True, False, False]
    stores = [open_store(place / "repochunk.db") for place in (out, walked[0])]
    for store in stores:
        with store.write() as connection:
            connection.exec_driver_sql("UPDATE runs SET info = ''")  # wall clock
    assert digest_rows(stores[0]) == digest_rows(stores[1])
    for store in stores:
        store.close()


def test_a_failing_commit_in_a_range_fails_it(repository: Repository, tmp_path: Path) -> None:
    policy = tmp_path / "strict.yaml"
    policy.write_text("gates: {size_bands: {severity: error, threshold: 0}}\n")
    done = analyze(repository, tmp_path / "out", "--range", "main~2..main", "--policy", policy)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "2 commits, 2 of them failed a gate"


def test_an_empty_range_is_no_failure(repository: Repository, tmp_path: Path) -> None:
    done = analyze(repository, tmp_path / "out", "--range", "main..main")
    assert (done.returncode, done.stdout) == (0, "main..main holds no commits\n")


@pytest.mark.parametrize("bad", ["main", "a...b", "..", "main..nowhere", "--all..main", "main..HEAD@{1}"])
def test_other_forms_of_a_range_are_refused(repository: Repository, tmp_path: Path, bad: str) -> None:
    done = call("analyze", repository.path, "--out", tmp_path / "out", f"--range={bad}")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("option", [["--commit", "main~1"], ["--base", "main~1"], ["--worktree"]])
def test_a_range_names_its_commits_itself(repository: Repository, tmp_path: Path, option: list[str]) -> None:
    done = call("analyze", repository.path, "--out", tmp_path / "out", "--range", "main~1..main", *option)
    assert done.returncode == 2
    assert "--range" in done.stderr


def test_merged_branches_count_by_their_merge(tmp_path: Path) -> None:
    repository = repository_of(tmp_path / "r", {"a.md": "# A\n"})
    git(repository.path, "checkout", "-q", "-b", "side")
    for text in ("one", "two"):
        repository.write({"b.md": f"# {text}\n"})
        repository.commit(text)
    git(repository.path, "checkout", "-q", "main")
    git(repository.path, "merge", "-q", "--no-ff", "-m", "merge", "side")
    merge = git(repository.path, "rev-parse", "HEAD").strip()
    done = analyze(repository, tmp_path / "out", "--range", f"{repository.commits[0]}..main", "--no-store")
    assert [line.split()[1] for line in done.stdout.splitlines()[:-1]] == [merge[:12]]


def test_a_base_is_compared_with_whatever_the_store_holds(repository: Repository, tmp_path: Path) -> None:
    out = tmp_path / "out"
    analyze(repository, out, "--base", repository.commits[0])
    found = yaml.safe_load((out / "current" / "chunk-diff.yaml").read_text())
    assert found["from"]["commitSha"] == repository.commits[0]
    assert found["to"]["commitSha"] == repository.commits[-1]
    moved = {(move["from"]["path"], move["to"]["path"]) for move in found["moved"]}
    assert moved == {("orders.py", "shop_orders.py")}
    told = call("diff", repository.commits[0], "main", repository.path, "--repository-id", "acme/shop", "--quiet")
    assert yaml.safe_load(told.stdout) == found


def versions(out: Path, logical: str, *options: str) -> Any:
    done = call("history", logical, "--out", out, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def chunk(out: Path, commit: str, title: str) -> Any:
    listed = json.loads((out / commit[:12] / "chunks.json").read_text())["chunks"]
    return next(c for c in listed if c["title"].endswith(title) and c["chunkType"] == "method_chunk")


@pytest.mark.seed("P40")
def test_history_follows_a_unit_through_edit_move_and_revert(
    repository: Repository, walked: tuple[Path, Answer]
) -> None:
    out, commits = walked[0], repository.commits
    last = chunk(out, commits[-1], "create")
    found = versions(out, last["logicalChunkId"])
    assert [(v["path"], v["firstSeen"]["commitSha"], v["lastSeen"]["commitSha"]) for v in found] == [
        ("orders.py", commits[0], commits[0]),
        ("orders.py", commits[1], commits[1]),
        ("shop_orders.py", commits[2], commits[3]),
        ("shop_orders.py", commits[4], commits[4]),
    ]
    assert len({v["lineageId"] for v in found}) == 1
    assert [v["isLatest"] for v in found] == [False, False, False, True]
    before = [None, *(chunk(out, commit, "create")["chunkId"] for commit in (commits[0], commits[1], commits[3]))]
    assert [v["supersedesChunkId"] for v in found] == before
    assert versions(out, last["chunkId"]) == found
    plain = call("history", last["logicalChunkId"], "--out", out).stdout.splitlines()
    assert [line.startswith("latest") for line in plain] == [False, False, False, True]
    assert call("store", "history", last["logicalChunkId"], "--out", out).stdout.splitlines() == plain


def test_lineage_is_handed_on_over_commits_nobody_analyzed(repository: Repository, tmp_path: Path) -> None:
    out = tmp_path / "out"
    analyze(repository, out, "--commit", repository.commits[0])
    analyze(repository, out)
    last = chunk(out, repository.commits[-1], "cancel")
    found = versions(out, last["logicalChunkId"])
    assert [(v["path"], v["isLatest"]) for v in found] == [("orders.py", False), ("shop_orders.py", True)]


def test_an_unknown_unit_and_too_little_clearance_are_one_clear_line(
    walked: tuple[Path, Answer], repository: Repository
) -> None:
    done = call("history", "chunklog_nothing", "--out", walked[0])
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    last = chunk(walked[0], repository.commits[-1], "cancel")
    done = call("history", last["logicalChunkId"], "--out", walked[0], "--clearance", "public")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--clearance private" in done.stderr


def test_exports_hold_the_chunks_of_a_snapshot(
    walked: tuple[Path, Answer], repository: Repository, tmp_path: Path
) -> None:
    out, commit = walked[0], repository.commits[1]
    whole = json.loads((out / commit[:12] / "chunks.json").read_text())["chunks"]
    lines, table = tmp_path / "chunks.jsonl", tmp_path / "chunks.parquet"
    for target, form in ((lines, "jsonl"), (table, "parquet")):
        done = call("store", "export", "--out", out, "--commit", commit, "--format", form, "--to", target)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{len(whole)} chunks of acme/shop @ {commit[:12]}")
    assert [json.loads(line) for line in lines.read_text().splitlines()] == whole
    rows = pq.read_table(table).to_pylist()
    assert [(r["chunkId"], r["raw"], r["path"], r["linkedNodes"]) for r in rows] == [
        (c["chunkId"], c["content"]["raw"], c["source"]["path"], c["linkedNodes"]) for c in whole
    ]
    assert [json.loads(r["attributes"]) for r in rows] == [c["attributes"] for c in whole]
    assert {file.name for file in tmp_path.iterdir()} == {"chunks.jsonl", "chunks.parquet"}


def test_parquet_without_pyarrow_says_what_to_install(
    walked: tuple[Path, Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    target = tmp_path / "chunks.parquet"
    done = call("store", "export", "--out", walked[0], "--format", "parquet", "--to", target)
    assert (done.returncode, target.exists()) == (2, False)
    assert (
        done.stderr
        == "repochunk: error: Parquet needs pyarrow, which is not installed: pip install 'repochunk[parquet]'\n"
    )
    assert call("store", "export", "--out", walked[0], "--format", "parquet").returncode == 2


def test_pruning_and_compacting_keep_histories(repository: Repository, tmp_path: Path) -> None:
    out = tmp_path / "out"
    analyze(repository, out, "--range", f"{repository.commits[0]}..main", "--formats", "report")
    done = call("store", "prune", "--out", out, "--keep", 1)
    assert done.stdout == "dropped 3 snapshots\n"
    done = call("store", "vacuum", "--out", out)
    assert done.returncode == 0
    told = call("store", "info", "--out", out, "--json")
    assert told.returncode == 0, told.stderr
    info = json.loads(told.stdout)
    assert len(info["snapshots"]) == 1
    assert info["rows"]["lifecycle"] > info["rows"]["chunks"]


def test_the_cache_can_be_looked_at_and_cleared(
    home: Path, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
    info = json.loads(call("cache", "info", "--json").stdout)
    assert (info["entries"], info["bytes"], info["readable"]) == (0, 0, True)
    assert call("cache", "clear").stdout == "deleted 0 results\n"
    analyze(repository, tmp_path / "out", "--no-store")
    info = json.loads(call("cache", "info", "--json").stdout)
    assert info["entries"] == 3
    assert "3 results" in call("cache", "info").stdout
    assert call("cache", "clear").stdout == "deleted 3 results\n"
    assert json.loads(call("cache", "info", "--json").stdout)["entries"] == 0
    (tmp_path / "c" / "repochunk" / f"results-{cache_module.SCHEMA}.db").write_bytes(b"no database at all" * 100)
    assert "damaged" in call("cache", "info").stdout
    assert call("cache", "clear").returncode == 0
    assert json.loads(call("cache", "info", "--json").stdout)["readable"] is True


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_that_others_may_write_is_no_cache(repository: Repository, tmp_path: Path, mode: int) -> None:
    place = tmp_path / "c"
    request = Request(repository.path, cache=place, repository_id="acme/shop", workers=1)
    assert run(request).reuse == (0, 3)
    assert run(request).reuse == (3, 0)
    place.chmod(mode)
    assert run(request).reuse is None
    place.chmod(0o700)
    assert run(request).reuse == (3, 0)


def test_flipped_bytes_anywhere_in_the_cache_change_no_output(repository: Repository, tmp_path: Path) -> None:
    place, pick = tmp_path / "c", random.Random(3)
    request = Request(repository.path, cache=place, repository_id="acme/shop", workers=1)
    calm = run(request)
    file = cache_module.results_file(place)
    whole = file.read_bytes()
    for round_ in range(12):
        torn = bytearray(whole)
        for _ in range(4 ** (round_ % 5)):
            torn[pick.randrange(len(torn))] ^= 1 << pick.randrange(8)
        for beside in place.glob("results-*"):
            beside.unlink()
        file.write_bytes(torn)
        again = run(request)
        assert again.chunks == calm.chunks
        assert again.report == calm.report


def test_after_a_commit_only_the_blobs_that_changed_are_read(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(room: CleanRoom, ids: Sequence[str]) -> Iterator[Found]:
        read.extend(ids)
        return contents(room, ids)

    monkeypatch.setattr("analyzer.snapshot.contents", counted)
    first = Request(repository.path, repository.commits[0], cache=tmp_path / "c", repository_id="acme/shop", workers=1)
    run(first)
    assert len(read) == 3
    for commit, changed in ((1, ["orders.py"]), (3, ["README.md", "shop_orders.py"]), (4, ["shop_orders.py"])):
        read.clear()
        run(replace(first, commit=repository.commits[commit]))
        wanted = [git(repository.path, "rev-parse", f"{repository.commits[commit]}:{path}").strip() for path in changed]
        assert sorted(read) == sorted(wanted)
    read.clear()
    run(replace(first, commit=repository.commits[4]))
    assert read == []
