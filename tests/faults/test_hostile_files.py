"""Hostile files through real workers: each gets an answer that accounts for its lines, soon, and harms no other file."""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from analyzer import workers
from analyzer.reading import Reading, read_job
from chunkers import syntax
from chunkers.chunk import FileResult
from chunkers.policy import ChunkingPolicy, Limits
from chunkers.source import Outcome, SourceFile
from tests.conftest import Cli, Outputs
from tests.faults.hostile import HOME, NESTS, mutated, nested, nests
from tests.repos import FIXTURES, repository_of
from tests.road import road

CRASHES = {
    row["name"]: (row.get("before", "") + row.get("unit", "") * row.get("times", 0) + row.get("after", "")).encode()
    for row in tomllib.loads((HOME / "crashes.toml").read_text())["input"]
}
UNPARSED = ChunkingPolicy(limits=Limits(soft_seconds=0.0))


def timed(job: workers.Job, policy: ChunkingPolicy) -> tuple[Reading, float]:
    start = time.process_time()  # a busy machine makes no file late
    reading = read_job(job, policy)
    return reading, time.process_time() - start


def read(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[FileResult, float, str | None]]:
    policy, log = ChunkingPolicy(), workers.WorkerLog()
    jobs = (
        workers.Job(SourceFile(path, path.encode(), "100644", "0" * 40, len(data), data), ()) for path, data in files
    )
    for reading, seconds in workers.run(jobs, timed, policy, 1, log):
        yield reading.result, seconds, log.quarantined.get(reading.result.path)


def complaints(result: FileResult, seconds: float) -> list[str]:
    """Return what no file may make us do."""
    wrong = [
        f"{rule} {message}" for rule, _line, message in result.warnings if rule in ("chunker_error", "unit_out_of_file")
    ]
    if result.unproved:
        wrong.append("a chunk does not match its file")
    if seconds > ChunkingPolicy().limits.hard_seconds + 2:
        wrong.append(f"took {seconds:.1f} s")
    if result.drafts and result.outcome is not Outcome.METADATA_ONLY and result.owned != result.lines:
        wrong.append(f"{result.lines - result.owned} lines without an owner")
    return wrong


def test_saved_inputs_end_in_a_verdict_within_the_limit() -> None:
    answers = list(read(CRASHES.items()))
    assert [result.path for result, _seconds, _reason in answers] == list(CRASHES)
    assert [c for result, seconds, _reason in answers for c in complaints(result, seconds)] == []
    assert {reason for _result, _seconds, reason in answers} == {None}
    reasons = {result.path: result.reason for result, _seconds, _reason in answers}
    assert reasons["Template.kt"] == "nesting_too_deep"
    assert reasons["record.cpy"] == reasons["quotes.cbl"] == "unsafe_grammar"
    assert reasons["pack.pl"] is None  # read with a line end at its end


def test_two_thousand_hostile_inputs_end_in_a_verdict() -> None:
    samples: dict[str, list[bytes]] = {}
    for path in sorted([*FIXTURES.glob("languages/*/*"), *FIXTURES.glob("formats/*/*")]):
        if path.is_file() and path.suffix and path.stat().st_size < 20_000:
            samples.setdefault(f"a{path.suffix}", []).append(path.read_bytes())
    files = [(f"{at}/{name}", data) for at, (name, data) in enumerate(nests((60, 1100), 12_000))]
    names = list(samples)
    while len(files) < 2000:
        pick = random.Random(len(files))
        name = names[len(files) % len(names)]
        files.append((f"{len(files)}/{name}", mutated(samples[name], pick, pick.choice((200, 600, 1500)))))
    wrong: list[str] = []
    quarantined: list[str] = []
    count = 0
    for result, seconds, reason in read(files):
        assert result.path == files[count][0]
        count += 1
        wrong += [f"{result.path}: {complaint}" for complaint in complaints(result, seconds)]
        quarantined += [f"{result.path}: {reason}"] if reason else []
    assert count == 2000
    assert wrong == []
    assert quarantined == []


@pytest.mark.parametrize("name", sorted(NESTS))
def test_nesting_within_reason_is_no_cause_to_give_up(name: str) -> None:
    for nest in NESTS[name]:
        result = road(name, nested(nest, 8))
        assert (result.reason or "") in (
            "",
            "unsafe_grammar",
            "weak_grammar",
            "not_understood",
            "syntax_errors",
            "content:binary",
        ), nest


def test_a_query_that_loses_matches_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "class Shelf:\n    def put(self, book):\n        return store(book)\n" * 3
    assert road("shelf.py", source).outcome is Outcome.CHUNKED
    monkeypatch.setattr(syntax, "MATCH_LIMIT", 1)
    result = road("shelf.py", source)
    assert (result.outcome, result.reason) == (Outcome.FALLBACK, "match_limit")
    assert "Shelf.put" in {draft.title for draft in result.drafts}


@pytest.mark.parametrize("path", sorted((HOME / "outline").iterdir()), ids=lambda path: path.name)
def test_a_quarantined_file_still_gives_named_units(path: Path) -> None:
    result = road(path.name, path.read_bytes(), UNPARSED)
    assert result.outcome is Outcome.FALLBACK
    names = {draft.title.rsplit(".", 1)[-1].lower() for draft in result.drafts}
    assert {"open", "close", "main"} <= names
    assert "shop" in names or path.suffix in (".sh", ".pl")
    assert result.owned == result.lines


@pytest.mark.parametrize(("path", "depth"), [("deep.yaml", 300), ("deep.md", 300)])
def test_a_refused_document_keeps_its_sections(path: str, depth: int) -> None:
    deep = {"yaml": "nested: " + "- " * depth + "x\n", "md": "> " * depth + "x\n\n"}[path.split(".")[1]]
    text = {
        "yaml": f"server:\n  port: 80\n  host: a\nstore:\n  url: b\n{deep}jobs:\n  - name: c\n",
        "md": f"# Server\n\nListens.\n\n{deep}## Store\n\nKeeps.\n\n## Jobs\n\nRun.\n",
    }[path.split(".")[1]]
    result = road(path, text)
    shown = " ".join(draft.title for draft in result.drafts).lower()
    assert all(name in shown for name in ("server", "store", "jobs")), shown


def test_good_files_are_the_same_with_and_without_hostile_ones(tmp_path: Path, cli: Cli) -> None:
    good: dict[str, str | bytes] = {}
    for path in sorted(FIXTURES.glob("languages/*/*"))[:40]:
        if path.is_file():
            good[f"src/{path.parent.name}/{path.name}"] = path.read_bytes()
    bad: dict[str, str | bytes] = {f"bad/{name}": data for name, data in CRASHES.items()}
    seen = []
    for name, files in (("calm", good), ("mixed", {**good, **bad})):
        repository = repository_of(tmp_path / name, files)
        out = tmp_path / f"{name}-out"
        done = cli(
            "analyze", repository.path, "--out", out, "--repository-id", "x/y", "--no-cache", "--no-store", "--quiet"
        )
        assert done.returncode in (0, 1), done.stderr
        seen.append(unlinked(Outputs(out / "current").chunks))
    assert seen[0] == seen[1]
    assert len(seen[0]) > 40


def unlinked(chunks: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the chunks of good files without what names the commit or leads into the graph, which sees all files."""
    dropped = {"chunkId", "snapshotId", "commitSha", "provenance", "parentChunkId", "childChunkIds", "linkedNodes"}
    return [
        {key: value for key, value in chunk.items() if key not in dropped}
        for chunk in chunks
        if str(chunk["source"]["path"]).startswith("src/")  # type: ignore[index]  # JSON
    ]
