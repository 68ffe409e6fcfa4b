"""Repositories made to run code, hang, mislead or leak: none of it may happen, whatever is in `.git`."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer.errors import RepochunkError, UnsafeError
from analyzer.history import read_history
from analyzer.snapshot import open_snapshot
from analyzer.worktree import open_worktree
from chunkers.source import SourceFile
from tests.analyzer.git_repos import Repo

FILES: dict[str, str | bytes] = {
    "a.py": "print(1)\n",
    "b.csv": "x,y\n",
    ".gitattributes": "*.py diff=evil filter=evil merge=evil\n*.csv text\n",
}

Arm = Callable[[Repo, Path], None]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a repository `r` of the files above and another one, `other`, that holds a secret."""
    folder = tmp_path_factory.mktemp("ready")
    Repo.make(folder / "r").commit(FILES)
    Repo.make(folder / "other").commit({"s.txt": "TOP SECRET\n"})
    return folder


@pytest.fixture
def laid(ready: Path, tmp_path: Path) -> tuple[Repo, Repo, Path]:
    """Fresh copies of both, and the folder in which anything that runs leaves its mark."""
    shutil.copytree(ready, tmp_path, dirs_exist_ok=True)
    (tmp_path / "mark").mkdir()
    return Repo(tmp_path / "r"), Repo(tmp_path / "other"), tmp_path / "mark"


def _command(mark: Path, name: str) -> str:
    return f"touch {mark}/{name}; cat; true"


def _config(key: str) -> Arm:
    return lambda repo, mark: _set(repo, key, _command(mark, key.replace(".", "_")))


def _set(repo: Repo, key: str, value: str) -> None:
    repo.git("config", key, value)


def _script(path: Path, mark: Path, name: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch {mark}/{name}\n")
    path.chmod(0o755)


def _hooks(repo: Repo, mark: Path) -> None:
    for name in (
        "post-index-change",
        "post-checkout",
        "reference-transaction",
        "fsmonitor-watchman",
        "pre-auto-gc",
        "query-watchman",
    ):
        _script(repo.path / ".git/hooks" / name, mark, f"hook_{name}")


def _hooks_path(repo: Repo, mark: Path) -> None:
    _script(repo.path / "h/reference-transaction", mark, "hooks_path")
    _set(repo, "core.hooksPath", "h")


def _include(repo: Repo, mark: Path) -> None:
    (repo.path / "inc").write_text(f'[core]\n\tfsmonitor = "touch {mark}/include"\n')
    _set(repo, "include.path", "../inc")


def _conditional_include(repo: Repo, mark: Path) -> None:
    (repo.path / "inc").write_text(
        f'[core]\n\tsshCommand = "touch {mark}/includeif"\n\tfsmonitor = "touch {mark}/includeif"\n'
    )
    _set(repo, f"includeIf.gitdir:{repo.path}/.path", "../inc")


def _worktree_config(repo: Repo, mark: Path) -> None:
    _set(repo, "extensions.worktreeConfig", "true")
    repo.git("config", "--worktree", "core.fsmonitor", _command(mark, "worktree_config"))


def _forget(repo: Repo) -> None:
    repo.loose(repo.git("rev-parse", "HEAD:a.py")).unlink()


def _promisor(url: str, **settings: str) -> Arm:
    def arm(repo: Repo, mark: Path) -> None:
        _forget(repo)
        _set(repo, "core.repositoryformatversion", "1")
        _set(repo, "extensions.partialClone", "origin")
        _set(repo, "remote.origin.promisor", "true")
        _set(repo, "remote.origin.url", url.format(mark=mark, repo=repo.path))
        _set(repo, "protocol.ext.allow", "always")
        for key, name in settings.items():
            _set(repo, key.replace("__", "."), f"touch {mark}/{name}")

    return arm


def _replace(repo: Repo, _mark: Path) -> None:
    repo.git("replace", "-f", repo.git("rev-parse", "HEAD:a.py"), repo.blob(b"EVIL REPLACED\n"))


def _grafts(repo: Repo, _mark: Path) -> None:
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/grafts").write_text(repo.git("rev-parse", "HEAD") + "\n")


def _config_text(text: str) -> Arm:
    def arm(repo: Repo, _mark: Path) -> None:
        with (repo.path / ".git/config").open("a") as config:
            config.write(text)

    return arm


def _file(name: str, data: bytes) -> Arm:
    def arm(repo: Repo, _mark: Path) -> None:
        target = repo.path / ".git" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    return arm


def _index(repo: Repo, _mark: Path) -> None:
    (repo.path / ".git/index").write_bytes(os.urandom(300))


def _submodule(repo: Repo, mark: Path) -> None:
    repo.write(
        {
            ".gitmodules": f'[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% {mark}/sub\n\tupdate = !touch {mark}/sub\n'
        }
    )
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.git('rev-parse', 'HEAD')},x")
    repo.git("add", ".gitmodules")
    repo.git("commit", "-qm", "sub")


def _embedded(repo: Repo, mark: Path) -> None:
    bare = Repo.make(repo.path / "sub/bare", "--bare")
    _set(bare, "core.fsmonitor", _command(mark, "embedded"))
    for name in ("refs/.keep", "objects/.keep"):
        (bare.path / name).write_text("")


HARMLESS: dict[str, Arm] = {
    "fsmonitor": _config("core.fsmonitor"),
    "textconv": _config("diff.evil.textconv"),
    "external_diff": _config("diff.external"),
    "diff_command": _config("diff.evil.command"),
    "filter_clean": _config("filter.evil.clean"),
    "filter_smudge": _config("filter.evil.smudge"),
    "filter_process": _config("filter.evil.process"),
    "merge_driver": _config("merge.evil.driver"),
    "pager": _config("core.pager"),
    "pager_of_command": _config("pager.cat-file"),
    "alias": lambda repo, mark: _set(repo, "alias.cat-file", f"!touch {mark}/alias"),
    "alias_rev_parse": lambda repo, mark: _set(repo, "alias.rev-parse", f"!touch {mark}/alias"),
    "editor": _config("core.editor"),
    "askpass": _config("core.askPass"),
    "credential_helper": lambda repo, mark: _set(repo, "credential.helper", f"!touch {mark}/credential"),
    "ssh_command": _config("core.sshCommand"),
    "git_proxy": _config("core.gitProxy"),
    "alternate_refs": _config("core.alternateRefsCommand"),
    "gpg": lambda repo, mark: (_set(repo, "gpg.program", f"touch {mark}/gpg"), _set(repo, "log.showSignature", "true"))[
        0
    ],
    "trace": lambda repo, mark: _set(repo, "trace2.eventTarget", f"{mark}/trace"),
    "uploadpack_hook": _config("uploadpack.packObjectsHook"),
    "hooks": _hooks,
    "hooks_path": _hooks_path,
    "include": _include,
    "include_if": _conditional_include,
    "worktree_config": _worktree_config,
    "promisor_ext": _promisor("ext::sh -c touch% {mark}/promisor"),
    "promisor_ssh": _promisor("ssh://localhost/x", core__sshCommand="promisor_ssh"),
    "promisor_uploadpack": _promisor("{repo}", remote__origin__uploadpack="promisor_pack"),
    "promisor_vcs": _promisor("x", remote__origin__vcs="promisor_vcs"),
    "replace_refs": _replace,
    "grafts": _grafts,
    "core_worktree": lambda repo, _mark: _set(repo, "core.worktree", "/etc"),
    "broken_config": _config_text("[core\n  x"),
    "config_of_garbage": _file("config", b"\0\xff[[]]\n=\n" * 50),
    "unknown_extension": lambda repo, _mark: (
        _set(repo, "core.repositoryformatversion", "1"),
        _set(repo, "extensions.fooBar", "1"),
    )[0],
    "future_format": lambda repo, _mark: _set(repo, "core.repositoryformatversion", "99"),
    "broken_commit_graph": _file("objects/info/commit-graph", b"CGPH\x01\x01\x05\0" + b"\xff" * 400),
    "broken_multi_pack_index": _file("objects/pack/multi-pack-index", b"MIDX" + b"\xff" * 400),
    "pack_of_garbage": _file("objects/pack/pack-" + "1" * 40 + ".idx", b"\xfftOc" + b"\xff" * 2000),
    "submodule_update": _submodule,
    "embedded_bare": _embedded,
    "mailmap": lambda repo, _mark: _set(repo, "mailmap.file", "/etc/passwd"),
    "attributes_file": lambda repo, _mark: _set(repo, "core.attributesFile", "/etc/passwd"),
    "info_attributes": _file("info/attributes", b"* filter=evil\n"),
}
"""Kinds that must be read as if nothing were there."""


@pytest.mark.parametrize("kind", HARMLESS)
def test_nothing_runs_and_the_commits_own_content_is_read(kind: str, laid: tuple[Repo, Repo, Path]) -> None:
    repo, _other, mark = laid
    repo.write({"a.py": "dirty\n"})
    HARMLESS[kind](repo, mark)
    if kind == "submodule_update":
        (repo.path / "a.py").write_text("print(1)\n")
    for stray in mark.iterdir():
        stray.unlink()  # what git itself ran while the trap was laid
    with open_snapshot(repo.path) as snapshot:
        files = {f.path: f.data for f in snapshot.read() if isinstance(f, SourceFile)}
        read_history(snapshot, 100)
    missing = kind.startswith("promisor")
    assert files.get("b.csv") == b"x,y\n"
    assert files.get("a.py") == (None if missing else b"print(1)\n")
    assert ("a.py" in {entry.path for entry in snapshot.skipped}) == missing
    assert list(mark.iterdir()) == []


def _pipe(name: str) -> Arm:
    def arm(repo: Repo, _mark: Path) -> None:
        target = repo.path / ".git" / name
        target.parent.mkdir(exist_ok=True)
        target.unlink(missing_ok=True)
        os.mkfifo(target)

    return arm


def _alternates(name: str) -> Arm:
    def arm(repo: Repo, mark: Path) -> None:
        (repo.path / ".git/objects/info").mkdir(exist_ok=True)
        (repo.path / f".git/objects/info/{name}").write_text(f"{mark.parent}/other/.git/objects\n")

    return arm


def _linked_objects(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/objects").rename(repo.path / ".git/was")
    (repo.path / ".git/objects").symlink_to(mark.parent / "other/.git/objects")


def _link_among_objects(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/objects/5e").symlink_to(mark.parent / "other/.git/objects")


def _git_file(repo: Repo, mark: Path) -> None:
    (repo.path / ".git").rename(repo.path / "was")
    (repo.path / ".git").write_text(f"gitdir: {mark.parent}/other/.git\n")


def _git_link(repo: Repo, mark: Path) -> None:
    (repo.path / ".git").rename(repo.path / "was")
    (repo.path / ".git").symlink_to(mark.parent / "other/.git")


def _false_worktree(repo: Repo, mark: Path) -> None:
    """A worktree record of our own making that points back at us, but whose common directory is another repository."""
    (repo.path / ".git").rename(repo.path / "was")
    record = repo.path / "worktrees/n"
    record.mkdir(parents=True)
    (record / "HEAD").write_text("ref: refs/heads/main\n")
    (record / "commondir").write_text(f"{mark.parent}/other/.git\n")
    (record / "gitdir").write_text(f"{repo.path}/.git\n")
    (repo.path / ".git").write_text(f"gitdir: {record}\n")


def _common_dir(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/commondir").write_text(f"{mark.parent}/other/.git\n")


def _linked_ref(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/refs/heads/main").unlink()
    (repo.path / ".git/refs/heads/main").symlink_to(mark.parent / "other/.git/refs/heads/main")


def _linked_refs_folder(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/refs/heads").rename(repo.path / ".git/was")
    (repo.path / ".git/refs/heads").symlink_to(mark.parent / "other/.git/refs/heads")


def _linked_head(repo: Repo, mark: Path) -> None:
    (repo.path / ".git/HEAD").unlink()
    (repo.path / ".git/HEAD").symlink_to(mark.parent / "other/.git/HEAD")


def _linked_config(repo: Repo, _mark: Path) -> None:
    (repo.path / ".git/config").unlink()
    (repo.path / ".git/config").symlink_to("/etc/passwd")


REFUSED: dict[str, Arm] = {
    "alternates": _alternates("alternates"),
    "http_alternates": _alternates("http-alternates"),
    "linked_objects": _linked_objects,
    "link_among_objects": _link_among_objects,
    "git_file": _git_file,
    "git_link": _git_link,
    "false_worktree": _false_worktree,
    "common_dir": _common_dir,
    "linked_ref": _linked_ref,
    "linked_refs_folder": _linked_refs_folder,
    "linked_head": _linked_head,
    "linked_config": _linked_config,
    "pipe_as_head": _pipe("HEAD"),
    "pipe_as_config": _pipe("config"),
    "pipe_as_ref": _pipe("refs/heads/main"),
    "pipe_as_shallow": _pipe("shallow"),
    "pipe_as_object": _pipe("objects/pipe"),
    "pipe_as_commit_graph": _pipe("objects/info/commit-graph"),
    "pipe_as_pack_index": _pipe("objects/pack/pack-" + "2" * 40 + ".idx"),
}
"""Kinds that lead elsewhere or wait for ever: refused, exit code 3."""


@pytest.mark.parametrize("kind", REFUSED)
def test_layouts_that_lead_elsewhere_are_refused(kind: str, laid: tuple[Repo, Repo, Path]) -> None:
    repo, _other, mark = laid
    REFUSED[kind](repo, mark)
    start = time.monotonic()
    with pytest.raises(UnsafeError) as caught:
        open_snapshot(repo.path)
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    assert time.monotonic() - start < 5


def test_a_pipe_as_packed_refs_is_refused_when_it_must_be_read(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit(FILES)
    os.mkfifo(repo.path / ".git/packed-refs")
    start = time.monotonic()
    with pytest.raises(UnsafeError):
        open_snapshot(repo.path, "main")
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("kind", ["alternates", "git_file", "linked_objects", "git_link", "common_dir"])
def test_the_operator_may_trust_a_layout(kind: str, laid: tuple[Repo, Repo, Path]) -> None:
    repo, other, mark = laid
    commit, own = other.git("rev-parse", "HEAD"), repo.git("rev-parse", "HEAD")
    REFUSED[kind](repo, mark)
    with open_snapshot(
        repo.path, own if kind in {"alternates", "common_dir"} else commit, trust_layout=True
    ) as snapshot:
        assert snapshot.entries


def test_objects_borrowed_from_the_environment_are_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other, repo = Repo.make(tmp_path / "other"), Repo.make(tmp_path / "r")
    foreign = other.commit({"s.txt": "TOP SECRET\n"})
    repo.commit(FILES)
    monkeypatch.setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", str(other.path / ".git/objects"))
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", f"touch {tmp_path}/ran")
    with open_snapshot(repo.path) as snapshot:
        assert "a.py" in {entry.path for entry in snapshot.entries}
    with pytest.raises(RepochunkError):
        open_snapshot(repo.path, foreign)
    assert not (tmp_path / "trace").exists()
    assert not (tmp_path / "ran").exists()


def test_git_of_the_current_directory_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit(FILES)
    _script(repo.path / "git", tmp_path, "ran")
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")
    with open_snapshot(".") as snapshot:
        assert snapshot.entries
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "kind", ["fsmonitor", "filter_clean", "filter_process", "hooks", "include", "worktree_config", "core_worktree"]
)
def test_a_work_tree_is_read_without_running_anything(kind: str, laid: tuple[Repo, Repo, Path]) -> None:
    repo, _other, mark = laid
    HARMLESS[kind](repo, mark)
    repo.write({"a.py": "dirty\n"})
    for stray in mark.iterdir():
        stray.unlink()
    with open_worktree(repo.path) as snapshot:
        files = {f.path: f.data for f in snapshot.read() if isinstance(f, SourceFile)}
    assert files["a.py"] == b"dirty\n"
    assert list(mark.iterdir()) == []


def test_a_broken_index_is_one_clear_error(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit(FILES)
    _index(repo, tmp_path)
    with pytest.raises(RepochunkError, match="index cannot be read"):
        open_worktree(repo.path)
    with open_snapshot(repo.path) as snapshot:
        assert len(snapshot.entries) == 3


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    repo = Repo.make(tmp_path / "r")
    repo.commit({f"f{n}.txt": "x" * 2000 for n in range(200)})
    snapshot = open_snapshot(repo.path)
    answers = snapshot.read()
    next(answers)
    room = str(snapshot.room.path)
    answers.close()  # type: ignore[attr-defined]  # a generator left half way
    snapshot.close()
    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert room not in running
