"""One git process: started in its own process group, watched, capped, and killed with all its children.

Takes a command and its whole environment; gives its output as a stream. GitPython's command wrapper starts it; `env -i` in front keeps
every variable of ours out, which the wrapper by itself would pass on.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from analyzer.errors import LimitError
from analyzer.git.program import command_wrapper

STALL_SECONDS = 25.0
OUTPUT_CAP = 64 * 1024 * 1024 * 1024
_CHUNK = 1024 * 1024
_STDERR_CAP = 4096


class GitProcess:
    """A running git. Use as a context manager; leaving it kills what is left of the process group."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        cwd: Path,
        *,
        stall: float = STALL_SECONDS,
        cap: int = OUTPUT_CAP,
    ) -> None:
        """Start `command` in `cwd` with exactly `environment`. `stall` bounds one wait for output in seconds, `cap` all output in bytes."""
        pairs = [f"{name}={value}" for name, value in environment.items()]
        self._handle = command_wrapper()(cwd).execute(
            ["/usr/bin/env", "-i", *pairs, *command],
            istream=subprocess.PIPE,
            as_process=True,
            start_new_session=True,
        )
        assert self._handle.proc is not None
        self._process: subprocess.Popen[bytes] = self._handle.proc
        self._what = next((word for word in command[1:] if not word.startswith("-") and "=" not in word), "git")
        self._stall, self._cap, self._read = stall, cap, 0
        self._waiting_since: float | None = None
        self._overdue = False
        self._done = threading.Event()
        self._complaint = b""
        self._threads = [threading.Thread(target=job, daemon=True) for job in (self._watch, self._drain)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def feed(self, lines: Iterable[bytes]) -> None:
        """Write `lines` to the process from a thread of their own, then close its input."""
        thread = threading.Thread(target=self._write, args=(lines,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def send(self, data: bytes) -> None:
        """Write `data` now; for exchanges small enough for the pipe."""
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(data)
            self._stdin.flush()

    def line(self) -> bytes:
        """Return the next line without its LF; empty at the end of the output."""
        return self._timed(lambda: self._stdout.readline(_CHUNK)).rstrip(b"\n")

    def exactly(self, count: int) -> bytes:
        """Return the next `count` bytes, fewer at the end of the output."""
        return self._timed(lambda: self._stdout.read(count))

    def records(self) -> Iterator[bytes]:
        """Yield the NUL-terminated records of the rest of the output."""
        rest = b""
        while chunk := self._timed(lambda: self._stdout.read1(_CHUNK)):  # type: ignore[attr-defined]  # a BufferedReader
            *whole, rest = (rest + chunk).split(b"\0")
            yield from whole
        if rest:
            yield rest

    def finish(self) -> int:
        """Wait for the end and return the exit code."""
        with contextlib.suppress(BrokenPipeError, ValueError):
            self._stdin.close()
        self._timed(lambda: self._process.wait().to_bytes(4, "big", signed=True))
        return self._process.returncode

    def close(self) -> None:
        """Kill the process group, when it still lives, and release every handle."""
        self._done.set()
        self._kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(timeout=5)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.close() if stream else None
        self._handle.proc = None  # ours is closed; its finalizer has nothing left to do

    @property
    def complaint(self) -> str:
        """Return the first line of what git said on its error stream, made safe to print."""
        text = self._complaint.split(b"\n", 1)[0].decode("utf-8", "replace")
        return re.sub(r"[^\x20-\x7e]", "?", text)[:200]

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _timed(self, wait: Callable[[], bytes]) -> bytes:
        self._waiting_since = time.monotonic()
        try:
            data = wait()
        finally:
            self._waiting_since = None
        self._read += len(data)
        if self._overdue:
            raise LimitError(f"git {self._what} gave no answer for {self._stall:.0f} s")
        if self._read > self._cap:
            self._kill()
            raise LimitError(f"git {self._what} wrote more than {self._cap} bytes")
        return data

    def _write(self, lines: Iterable[bytes]) -> None:
        with contextlib.suppress(BrokenPipeError, ValueError, OSError):
            self._stdin.writelines(lines)
            self._stdin.close()

    def _watch(self) -> None:
        while not self._done.wait(0.25):
            since = self._waiting_since
            if since is not None and time.monotonic() - since > self._stall:
                self._overdue = True
                self._kill()
                return

    def _drain(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := stream.read1(_CHUNK):  # type: ignore[attr-defined]  # a BufferedReader
                self._complaint = (self._complaint + chunk)[:_STDERR_CAP]

    def _kill(self) -> None:
        if self._process.returncode is not None:
            return  # reaped: the number may belong to somebody else by now
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
