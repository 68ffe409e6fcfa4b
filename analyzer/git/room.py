"""The clean room: a private, empty git directory from which git reads a target's objects and nothing else of it.

Takes a layout; gives git processes whose config, hooks, refs, index, grafts and replacements are ours (none), whatever the target holds.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path

from analyzer.errors import RequestError
from analyzer.git.files import read_file
from analyzer.git.holding import hold, remove_abandoned
from analyzer.git.layout import Layout
from analyzer.git.process import GitProcess
from analyzer.git.program import git_program

OLDEST_GIT = (2, 39, 4)
_PREFIX = "repochunk-"
_SETTINGS = (
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.attributesFile=/dev/null", "core.commitGraph=false",
    "core.multiPackIndex=false", "core.useReplaceRefs=false", "core.sshCommand=false", "core.alternateRefsCommand=", "protocol.allow=never",
    "credential.helper=", "diff.external=", "submodule.recurse=false", "log.showSignature=false", "gc.auto=0", "maintenance.auto=false",
)  # fmt: skip
_IDS = re.compile(rb"(?m)^(?:[0-9a-f]{64}|[0-9a-f]{40})$")
_FLAGS = ("--no-pager", "--no-replace-objects", "--literal-pathspecs")


class CleanRoom:
    """A private bare directory; removed by `close` or when the object dies. `shallow_ids` are the commits where history ends early."""

    def __init__(self, layout: Layout) -> None:
        """Make the room for one target.

        Raises:
            RequestError: no git, or one too old to be trusted with a hostile repository.
        """
        self.layout = layout
        self._git = git_program()
        boundary = read_file(layout.common_dir, "shallow") or b""
        self.shallow_ids = frozenset(oid.decode() for oid in _IDS.findall(boundary))
        remove_abandoned(Path(tempfile.gettempdir()), _PREFIX)
        self._temporary = tempfile.TemporaryDirectory(prefix=_PREFIX)
        self.path = Path(self._temporary.name)
        self._release = weakref.finalize(self, os.close, hold(self.path))
        try:
            self._furnish()
            self._check_version()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the room."""
        try:
            self._temporary.cleanup()
        except (
            BaseException
        ):  # a signal in the middle of it: the room goes all the same, and nobody else would remove the rest
            shutil.rmtree(self.path, ignore_errors=True)
            raise
        finally:
            self._release()

    def start(self, *arguments: str, index: Path | None = None) -> GitProcess:
        """Start `git ARGUMENTS` in the room. `index` names a private copy of an index."""
        return self._spawn(self.path, arguments, {"GIT_INDEX_FILE": os.fspath(index)} if index else {})

    def output(self, *arguments: str, index: Path | None = None, cap: int = 64 * 1024 * 1024) -> tuple[int, bytes, str]:
        """Run `git ARGUMENTS` to its end; return exit code, output (at most `cap` bytes) and first complaint."""
        with self.start(*arguments, index=index) as process:
            data = process.exactly(cap)
            code = process.finish()
            return code, data, process.complaint

    def at_target(self, *arguments: str) -> tuple[int, bytes]:
        """Run git on the target's own directory, hardened; the only way to read refs kept in tables. Nothing but `rev-parse` may come here."""
        with self._spawn(self.layout.git_dir, arguments, {}) as process:
            data = process.exactly(1024 * 1024)
            return process.finish(), data

    def _spawn(self, git_dir: Path, arguments: Sequence[str], extra: dict[str, str]) -> GitProcess:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        return GitProcess([self._git, *_FLAGS, *settings, *arguments], self._environment(git_dir) | extra, self.path)

    def _environment(self, git_dir: Path) -> dict[str, str]:
        return {
            "PATH": os.defpath,
            "HOME": os.fspath(self.path),
            "LC_ALL": "C",
            "GIT_DIR": os.fspath(git_dir),
            "GIT_OBJECT_DIRECTORY": os.fspath(self.layout.objects),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_ALLOW_PROTOCOL": "none",
            "GIT_TERMINAL_PROMPT": "0",
        }

    def _furnish(self) -> None:
        """Write what `git init --bare` would, with the target's object format and its shallow boundary."""
        for name in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
            (self.path / name).mkdir(parents=True)
        self.path.joinpath("HEAD").write_text("ref: refs/heads/none\n")
        version, extension = (
            ("1", "[extensions]\n\tobjectFormat = sha256\n") if self.layout.object_format == "sha256" else ("0", "")
        )
        self.path.joinpath("config").write_text(
            f"[core]\n\trepositoryformatversion = {version}\n\tbare = true\n{extension}"
        )
        if self.shallow_ids:
            self.path.joinpath("shallow").write_text("".join(f"{oid}\n" for oid in sorted(self.shallow_ids)))

    @property
    def shallow(self) -> bool:
        """Tell whether history ends early."""
        return bool(self.shallow_ids)

    def _check_version(self) -> None:
        _code, text, _complaint = self.output("version")
        match = re.search(rb"(\d+)\.(\d+)(?:\.(\d+))?", text)
        found = tuple(int(part or 0) for part in match.groups()) if match else (0,)
        if found < OLDEST_GIT:
            oldest = ".".join(map(str, OLDEST_GIT))
            raise RequestError(
                f"git {'.'.join(map(str, found))} is too old to read untrusted repositories; {oldest} or newer is needed"
            )
