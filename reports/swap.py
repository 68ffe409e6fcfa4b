"""Two atomic moves of the file system: exchange two directories, and point a symbolic link elsewhere.

Takes paths on one file system; knows nothing of generations.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


def exchange(one: Path, two: Path) -> bool:
    """Exchange two existing paths atomically; False where the platform or the file system cannot."""
    a, b = os.fsencode(one), os.fsencode(two)
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return bool(libc.renamex_np(a, b, ctypes.c_uint(_EXCHANGE)) == 0)
        return bool(libc.renameat2(_AT_FDCWD, a, _AT_FDCWD, b, ctypes.c_uint(_EXCHANGE)) == 0)
    except (AttributeError, OSError):
        return False


def point(link: Path, target: str) -> bool:
    """Make `link` a symbolic link to `target` in one step; False where links cannot be made."""
    aside = link.with_name(f".current-{os.getpid()}")
    aside.unlink(missing_ok=True)
    try:
        aside.symlink_to(target)
        aside.replace(link)
    except (OSError, NotImplementedError):
        aside.unlink(missing_ok=True)
        return False
    return True


def sync_directory(path: Path) -> None:
    """Flush a directory's entries to the disk."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
