"""Where a repository keeps its parts, found and checked without running anything.

Takes the path a user named; gives the git directory, the shared directory, the objects and what the config says of their form. Refuses every
layout that would make git read another repository: redirecting `.git` files, `commondir`, alternates, links among the objects.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from analyzer.errors import RequestError, UnsafeError
from analyzer.git.config import parse_config
from analyzer.git.files import read_file

_SMALL = 64 * 1024
_ADVICE = "pass --trust-layout if you know this repository"


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of one repository. `git_dir` holds HEAD, `common_dir` refs and config; they differ in a linked worktree.

    `work_tree` is None for a bare repository. `config` holds the values of the common config file.
    """

    root: Path
    git_dir: Path
    common_dir: Path
    work_tree: Path | None
    config: Mapping[str, str]

    @property
    def objects(self) -> Path:
        """Return the object directory."""
        return self.common_dir / "objects"

    @property
    def object_format(self) -> str:
        """Return "sha1" or "sha256"."""
        return "sha256" if self.config.get("extensions.objectformat", "").lower() == "sha256" else "sha1"

    @property
    def reftable(self) -> bool:
        """Tell whether refs are kept in tables instead of files."""
        return (
            self.config.get("extensions.refstorage", "").lower().startswith("reftable")
            or (self.common_dir / "reftable").is_dir()
        )


def find_layout(start: Path, *, trust_layout: bool = False) -> Layout:
    """Return the layout of the repository that holds `start`.

    Raises:
        RequestError: there is no repository there.
        UnsafeError: the layout leads elsewhere and `trust_layout` is false.
    """
    if not start.is_dir():
        raise RequestError(f"{start}: no such directory")
    given = Path(os.path.realpath(start))
    if _looks_like_git_dir(given):
        return _bare(given, trust_layout)
    for folder in (given, *given.parents):
        marker = folder / ".git"
        if os.path.lexists(marker):
            return _checked(folder, marker, trust_layout)
    raise RequestError(f"{start} is not inside a git repository")


def _looks_like_git_dir(path: Path) -> bool:
    return (
        (path / "objects").is_dir()
        and os.path.lexists(path / "HEAD")
        and ((path / "refs").is_dir() or (path / "reftable").is_dir())
    )


def _bare(path: Path, trust: bool) -> Layout:
    _refuse_redirects(path, trust)
    config = _config(path)
    work_tree = path.parent if path.name == ".git" and config.get("core.bare", "false") != "true" else None
    layout = Layout(work_tree or path, path, path, work_tree, config)
    return _with_safe_objects(layout, trust)


def _checked(folder: Path, marker: Path, trust: bool) -> Layout:
    if marker.is_symlink():
        if not trust:
            raise UnsafeError(f"{marker} is a symbolic link; {_ADVICE}")
        marker = Path(os.path.realpath(marker))
    if marker.is_dir():
        _refuse_redirects(marker, trust)
        return _with_safe_objects(Layout(folder, marker, marker, folder, _config(marker)), trust)
    return _linked(folder, marker, trust)


def _linked(folder: Path, marker: Path, trust: bool) -> Layout:
    """Follow a `.git` file, when what it names points back at it: a linked worktree or a submodule's checkout."""
    text = read_file(marker.parent, marker.name, _SMALL)
    if text is None or not text.startswith(b"gitdir:"):
        raise RequestError(f"{marker} is not a git directory nor a link to one")
    target = Path(os.path.realpath(folder / os.fsdecode(text[7:].strip())))
    if not _looks_like_git_dir(target) and not os.path.lexists(target / "HEAD"):
        raise RequestError(f"{marker} names {target}, which is not a git directory")
    common = _common_dir(target)
    config = _config(common)
    if not trust and not (
        _worktree_points_back(target, common, marker) or _submodule_points_back(target, common, config, folder)
    ):
        raise UnsafeError(f"{marker} leads to {target}, which does not point back; {_ADVICE}")
    return _with_safe_objects(Layout(folder, target, common, folder, config), trust)


def _common_dir(git_dir: Path) -> Path:
    text = read_file(git_dir, "commondir", _SMALL)
    return git_dir if text is None else Path(os.path.realpath(git_dir / os.fsdecode(text.strip())))


def _worktree_points_back(target: Path, common: Path, marker: Path) -> bool:
    back = read_file(target, "gitdir", _SMALL)
    if back is None or target.parent != common / "worktrees":
        return False
    return Path(os.path.realpath(target / os.fsdecode(back.strip()))) == marker


def _submodule_points_back(target: Path, common: Path, config: Mapping[str, str], folder: Path) -> bool:
    back = config.get("core.worktree")
    return common == target and back is not None and Path(os.path.realpath(target / back)) == folder


def _refuse_redirects(git_dir: Path, trust: bool) -> None:
    if not trust and os.path.lexists(git_dir / "commondir"):
        raise UnsafeError(f"{git_dir}/commondir redirects to another repository; {_ADVICE}")


def _config(common: Path) -> Mapping[str, str]:
    return parse_config(read_file(common, "config", 4 * 1024 * 1024) or b"")


def _with_safe_objects(layout: Layout, trust: bool) -> Layout:
    if not layout.objects.is_dir():
        raise RequestError(f"{layout.common_dir} has no object directory")
    if not trust:
        if layout.objects.is_symlink():
            raise UnsafeError(f"{layout.objects} is a symbolic link; {_ADVICE}")
        for name in ("info/alternates", "info/http-alternates"):
            if os.path.lexists(layout.objects / name):
                raise UnsafeError(f"{layout.objects}/{name} borrows objects of another repository; {_ADVICE}")
        _refuse_odd_files(layout.objects)
    return layout


def _refuse_odd_files(objects: Path) -> None:
    """Refuse links and pipes among the objects: git would follow or wait for them."""
    waiting = [os.fspath(objects)]
    while waiting:
        with os.scandir(waiting.pop()) as listing:
            for entry in listing:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif not entry.is_file(follow_symlinks=False):
                    raise UnsafeError(f"{objects} holds a link, pipe or device ({entry.name!r}); {_ADVICE}")
