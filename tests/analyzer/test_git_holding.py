"""What a killed run leaves in the temporary directory is removed by the next one, and nothing else is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.git.holding import hold, remove_abandoned
from analyzer.snapshot import open_snapshot
from tests.repos import repository_of

OPEN = "import sys, time; from analyzer.snapshot import open_snapshot; s = open_snapshot(sys.argv[1]); print(s.room.path, flush=True); time.sleep(60)"


def test_the_room_of_a_killed_run_goes_with_the_next_run_and_a_living_one_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = repository_of(tmp_path / "r", {"a.md": "# A\n"})
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr("tempfile.tempdir", None)
    rooms = []
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", OPEN, repository.path], stdout=subprocess.PIPE, text=True)
        assert process.stdout
        rooms.append((process, Path(process.stdout.readline().strip())))
    (dead, left), (alive, kept) = rooms
    dead.send_signal(signal.SIGKILL)
    dead.communicate()
    assert left.is_dir()
    with open_snapshot(repository.path) as mine:
        assert not left.exists()
        assert kept.is_dir()
        assert mine.room.path.is_dir()
    alive.kill()
    alive.communicate()


def test_only_what_was_held_once_and_is_no_more_goes(tmp_path: Path) -> None:
    names = ("repochunk-dead", "repochunk-held", "repochunk-new", "other-dead")
    for name in names:
        (tmp_path / name).mkdir()
    os.close(hold(tmp_path / "repochunk-dead"))
    os.close(hold(tmp_path / "other-dead"))
    handle = hold(tmp_path / "repochunk-held")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "file").write_text("x")
    (tmp_path / "repochunk-link").symlink_to(tmp_path / "elsewhere")
    remove_abandoned(tmp_path, "repochunk-")
    os.close(handle)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        "elsewhere", "other-dead", "repochunk-held", "repochunk-link", "repochunk-new",
    ]  # fmt: skip
    assert (tmp_path / "elsewhere" / "file").exists()
