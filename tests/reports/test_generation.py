from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from reports import swap
from reports.directory import MARKER, locked, prepare
from reports.errors import LockedOutputError, OutputError, SecretInOutputError, UnreadableOutputError, UnsafeOutputError
from reports.generation import write_generation
from reports.quality import judge
from reports.reading import open_generation, read_quality
from reports.record import RunRecord
from tests.reports.healthy import healthy


def clean(_: str) -> str | None:
    return None


def write(out: Path, name: str = "gen", run: RunRecord | None = None, **options: Any) -> Path:
    run = run or healthy()
    return write_generation(out, name, run, judge(run), check=clean, **options)


def test_current_opens_after_every_run_and_old_generations_stay(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, "one")
    write(out, "two")
    assert (out / "current" / "chunk-quality-report.yaml").is_file()
    assert str((out / "current").readlink()) == "two"
    assert (out / "one" / "chunks.json").is_file()
    assert sorted(p.name for p in out.iterdir() if not p.name.startswith(".")) == ["current", "one", "two"]
    assert (out / ".gitignore").read_text().endswith("*\n")


def test_a_second_run_of_the_same_commit_replaces_the_set_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, formats=("default", "jsonl"))
    write(out, formats=("report",), run_info={"seconds": 1})
    assert {p.name for p in (out / "gen").iterdir()} == {
        "chunk-quality-report.yaml",
        "redaction-report.yaml",
        "manifest.json",
        "run.json",
    }
    assert orjson.loads((out / "current" / "run.json").read_bytes()) == {"seconds": 1}
    assert not [p for p in out.iterdir() if p.name.startswith((".old-", ".writing-"))]


def test_replacing_works_without_an_atomic_exchange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.generation.exchange", lambda *_: False)
    write(tmp_path / "out")
    write(tmp_path / "out", formats=("report",))
    assert open_generation(tmp_path / "out").quality().verdict == "pass"


def test_exchange_swaps_two_directories_in_one_step(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "x").touch()
    assert swap.exchange(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b" / "x").exists()
    assert not swap.exchange(tmp_path / "a", tmp_path / "gone")


def test_without_symbolic_links_a_pointer_file_names_the_generation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr("reports.generation.point", lambda *_: False)
    write(out, "one")
    pointer = orjson.loads((out / "current.json").read_bytes())
    assert pointer["generation"] == "one"
    assert set(pointer["files"]) == {p.name for p in (out / "one").iterdir()}
    assert open_generation(out).path.name == "one"
    monkeypatch.undo()
    write(out, "two")
    assert not (out / "current.json").exists()
    assert open_generation(out).path.name == "two"


def test_extras_and_run_info_stand_outside_the_manifest(tmp_path: Path) -> None:
    folder = write(tmp_path / "out", extras={"chunk-diff.yaml": b"from: a\n"}, run_info={"workers": 2})
    named = {row["name"] for row in orjson.loads((folder / "manifest.json").read_bytes())["files"]}
    assert (folder / "chunk-diff.yaml").read_bytes() == b"from: a\n"
    assert named.isdisjoint({"chunk-diff.yaml", "run.json", "manifest.json"})


def test_a_secret_on_its_way_out_stops_everything(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, "one")
    run = healthy()
    method = next(c for c in run.chunks if c.chunk_type == "method_chunk")
    leak = replace(run, chunks=(replace(method, content=replace(method.content, raw="a\n\tLEAK-123")), *run.chunks))

    def check(text: str) -> str | None:
        return "rule-x" if "\n\tLEAK-123" in text else None  # as in the source, not as JSON spells it

    with pytest.raises(SecretInOutputError) as caught:
        write_generation(out, "two", leak, judge(run), check=check)
    assert "chunks.json" in str(caught.value)
    assert "rule-x" in str(caught.value)
    assert "LEAK" not in str(caught.value)
    assert not (out / "two").exists()
    assert open_generation(out).path.name == "one"
    assert not [p for p in out.iterdir() if p.name.startswith(".writing-")]


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a/b", "current", "current.json"])
def test_names_that_are_no_directory_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="cannot name a generation"):
        write(tmp_path / "out", name)


def test_foreign_directories_links_and_files_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("mine")
    (tmp_path / "file").write_text("x")
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name, why in (
        ("foreign", "did not write"),
        ("file", "not a directory"),
        ("link", "symbolic link"),
        ("dangling", "symbolic link"),
    ):
        with pytest.raises(UnsafeOutputError, match=why):
            write(tmp_path / name)
    assert [p.name for p in foreign.iterdir()] == ["thesis.txt"]
    assert not any((tmp_path / "real").iterdir())


def test_planted_links_inside_the_directory_are_never_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "precious").write_text("keep")
    out = tmp_path / "out"
    prepare(out)
    (out / "gen").symlink_to(victim)
    (out / ".writing-gen").symlink_to(victim)
    (out / ".old-x").symlink_to(victim)
    (out / ".gitignore").unlink()
    (out / ".gitignore").symlink_to(victim / "precious")
    (out / "current").mkdir()
    write(out)
    assert [p.name for p in victim.iterdir()] == ["precious"]
    assert (victim / "precious").read_text() == "keep"
    assert not (out / "gen").is_symlink()
    assert str((out / "current").readlink()) == "gen"


def test_a_lock_file_that_is_a_link_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    prepare(out)
    (tmp_path / "target").write_text("keep")
    (out / ".lock").symlink_to(tmp_path / "target")
    with pytest.raises(UnsafeOutputError, match="lock file"):
        write(out)
    assert (tmp_path / "target").read_text() == "keep"


def test_litter_of_an_interrupted_run_is_collected(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, "one")
    for name in (".writing-two", ".old-one"):
        (out / name).mkdir()
        (out / name / "chunks.json").write_text("{")
    write(out, "two")
    assert sorted(p.name for p in out.iterdir()) == [".gitignore", ".lock", MARKER, "current", "one", "two"]


def test_a_second_run_is_told_who_holds_the_directory(tmp_path: Path) -> None:
    out = tmp_path / "out"
    prepare(out)
    with locked(out), pytest.raises(LockedOutputError, match=f"process {os.getpid()} on "):
        write(out)
    write(out)


HOLD = """
import sys
import time
from pathlib import Path
from typing import Any
from reports.directory import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_lock_dies_with_its_process_and_waiting_gets_it(tmp_path: Path) -> None:
    out = tmp_path / "out"
    prepare(out)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(out)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockedOutputError, match=f"process {holder.pid}"), locked(out, wait_seconds=0.2):
            pass
        holder.send_signal(signal.SIGKILL)
        started = time.monotonic()
        with locked(out, wait_seconds=10):
            assert time.monotonic() - started < 9


KILLED = """
import sys
from pathlib import Path
from typing import Any
from tests.reports.healthy import healthy
from reports.generation import write_generation
from reports.quality import judge
run = healthy()
report = judge(run)
print("ready", flush=True)
number = 0
while True:
    number += 1
    write_generation(Path(sys.argv[1]), f"gen{number % 3}", run, report, check=lambda _: None, run_info={"number": number})
"""


def test_killed_at_any_moment_the_current_generation_is_whole(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out)
    for attempt in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(out)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        ) as writer:
            assert writer.stdout
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(0.006 * attempt)
            writer.send_signal(signal.SIGKILL)
        generation = open_generation(out)
        assert generation.chunks().chunks == healthy().chunks
        for row in generation.manifest.files:
            generation.read(row.name)
    write(out)
    assert not [p for p in out.iterdir() if p.name.startswith((".old-", ".writing-", ".current-"))]


def test_reading_refuses_what_was_changed_or_torn(tmp_path: Path) -> None:
    folder = write(tmp_path / "out")
    with pytest.raises(UnreadableOutputError, match=r"holds no chunks\.jsonl"):
        open_generation(folder).read("chunks.jsonl")
    data = (folder / "chunks.json").read_bytes()
    (folder / "chunks.json").write_bytes(data[:-10])
    with pytest.raises(UnreadableOutputError, match="not what was written"):
        open_generation(folder).chunks()
    (folder / "chunks.json").unlink()
    with pytest.raises(UnreadableOutputError, match="cannot be read"):
        open_generation(folder).chunks()
    with pytest.raises(UnreadableOutputError, match="no finished analysis"):
        open_generation(tmp_path)


def test_reading_accepts_minor_versions_and_refuses_major_ones(tmp_path: Path) -> None:
    folder = write(tmp_path / "out")
    report = folder / "chunk-quality-report.yaml"
    text = report.read_text()
    report.write_text(text.replace("'1.0'", "'1.7'").replace("verdict:", "novelty: 1\nverdict:"))
    assert read_quality(report).schema_version == "1.7"
    report.write_text(text.replace("'1.0'", "'2.0'"))
    with pytest.raises(UnreadableOutputError, match=r"schema version 2\.0"):
        read_quality(report)
    report.write_text(text.replace("verdict: pass", "verdict: [pass]"))
    with pytest.raises(UnreadableOutputError, match="verdict"):
        read_quality(report)
    report.write_text("{")
    with pytest.raises(UnreadableOutputError, match="no YAML"):
        read_quality(report)


def test_a_report_is_found_from_directory_generation_or_file(tmp_path: Path) -> None:
    folder = write(tmp_path / "out")
    expected = judge(healthy())
    for place in (tmp_path / "out", folder, tmp_path / "out" / "current", folder / "chunk-quality-report.yaml"):
        assert read_quality(place) == expected
