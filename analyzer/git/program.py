"""Which git is run, and GitPython's wrapper around it.

Gives an absolute path from the operator's PATH; relative places in it are left out, as they may lie in the analysed repository.
"""

from __future__ import annotations

import os
import shutil
from functools import lru_cache
from typing import TYPE_CHECKING

from analyzer.errors import RequestError

if TYPE_CHECKING:
    from git.cmd import Git

_CHOSEN = "GIT_PYTHON_GIT_EXECUTABLE"


def git_program() -> str:
    """Return the absolute path of git, never one in the current directory."""
    places = [place for place in os.environ.get("PATH", os.defpath).split(os.pathsep) if place.startswith(os.sep)]
    found = shutil.which("git", path=os.pathsep.join(places))
    if not found:
        raise RequestError("git was not found; install git 2.39.4 or newer")
    return found


@lru_cache(maxsize=1)
def command_wrapper() -> type[Git]:
    """Return GitPython's command wrapper. Importing it runs git once: see to it that this is ours, and reads nobody's settings."""
    ours = {_CHOSEN: git_program(), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        from git.cmd import Git  # noqa: PLC0415  # only here is the environment as it must be
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    return Git
