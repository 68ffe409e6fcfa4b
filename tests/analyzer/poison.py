"""Work for workers that goes wrong in every way native code can: named by the file's path, so that workers find it by import."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import time
from pathlib import Path

from analyzer.reading import Reading, read_job
from analyzer.workers import Job
from chunkers.policy import ChunkingPolicy


class Forged:
    """What an overrun parser might send in place of an answer."""


def work(job: Job, policy: ChunkingPolicy) -> object:
    """Do what the path says, but only while native parsing is allowed (a soft limit over zero), or, for `always-`, while there are bytes."""
    kind = job.source.path.partition("/")[0]
    allowed = job.source.data is not None if kind.startswith("always-") else policy.limits.soft_seconds > 0
    if not allowed:
        return f"{job.source.path}: safe"
    return _ACTIONS[kind.removeprefix("always-")](job)


def crashing_read(job: Job, policy: ChunkingPolicy) -> Reading:
    """Read a file, but let native parsing of `bad.py` end the process."""
    if job.source.path == "bad.py" and policy.limits.soft_seconds > 0:
        os.abort()
    return read_job(job, policy)


def _segfault(_job: Job) -> object:
    return ctypes.string_at(0)


def _spin(_job: Job) -> object:
    while True:
        pass


def _sleep(_job: Job) -> object:
    time.sleep(600)
    return None


def _facts(_job: Job) -> object:
    """Report what this process may do."""
    return {
        "environment": Path("/proc/self/environ").read_bytes().decode(),
        "limits": Path("/proc/self/limits").read_text(),
        "status": Path("/proc/self/status").read_text(),
        "directory": str(Path.cwd()),
        "parent": os.getppid(),
        "network": Path("/proc/self/net/dev").read_text().count(":"),
        "writes": _refused(lambda: Path("/tmp/repochunk-worker-wrote").write_bytes(b"x")),
        "connects": _refused(lambda: socket.create_connection(("127.0.0.1", 9), timeout=1)),
    }


def _refused(attempt: object) -> str:
    try:
        attempt()  # type: ignore[operator]  # a callable without arguments
    except OSError as error:
        return type(error).__name__
    return ""


_ACTIONS = {
    "good": lambda job: f"{job.source.path}: {len(job.source.data or b'')}",
    "segfault": _segfault,
    "abort": lambda _job: os.abort(),
    "kill": lambda _job: os.kill(os.getpid(), signal.SIGKILL),
    "leave": lambda _job: os._exit(0),
    "spin": _spin,
    "sleep": _sleep,
    "memory": lambda _job: len(bytearray(64 * 1024**3)),
    "raise": lambda _job: int("x"),
    "forge": lambda _job: Forged(),
    "pid": lambda _job: os.getpid(),
    "facts": _facts,
}
