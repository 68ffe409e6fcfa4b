"""A generation that stands: whole, as it was written, and made for the same question; then a run has nothing to do.

Takes an output directory and a key, gives what its run.json says. Uses the standard library alone: a run with nothing to do must load nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RUN = "run.json"
_BLOCK = 1024 * 1024

Written = dict[str, list[Any]]
"""By file name: sha256, then size, time of the last change of content and of the inode (ns), and inode, as the system says."""


def written(folder: Path, digests: Mapping[str, str]) -> Written:
    """Return what there is to know of files that were just written; no program can set the time an inode changed."""
    return {name: [digests[name], *_facts(folder / name)] for name in sorted(digests)}


def sealed(run: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of run.json with a digest over itself, so that a torn or edited one is never believed."""
    return {**run, "seal": _seal(run)}


def standing(out: Path, key: str, commit: str) -> tuple[Path, dict[str, Any]] | None:
    """Return the generation of `out` that was made for `key`, and its run.json; None when there is none or any file of it has changed.

    `commit` is an id by whose first digits generations are named; the one `current` leads to is looked at first.
    """
    for name in _candidates(out, commit):
        run = _run(out / name)
        if run is not None and run.get("question") == key and _is_whole(out / name, run.get("written")):
            return out / name, run
    return None


def _candidates(out: Path, commit: str) -> list[str]:
    try:
        listed = sorted(name for name in os.listdir(out) if name.startswith(commit[:12]))  # noqa: PTH208  # names are wanted
        current = os.readlink(out / "current")  # noqa: PTH115  # same
    except OSError:
        return []
    names = dict.fromkeys([current, *listed])
    return [name for name in names if "/" not in name and not name.startswith(".")]


def _run(place: Path) -> dict[str, Any] | None:
    try:
        run = json.loads((place / RUN).read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(run, dict) or run.pop("seal", None) != _seal(run):
        return None
    return run


def _seal(run: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(run, sort_keys=True).encode()).hexdigest()


def _is_whole(place: Path, known: object) -> bool:
    """Tell whether every file is as it was written: by the system's word, else (the directory was copied) by its digest."""
    if not isinstance(known, dict) or not known:
        return False
    try:
        return all(
            _facts(place / name) == facts or _sha256(place / name) == digest for name, (digest, *facts) in known.items()
        )
    except (OSError, ValueError):
        return False


def _facts(path: Path) -> list[int]:
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError(path.name)
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def _sha256(path: Path) -> str:
    whole = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            whole.update(block)
    return whole.hexdigest()
