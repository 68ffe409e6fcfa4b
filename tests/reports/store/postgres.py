"""A throw-away PostgreSQL server for tests: its own data directory, reached by a socket only, gone with the session."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def binaries() -> Path | None:
    """Return the directory with initdb and postgres, None where there is no server."""
    places = [
        *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True),
        *map(Path, os.environ.get("PATH", "").split(os.pathsep)),
    ]
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def missing() -> str | None:
    """Return why there can be no server, None when there can."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed (extra: postgres)"
    if binaries() is None:
        return "no PostgreSQL server programs on this machine (Debian: postgresql)"
    return None


def _owner() -> str | None:
    """PostgreSQL refuses to run as root: return a user to run it as, None for ourselves."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def serve() -> Iterator[str]:
    """Run a server and yield its URL."""
    place = binaries()
    assert place is not None
    user = _owner()
    home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if user:
        shutil.chown(home, user)
    data = home / "data"
    try:
        subprocess.run(
            [place / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
            check=True,
            capture_output=True,
            user=user,
            cwd=home,
        )
        command: list[str | Path] = [
            place / "postgres",
            "-D",
            data,
            "-k",
            home,
            "-c",
            "listen_addresses=",
            "-c",
            "fsync=off",
            "-c",
            "shared_buffers=16MB",
        ]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=home
        ) as server:
            try:
                _await(home / ".s.PGSQL.5432", place, home)
                yield f"postgresql://tester@/postgres?host={home}"
            finally:
                server.send_signal(signal.SIGQUIT)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _await(socket: Path, place: Path, home: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if (
            socket.exists()
            and subprocess.run([place / "pg_isready", "-h", home], capture_output=True, check=False).returncode == 0
        ):
            return
        time.sleep(0.1)
    raise TimeoutError("PostgreSQL did not start")
