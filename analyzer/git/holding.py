"""Private directories that outlive a killed run: each is held by a lock that dies with its process, and the next run removes those nobody holds.

Takes directories, gives nothing back. The lock says more than a process number would: it also counts between containers that share a disk.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import suppress
from pathlib import Path

_LOCK = "held"
_FLAGS = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC


def hold(place: Path) -> int:
    """Hold `place` until the returned handle is closed or the process ends."""
    handle = os.open(place / f"{_LOCK}.new", _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    (place / f"{_LOCK}.new").rename(place / _LOCK)  # never there without being held
    return handle


def remove_abandoned(home: Path, prefix: str) -> None:
    """Remove the directories of ours in `home` whose names begin with `prefix` and whose process has ended."""
    with suppress(OSError), os.scandir(home) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.is_dir(follow_symlinks=False):
                _remove(Path(entry.path))


def _remove(place: Path) -> None:
    with suppress(OSError):
        if place.lstat().st_uid != os.getuid():
            return
        handle = os.open(place / _LOCK, _FLAGS)  # without one it is just being made, or not ours to judge
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(place, ignore_errors=True)
        finally:
            os.close(handle)
