"""Git as a process: nothing of our environment, a deadline on every wait, a cap on every output, no orphan."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from analyzer.errors import LimitError, RequestError
from analyzer.git import room as room_module
from analyzer.git.config import parse_config
from analyzer.git.layout import find_layout
from analyzer.git.process import GitProcess
from analyzer.git.program import git_program
from analyzer.git.room import CleanRoom
from tests.analyzer.git_repos import Repo


def test_the_environment_is_exactly_what_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "x")
    with GitProcess(["/usr/bin/env"], {"ONLY": "this"}, tmp_path) as process:
        assert process.exactly(10_000) == b"ONLY=this\n"
        assert process.finish() == 0


def test_a_silent_process_is_killed_with_its_children(tmp_path: Path) -> None:
    script = f"sleep 300 & echo $! > {tmp_path}/child; sleep 300"
    start = time.monotonic()
    process = GitProcess(["/bin/sh", "-c", script], {"PATH": os.defpath}, tmp_path, stall=0.6)
    with process, pytest.raises(LimitError, match="no answer"):
        process.line()
    assert time.monotonic() - start < 5
    child = int((tmp_path / "child").read_text())
    for _attempt in range(50):
        if not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2]:
            break
        time.sleep(0.05)
    else:
        pytest.fail("a child of the killed process lives on")


def test_an_endless_process_is_cut_at_the_cap(tmp_path: Path) -> None:
    with GitProcess(["/usr/bin/yes"], {}, tmp_path, cap=100_000) as process:
        process.exactly(60_000)
        with pytest.raises(LimitError, match="more than"):
            process.exactly(60_000)


def test_a_slow_reader_is_not_a_slow_git(tmp_path: Path) -> None:
    with GitProcess(["/bin/echo", "hello"], {}, tmp_path, stall=0.4) as process:
        time.sleep(1.0)
        assert process.line() == b"hello"


def test_leaving_early_leaves_nothing(tmp_path: Path) -> None:
    with GitProcess(["/bin/sleep", "300"], {}, tmp_path) as process:
        pid = process._process.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_complaints_are_made_safe_to_print(tmp_path: Path) -> None:
    with GitProcess(
        ["/bin/sh", "-c", r"printf 'bad \033[31m\001 thing\nmore' >&2"], {"PATH": os.defpath}, tmp_path
    ) as process:
        process.finish()
        time.sleep(0.2)
        assert process.complaint == "bad ?[31m? thing"


def test_an_old_git_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit({"a": "1"})
    fake = tmp_path / "bin/git"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho git version 2.30.9\n")
    fake.chmod(0o755)
    monkeypatch.setattr(room_module, "git_program", lambda: str(fake))
    with pytest.raises(RequestError, match=r"git 2\.30\.9 is too old .* 2\.39\.4"):
        CleanRoom(find_layout(repo.path))


def test_a_room_goes_also_when_a_signal_comes_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit({"a": "1"})
    room = CleanRoom(find_layout(repo.path))
    remove, removed = os.rmdir, []

    def interrupted(*arguments: Any, **more: Any) -> None:
        removed.append(arguments)
        if len(removed) == 2:
            raise KeyboardInterrupt
        remove(*arguments, **more)

    monkeypatch.setattr(os, "rmdir", interrupted)
    with pytest.raises(KeyboardInterrupt):
        room.close()
    assert not room.path.exists()


def test_only_absolute_places_are_searched_for_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "git").write_text("#!/bin/sh\ntouch ran\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f".::{os.environ['PATH']}")
    assert git_program().startswith("/")
    monkeypatch.setenv("PATH", ".")
    with pytest.raises(RequestError, match="git was not found"):
        git_program()


def test_importing_gitpython_runs_no_git_of_the_current_directory(tmp_path: Path) -> None:
    (tmp_path / "git").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (tmp_path / "git").chmod(0o755)
    code = "from analyzer.git.program import command_wrapper; print(command_wrapper().__name__)"
    root = Path(__file__).parents[2]
    environment = os.environ | {"PATH": f".:{os.environ['PATH']}", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Git\n"
    assert not (tmp_path / "ran").exists()


def test_a_config_is_read_by_its_own_rules_and_nothing_is_followed() -> None:
    text = rb"""
# comment
[core]
    repositoryformatversion = 0 ; note
    bare
[remote "Ori\"gin"]
    url = "https://x/ a;b" # c
    fetch = one \
two
[Extensions] objectFormat = SHA256
[include]
    path = /etc/passwd
[broken
    key = lost
"""
    values = parse_config(text)
    assert values["core.repositoryformatversion"] == "0"
    assert values["core.bare"] == "true"
    assert values['remote.Ori"gin.url'] == "https://x/ a;b"
    assert values['remote.Ori"gin.fetch'] == "one two"
    assert values["extensions.objectformat"] == "SHA256"
    assert values["include.path"] == "/etc/passwd"
    assert parse_config(b"\0\xff[[[\n=\n" * 1000) == {}
