"""The command line called inside the test process: what a user would see, without a second interpreter for every question."""

from __future__ import annotations

import io
import signal
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

from analyzer.cli import COMMANDS
from analyzer.cli.group import LazyGroup
from analyzer.cli.outcome import run


@dataclass(frozen=True)
class Answer:
    """How one call ended."""

    returncode: int
    stdout: str
    stderr: str


def call(*words: object) -> Answer:
    """Run one command line; the signal handlers it sets are taken back."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = run(LazyGroup(COMMANDS), [str(word) for word in words])
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return Answer(code, out.getvalue(), err.getvalue())
