"""Where the fork server listens: a Unix socket's path may have about 100 bytes, and a temporary folder deep in a build's tree leaves no room.

Takes nothing, gives nothing; the standard library is told of a shorter folder when its own would not do. Knows no worker.
"""

from __future__ import annotations

import os
import tempfile
from multiprocessing import util

_ROOM = 70
"""Bytes of a folder below which `/pymp-xxxxxxxx/listener-xxxxxxxx` still fits into the 104 bytes that the narrowest system allows."""
_SHORT = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # a private folder (mode 700) is made below, as `tempfile` makes it


def settle_address() -> None:
    """Have this process's sockets made in a short folder if the temporary one is too long; a system without one is left as it is."""
    if len(os.fsencode(tempfile.gettempdir())) <= _ROOM:
        return
    place = next((folder for folder in _SHORT if os.access(folder, os.W_OK | os.X_OK)), None)
    if place is None:
        return
    before = tempfile.tempdir
    tempfile.tempdir = place
    try:
        util.get_temp_dir()  # made once a process, remembered, and removed at its end
    finally:
        tempfile.tempdir = before
