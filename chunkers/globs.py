"""Path patterns as git writes them, matched in linear time: policy globs, `.gitignore` and `.gitattributes` lines of repositories nobody vetted.

Takes patterns, gives compiled matchers. Each `*` is matched lazily inside an atomic group, so that no pattern can make the matcher go back over a
path again and again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from chunkers.pattern import later

_MAX_LENGTH = 1024
_CLASS = later(r"\[([!^]?)(\]?(?:\[:[a-z]+:\]|[^\]\\]|\\.)*)\]")
_NEVER = later(r"(?!)")


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str]:
    """Return the matcher of one pattern without `!` and trailing slash; use `fullmatch` on a "/"-separated path.

    A pattern without a slash matches the last part of a path at any depth; with one it is anchored. `**` spans directories.
    """
    if not pattern or len(pattern) > _MAX_LENGTH:
        return _NEVER
    parts = pattern.strip("/").split("/") if "/" in pattern else ["**", pattern]
    try:
        return re.compile(_joined(parts), re.DOTALL)
    except re.error:
        return _NEVER


def _joined(parts: Sequence[str]) -> str:
    """Translate path parts; what stands between two `**` is matched at its first chance and kept."""
    groups: list[list[str]] = [[]]
    for part in parts:
        if part == "**":
            groups.append([])
        else:
            groups[-1].append(_part(part))
    text = "/".join(groups[0])
    for index, group in enumerate(groups[1:], 1):
        lead = "/" if index == 1 and groups[0] else ""
        final = index == len(groups) - 1
        body = "/".join(group)
        if final:
            text += f"{lead}(?:[^/]+/)*{body}" if group else f"{lead}.+"
        elif group:
            text += f"{lead}(?>(?:[^/]+/)*?{body}/)"
        else:
            text += lead
    return text


def _part(part: str) -> str:
    """Translate one part: every run up to a star but the last is taken at its first chance."""
    runs = [""]
    at = 0
    while at < len(part):
        char = part[at]
        match = _CLASS.match(part, at) if char == "[" else None
        if char == "*":
            if runs[-1] or len(runs) == 1:
                runs.append("")
            at += 1
        elif match:
            runs[-1] += _class(match)
            at = match.end()
        elif char == "\\" and at + 1 < len(part):
            runs[-1] += re.escape(part[at + 1])
            at += 2
        else:
            runs[-1] += "[^/]" if char == "?" else re.escape(char)
            at += 1
    if len(runs) == 1:
        return runs[0]
    middle = "".join(f"(?>[^/]*?{run})" for run in runs[1:-1])
    return f"{runs[0]}{middle}[^/]*{runs[-1]}"


_POSIX = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "xdigit": "0-9a-fA-F",
    "punct": r"!-/:-@\[-`{-~",
}


def _class(match: re.Match[str]) -> str:
    body = re.sub(r"\[:([a-z]+):\]", lambda m: _POSIX.get(m[1], ""), match[2])
    body = re.sub(r"\\(.)", lambda m: re.escape(m[1]), body) if "\\" in match[2] and "[:" not in match[2] else body
    body = (
        body.replace("[", r"\[").replace("&&", r"&\&").replace("||", r"|\|").replace("~~", r"~\~").replace("--", r"-\-")
    )
    return f"(?!/)[{'^' if match[1] else ''}{_leading_bracket(body)}]"


def _leading_bracket(body: str) -> str:
    return "\\" + body if body.startswith(("]", "^")) else body


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    keep: bool
    folder_only: bool


class Globs:
    """Patterns with the meaning of a `.gitignore` file: the last one that matches decides, `!` takes back, a folder stands for all it holds."""

    __slots__ = ("_rules",)

    def __init__(self, patterns: Iterable[str]) -> None:
        """Compile `patterns`; blank lines and comments are left out, a pattern that makes no sense never matches."""
        self._rules = tuple(rule for rule in map(_rule, patterns) if rule)

    def __bool__(self) -> bool:
        return bool(self._rules)

    def matches(self, path: str) -> bool:
        """Tell whether the file at `path`, or a folder above it, is matched."""
        if not self._rules:
            return False
        at = path.find("/")
        while at >= 0:
            if self.decides(path[:at], folder=True):
                return True
            at = path.find("/", at + 1)
        return bool(self.decides(path, folder=False))

    def decides(self, path: str, *, folder: bool) -> bool | None:
        """Return True for matched, False for taken back by `!`, None when no pattern speaks of exactly this path."""
        for rule in reversed(self._rules):
            if (folder or not rule.folder_only) and rule.pattern.fullmatch(path):
                return not rule.keep
        return None


def _rule(line: str) -> _Rule | None:
    text = line.rstrip("\r\n")
    while text.endswith(" ") and not text.endswith("\\ "):
        text = text[:-1]
    if not text or text.startswith("#"):
        return None
    keep = text.startswith("!")
    text = text[1:] if keep else text
    folder_only = text.endswith("/") and text.strip("/") != ""
    return _Rule(compiled(text[:-1] if folder_only else text), keep, folder_only)
