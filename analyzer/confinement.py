"""What a worker process gives up before it reads its first file: secrets, memory, files, processes, privileges, the network.

Takes limits, changes the calling process for good. Each measure that a platform or a container refuses is left out: killing the process
from outside is what the others rest on.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType

KEPT_ENVIRONMENT = (
    "LANG", "LC_ALL", "LC_CTYPE", "TZ",
    "PYTHONHASHSEED", "PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "PYTHONDONTWRITEBYTECODE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "KF_RULE_CACHE_DIR",
)  # fmt: skip
"""All a worker may know of the operator's environment: how to print text, and where its own interpreter, libraries and
compiled rules lie."""

MEMORY_IS_CAPPED = sys.platform.startswith("linux")
OPEN_FILES = 128
CPU_SECONDS = 3600
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000


@contextmanager
def allowed_environment() -> Iterator[None]:
    """Hide all but the allowed variables from what is started inside, the current directory from its import path, and the program we are part of.

    A process cannot wipe what it was started with: the kernel shows it for as long as it lives. So it must not be there at the start. The
    current directory may be a repository with a `graph/` folder of its own. `multiprocessing` would import the main program into each worker: a
    caller's script would run there once more, and the command line would be loaded for nothing.
    """
    before, program = dict(os.environ), sys.modules["__main__"]
    try:
        sys.modules["__main__"] = ModuleType("__main__")
        for name in before.keys() - set(KEPT_ENVIRONMENT):
            del os.environ[name]
        os.environ["PYTHONSAFEPATH"] = "1"
        yield
    finally:
        sys.modules["__main__"] = program
        os.environ.clear()
        os.environ.update(before)


def confine_server() -> None:
    """Leave the network and the right to gain privileges; for the fork server, whose children inherit both."""
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None)
    if libc.unshare(_NEW_NETWORK) != 0:
        libc.unshare(_NEW_USER | _NEW_NETWORK)  # refused in most containers
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def confine_worker(memory_bytes: int) -> None:
    """Set the limits of one worker: `memory_bytes` of address space where the platform counts it (not on macOS).

    Nothing can be written to files, no process can be started, and the worker dies with the fork server. What native code prints when it
    aborts goes nowhere.
    """
    import resource  # noqa: PLC0415  # exists on POSIX only

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    os.chdir("/")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    caps = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_NPROC, 0),
    ]
    if MEMORY_IS_CAPPED:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        caps.append((resource.RLIMIT_AS, memory_bytes))
    for kind, cap in caps:
        with suppress(ValueError, OSError):  # a lower limit is there already
            resource.setrlimit(kind, (cap, cap))
