import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.analyzer.called import call
from tests.conftest import Cli
from tests.repos import Repository, repository_of

HEAVY = ("networkx", "git", "pydantic", "sqlalchemy", "tree_sitter", "pebble", "yaml", "rich")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import atexit, sys; sys.argv = ['repochunk', '--help']\n"
        "from analyzer.cli import main\n"
        f"atexit.register(lambda: print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr))\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert "analyze" in done.stdout


def test_a_repository_with_our_package_names_is_never_executed(tmp_path: Path, cli: Cli) -> None:
    trap = "open({!r}, 'w').close()\n"
    mark = tmp_path / "executed"
    packages = (
        "analyzer",
        "chunkers",
        "graph",
        "reports",
        "git",
        "networkx",
        "yaml",
        "pebble",
        "click",
        "orjson",
        "encodings",
        "json",
    )
    files: dict[str, str | bytes] = {f"{name}/__init__.py": trap.format(str(mark)) for name in packages}
    repository = repository_of(tmp_path / "repo", files)
    done = cli("analyze", ".", "--out", tmp_path / "out", cwd=repository.path)
    assert done.returncode in (0, 1), done.stderr
    assert not mark.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("analyze", "/nowhere"), 2, "/nowhere"),
        (("analyze", "{repo}", "--commit", "no-such-branch"), 2, "no-such-branch"),
        (("analyze", "{repo}", "--commit", "HEAD@{1}"), 2, "HEAD@{1}"),
        (("analyze", "{repo}", "--policy", "/nowhere.yaml"), 2, "/nowhere.yaml"),
        (("analyze", "{repo}", "--formats", "pdf"), 2, "pdf"),
        (("analize",), 2, "analyze"),
    ],
)
def test_a_bad_request_is_one_clear_line(
    arguments: tuple[str, ...], code: int, text: str, book_shelf: Repository, tmp_path: Path
) -> None:
    words = [word.replace("{repo}", str(book_shelf.path)) for word in arguments]
    done = call(*words, *(["--out", tmp_path / "out"] if words[0] == "analyze" else []))
    assert done.returncode == code
    assert text in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_unknown_policy_keys_name_the_nearest_known_one(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text("chunking:\n  maxTokens: 3\n")
    done = call("policy", "check", tmp_path / "p.yaml")
    assert done.returncode == 2
    assert "chunking.maxTokensPerChunk" in done.stderr


def test_policy_init_writes_the_defaults(tmp_path: Path) -> None:
    assert call("policy", "init", tmp_path / "p.yaml").returncode == 0
    empty = tmp_path / "empty.yaml"
    empty.write_text("")
    answers = [call("policy", "check", file).stdout.split("digest ")[1] for file in (tmp_path / "p.yaml", empty)]
    assert answers[0] == answers[1]
    assert call("policy", "init", tmp_path / "p.yaml").returncode == 2


def test_outputs_are_byte_identical_for_any_number_of_workers_and_any_hash_seed(
    book_shelf: Repository, tmp_path: Path, cli: Cli
) -> None:
    seen = set()
    for workers, seed in (("1", "0"), ("3", "4242")):
        out = tmp_path / f"{workers}-{seed}"
        done = cli(
            "analyze",
            book_shelf.path,
            "--out",
            out,
            "--jobs",
            workers,
            env={"PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        )
        assert done.returncode in (0, 1), done.stderr
        seen.add(tuple(file.read_bytes() for file in sorted((out / "current").iterdir()) if file.name != "run.json"))
    assert len(seen) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [("--version",), ("languages",)])
def test_output_that_cannot_be_written_is_no_success(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from analyzer.cli import main; main()", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr


def test_a_reader_that_goes_away_is_no_failure() -> None:
    code = "import os, sys; os.dup2(int(sys.argv.pop(1)), 1); from analyzer.cli import main; main()"
    out, into = os.pipe()
    os.close(out)
    done = subprocess.run(
        [sys.executable, "-c", code, str(into), "--version"],
        pass_fds=[into],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(into)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("length", [1, 120])
def test_a_run_leaves_nothing_in_the_temporary_folder(tmp_path: Path, cli: Cli, length: int) -> None:
    """Also one too long for the path of a socket."""
    repository = repository_of(tmp_path / "repo", {"a.py": "def one():\n    return 1\n"})
    room = tmp_path / ("r" * length)
    room.mkdir()
    done = cli("analyze", repository.path, "--out", tmp_path / "out", env={"TMPDIR": str(room)})
    assert done.returncode in (0, 1), done.stderr
    assert list(room.iterdir()) == []
