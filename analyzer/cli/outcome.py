"""How a run of the command line ends: one clear line on stderr and the right exit code, never a traceback for a user's mistake.

Takes a command and its arguments, gives the exit code of docs/outputs.md. Masks secrets in what it prints.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from functools import partial
from types import FrameType

import click

REQUEST = 2
LIMIT = 4
BUG = 70
INTERRUPTED = 130
TERMINATED = 143
_PATIENCE = 10.0
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EAGAIN})
_AGAIN = "what was published before is whole; run the same command again"


class Stopped(BaseException):  # a signal, not an error
    """SIGINT or SIGTERM arrived; `code` is the exit code for it."""

    def __init__(self, code: int) -> None:
        """Keep the exit code."""
        super().__init__(code)
        self.code = code


class _Signals:
    """Turns the first signal into `Stopped`. Those that follow while the run cleans up behind it would only leave litter: they are dropped.

    Were the first one lost in a place that lets no exception through, another counts again after `_PATIENCE` seconds.
    """

    def __init__(self) -> None:
        self._first = -_PATIENCE
        for number, code in ((signal.SIGINT, INTERRUPTED), (signal.SIGTERM, TERMINATED)):
            signal.signal(number, partial(self._stop, code))

    def _stop(self, code: int, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._first >= _PATIENCE:
            self._first = now
            raise Stopped(code)


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run `command` and return its exit code."""
    try:
        _Signals()
        return _served(command, arguments)
    except (KeyboardInterrupt, click.Abort):
        return _say(f"interrupted; {_AGAIN}", INTERRUPTED)
    except Stopped as stop:
        return _stopped(stop)
    except MemoryError:
        return _say("error: out of memory; give the process more, or analyze fewer files with --path", LIMIT)
    except BrokenPipeError:
        return _unheard()
    except Exception as error:  # noqa: BLE001  # the last door: known errors have a code, all else is a bug of ours
        cause = _behind(error)
        return _stopped(cause) if cause else _failed(error)


def _unheard() -> int:
    """Go on in silence: the reader of the output has seen enough, which is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _stopped(stop: Stopped) -> int:
    return _say(f"{'interrupted' if stop.code == INTERRUPTED else 'terminated'}; {_AGAIN}", stop.code)


def _behind(error: BaseException | None) -> Stopped | None:
    """Return the signal that an error came of: the interpreter and libraries answer one in the wrong place with errors of their own."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, Stopped):
            return error
        error = error.__cause__ or error.__context__
    return None


def _served(command: click.Command, arguments: Sequence[str]) -> int:
    if sys.platform == "win32":
        return _say(
            "Windows is not supported: parsers cannot be confined there; use it inside WSL or a container", REQUEST
        )
    try:
        answer = command.main(args=list(arguments), prog_name="repochunk", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit:
        return _unheard()  # what click makes of a broken pipe; it leaves in no other way outside its standalone mode
    except click.ClickException as error:
        error.show()
        return REQUEST
    return answer if isinstance(answer, int) else 0


def _failed(error: Exception) -> int:
    code = getattr(error, "exit_code", None)
    if isinstance(code, int):
        return _say(f"error: {error}", code)
    error = _exhausted(error) or error
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"error: {where}{error.strerror or error}", REQUEST)
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].name} ({frames[-1].filename.rsplit('/', 2)[-1]}:{frames[-1].lineno})" if frames else "?"
    if os.environ.get("REPOCHUNK_TRACEBACK"):
        traceback.print_exc()
    return _say(f"bug: {type(error).__name__} in {place}; please report it (REPOCHUNK_TRACEBACK=1 shows more)", BUG)


def _exhausted(error: BaseException | None) -> OSError | None:
    """Return what ran out when an error came of that: libraries answer a lack of files or memory with errors of their own."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, OSError) and error.errno in _EXHAUSTED:
            return error
        error = error.__cause__ or error.__context__
    return None


def _say(text: str, code: int) -> int:
    click.echo(f"repochunk: {_masked(text)}", err=True)
    return code


def _masked(text: str) -> str:
    """Return `text` without secrets; without its details when they cannot be looked for."""
    try:
        from chunkers.redaction import mask  # noqa: PLC0415  # only failing runs pay for the rules

        return mask(text)
    except Exception as error:  # noqa: BLE001  # the door that reports errors must not have one of its own
        return f"failed, and the message cannot be checked for secrets ({type(error).__name__}); details withheld"
