"""A range `A..B` as a user writes it, made into the commits along the first parents of B that A does not have, oldest first.

Takes a repository and a range; refuses other forms. Reads no tree and no file.
"""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import LimitError, RequestError
from analyzer.git.layout import find_layout
from analyzer.git.revision import resolve
from analyzer.git.room import CleanRoom

MAX_COMMITS = 100_000


def commits_of(repo: Path, asked: str, *, trust_layout: bool = False) -> list[str]:
    """Return the ids of the commits of `asked`, oldest first; a side left out is HEAD.

    Raises:
        RequestError: not of the form A..B, or a side names no commit.
        LimitError: there are more than `MAX_COMMITS`.
    """
    old, dots, new = asked.partition("..")
    if not dots or new.startswith(".") or not (old or new):
        raise RequestError(f"--range {asked[:80]!a}: write A..B, the commits of B that A does not have")
    room = CleanRoom(find_layout(repo, trust_layout=trust_layout))
    try:
        first, last = (resolve(room, side or "HEAD").commit for side in (old, new))
        arguments = ("rev-list", "--first-parent", "--reverse", "--end-of-options", last, f"^{first}")
        with room.start(*arguments) as process:
            found: list[str] = []
            while line := process.line():
                found.append(line.decode("latin-1"))
                if len(found) > MAX_COMMITS:
                    raise LimitError(f"--range {asked[:80]!a} holds more than {MAX_COMMITS} commits")
            if process.finish() != 0:
                raise RequestError(f"--range {asked[:80]!a}: the history cannot be read ({process.complaint})")
    finally:
        room.close()
    return found
