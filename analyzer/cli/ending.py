"""How the process ends: at once, with everything written and closed, but without freeing a run's millions of records one by one.

Takes an exit code. Knows nothing of commands; a process that is not about to end (a library call, a test) keeps nothing.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn


@dataclass(slots=True)
class Ending:
    """What is held to the end of the process; nothing unless `near` says that it ends with the command."""

    near: bool = False
    _kept: list[object] = field(default_factory=list)

    def keep(self, record: object) -> None:
        """Hold `record` to the end, out of sight of the collector: freeing and walking it would be a tenth of a run from the cache."""
        if self.near:
            self._kept.append(record)
            gc.freeze()


END = Ending()
_LOST = 2


def leave(code: int) -> NoReturn:
    """End the process with `code`: what is buffered is written and exit handlers are called; objects are left to the operating system.

    Output that cannot be written any more (a full disk) is a failure; a reader that has gone away is not. A signal changes nothing from here on.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (BrokenPipeError, ValueError):  # ValueError: the stream is closed
            continue
        except OSError as error:
            code = code or _LOST
            with suppress(OSError, ValueError):
                sys.stderr.write(f"repochunk: error: standard output: {error.strerror}\n")
    atexit._run_exitfuncs()  # noqa: SLF001  # the interpreter's own order of leaving; nothing public calls it
    os._exit(code)
