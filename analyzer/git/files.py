"""Regular files below a directory, opened without following a link or waiting on a pipe.

Takes a directory and a relative name; gives bytes, or None when there is no such file. Anything but a regular file is refused.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from analyzer.errors import LimitError, UnsafeError

MAX_BYTES = 64 * 1024 * 1024
_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR})


def read_file(directory: Path, name: str | bytes, limit: int = MAX_BYTES) -> bytes | None:
    """Return the bytes of `directory/name`, None when it is not there.

    `directory` is trusted as given; no part of `name` may be a symbolic link.

    Raises:
        UnsafeError: a link, pipe, device or socket stands in the way.
        LimitError: the file holds more than `limit` bytes.
    """
    handle = _open(directory, os.fsencode(name))
    if handle is None:
        return None
    with os.fdopen(handle, "rb") as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise LimitError(f"{_shown(directory, name)} holds more than {limit} bytes")
    return data


def open_directory(directory: Path, name: bytes) -> int:
    """Return a handle on the folder `directory/name`, no part of `name` a link; the caller closes it. Raises OSError."""
    at = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in name.split(b"/") if name else []:
            deeper = os.open(part, _DIRECTORY, dir_fd=at)
            os.close(at)
            at = deeper
    except OSError:
        os.close(at)
        raise
    return at


def _open(directory: Path, name: bytes) -> int | None:
    *parents, last = name.split(b"/")
    at = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parents:
            deeper = os.open(part, _DIRECTORY, dir_fd=at)
            os.close(at)
            at = deeper
        handle = os.open(last, _FILE, dir_fd=at)
    except OSError as error:
        if error.errno in _ABSENT and not _is_link_to_nowhere(at, name):
            return None
        if error.errno in {errno.EISDIR, errno.ENAMETOOLONG}:
            return None
        raise UnsafeError(
            f"{_shown(directory, name)} cannot be opened safely ({os.strerror(error.errno or 0)})"
        ) from error
    finally:
        os.close(at)
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind):
        return handle
    os.close(handle)
    if stat.S_ISDIR(kind):
        return None
    raise UnsafeError(f"{_shown(directory, name)} is not a regular file")


def _is_link_to_nowhere(at: int, name: bytes) -> bool:
    """O_DIRECTORY|O_NOFOLLOW answers ENOTDIR for a link: tell a link from a plain absence."""
    for part in name.split(b"/"):
        try:
            if stat.S_ISLNK(os.stat(part, dir_fd=at, follow_symlinks=False).st_mode):
                return True
        except OSError:
            continue
    return False


def _shown(directory: Path, name: str | bytes) -> str:
    return f"{directory}/{os.fsdecode(name)}".encode("utf-8", "backslashreplace").decode().replace("\n", "\\n")
