"""The output directory: made or recognised as ours, never through a symbolic link, locked while a run writes.

Takes a path; refuses foreign directories. Knows nothing of what is written inside.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reports.errors import LockedOutputError, UnsafeOutputError

MARKER = ".repochunk-output"
LITTER = (".writing-", ".old-", ".current-")
_MARKER_TEXT = "This directory is written by repochunk; everything in it can be made again.\n"
_IGNORE = "# written by repochunk: outputs are never committed\n*\n"
_TICK = 0.1


def prepare(out: Path) -> None:
    """Create `out`, or check that it is ours; mark it and keep git from tracking it.

    Raises:
        UnsafeOutputError: it is a symbolic link, no directory, or a foreign directory with something in it.
    """
    try:
        found = os.lstat(out)
    except FileNotFoundError:
        out.mkdir(parents=True, mode=0o755)
    else:
        if stat.S_ISLNK(found.st_mode):
            raise UnsafeOutputError(f"{out} is a symbolic link: name a real directory with --out")
        if not stat.S_ISDIR(found.st_mode):
            raise UnsafeOutputError(f"{out} is not a directory: name another one with --out")
        if not _is_regular(out / MARKER) and any(out.iterdir()):
            raise UnsafeOutputError(
                f"{out} holds files that repochunk did not write: name an empty or new directory with --out"
            )
    _keep(out / MARKER, _MARKER_TEXT)
    _keep(out / ".gitignore", _IGNORE)


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def _keep(path: Path, text: str) -> None:
    """Write a small file unless it is there; a link or anything else in its place is replaced, never followed."""
    if _is_regular(path):
        return
    aside = path.with_name(f".writing-{path.name.lstrip('.')}")
    remove(aside)
    with os.fdopen(
        os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    aside.replace(path)


def remove(path: Path) -> None:
    """Delete a file, link or tree; nothing behind a link is touched, a missing path is fine."""
    with suppress(FileNotFoundError):
        if stat.S_ISDIR(os.lstat(path).st_mode):
            shutil.rmtree(path)
        else:
            path.unlink()


def collect_litter(out: Path) -> None:
    """Delete what an interrupted run left behind. Only call it while holding the lock."""
    for entry in sorted(out.iterdir()):
        if entry.name.startswith(LITTER):
            remove(entry)


@contextmanager
def locked(out: Path, *, wait_seconds: float = 0.0) -> Iterator[None]:
    """Hold the lock of an output directory; it dies with the process.

    Raises:
        LockedOutputError: another run holds it and did not end within `wait_seconds`; the text names its process and
        host.
        UnsafeOutputError: the lock file is a link.
    """
    path = out / ".lock"
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UnsafeOutputError(f"{path} cannot be opened as a lock file ({error.strerror}): remove it") from error
    try:
        _acquire(handle, out, wait_seconds)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{os.getpid()} {socket.gethostname()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def _acquire(handle: int, out: Path, wait_seconds: float) -> None:
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                holder = os.pread(handle, 200, 0).decode("utf-8", "replace").split()
                who = f"process {holder[0]} on {holder[1]}" if len(holder) == 2 else "another run"  # noqa: PLR2004 - pid and host
                raise LockedOutputError(
                    f"{out} is being written by {who}: wait for it to end or use another --out"
                ) from None
            time.sleep(_TICK)
        else:
            return
