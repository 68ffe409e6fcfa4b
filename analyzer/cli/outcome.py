"""How a run of the command line ends: one clear line on stderr and the right exit code, never a traceback for a user's mistake.

Takes a command and its arguments, gives the exit code of docs/outputs.md. Masks secrets in what it prints.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from types import FrameType

import click

BUG = 70
INTERRUPTED = 130
TERMINATED = 143


class Terminated(BaseException):  # noqa: N818  # a signal, not an error
    """SIGTERM arrived."""


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run `command` and return its exit code."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        answer = command.main(args=list(arguments), prog_name="repochunk", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted; nothing was published, run the same command again", INTERRUPTED)
    except Terminated:
        return _say("terminated; nothing was published, run the same command again", TERMINATED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001  # the last door: known errors have a code, all else is a bug of ours
        return _failed(error)
    return answer if isinstance(answer, int) else 0


def _failed(error: Exception) -> int:
    code = getattr(error, "exit_code", None)
    if isinstance(code, int):
        return _say(f"error: {error}", code)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"error: {where}{error.strerror or error}", 2)
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].name} ({frames[-1].filename.rsplit('/', 2)[-1]}:{frames[-1].lineno})" if frames else "?"
    if os.environ.get("REPOCHUNK_TRACEBACK"):
        traceback.print_exc()
    return _say(f"bug: {type(error).__name__} in {place}; please report it (REPOCHUNK_TRACEBACK=1 shows more)", BUG)


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


def _terminate(_signal: int, _frame: FrameType | None) -> None:
    raise Terminated
