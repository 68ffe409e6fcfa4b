"""The commands of a runbook section, whole: a command that goes on over lines stays one, and what destroys is said.

Takes text lines of a code block, gives commands; runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import re2

from chunkers.formats.runbook.lexicon import DESTRUCTIVE, TOOLS

COMMAND_LIMIT = 50
_LENGTH_LIMIT = 2000
_PROMPT = "$ "


def shell_commands(lines: Sequence[str], *, session: bool = False) -> Iterator[str]:
    """Yield the commands of a shell block: prompts and comments cut, continued lines and here-documents joined.

    In a `session` whose commands show a prompt, lines without one are output.
    """
    pending: list[str] = []
    until: str | None = None
    session = session and any(raw.lstrip().startswith(_PROMPT) for raw in lines)
    for raw in lines:
        line = raw.rstrip("\r\n")
        if until is not None:
            pending.append(line)
            if line.strip() == until:
                yield "\n".join(pending)
                pending, until = [], None
            continue
        text = line if pending else _unprompted(line)
        if not pending and (not text or text.startswith("#") or (session and not line.lstrip().startswith(_PROMPT))):
            continue
        pending.append(text)
        until = _here_document(text)
        if until is None and not text.endswith(("\\", "|", "&&", "||")):
            yield "\n".join(pending)
            pending = []
    if pending:
        yield "\n".join(pending)


def looks_like_shell(lines: Sequence[str]) -> bool:
    """Tell whether code without a language is a shell's: it shows a prompt, or starts with the name of a tool."""
    for line in lines:
        words = line.split()
        if words and words[0] == _PROMPT.strip():
            return True
        if words and not words[0].startswith("#"):
            return words[0].rpartition("/")[2] in TOOLS
    return False


def is_destructive(command: str) -> bool:
    """Tell whether a command deletes, stops or overwrites something."""
    return _destructive().search(command[:_LENGTH_LIMIT]) is not None


@lru_cache(maxsize=1)
def _destructive() -> re2._Regexp:
    options = re2.Options()
    options.case_sensitive = False
    options.dot_nl = True
    return re2.compile("|".join(f"(?:{pattern})" for pattern in DESTRUCTIVE), options)


def _unprompted(line: str) -> str:
    text = line.strip()
    return text[2:].lstrip() if text.startswith(("$ ", "# ", "> ", "% ")) and text[:1] != "#" else text


def _here_document(text: str) -> str | None:
    mark = text.find("<<")
    if mark < 0 or text[mark : mark + 3] == "<<<":
        return None
    word = text[mark + 2 :].lstrip("-").split(None, 1)
    return word[0].strip("'\"\\") if word else None
