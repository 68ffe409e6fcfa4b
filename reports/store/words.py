"""Text as the search index reads it: names split at their humps, comments apart from code.

Takes strings, gives strings; the same rules for what is stored and what is asked. All patterns are linear.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from chunkers.chunk import Chunk
from chunkers.kinds import ROLE_OF

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"\w+")
_HASH = frozenset(
    {"python", "ruby", "bash", "shell", "yaml", "toml", "properties", "perl", "r", "elixir", "dockerfile", "make"}
)
_DASH = frozenset({"sql", "lua", "haskell"})
_BLOCK = r"\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
_COMMENTS = {
    "hash": re.compile(r"#(?<!\S#)[^\n]*"),
    "dash": re.compile(rf"--[^\n]*|/{_BLOCK}"),
    "slash": re.compile(rf"/(?:(?<!:/)/[^\n]*|{_BLOCK})"),
}
"""A comment of each family; `#` counts behind white space only, `//` not behind a colon, where it belongs to an address."""
_PROSE_ROLES = frozenset({"documentation", "decision_evidence", "operational_guidance"})


@dataclass(frozen=True, slots=True)
class SearchText:
    """The columns of the search index for one chunk."""

    title: str
    path: str
    signature: str
    code: str
    prose: str


_BETWEEN = bytes(byte if chr(byte).isalnum() or byte == ord("_") else ord(" ") for byte in range(128)) + bytes(128)


def _names(text: str) -> Sequence[str | bytes]:
    """Return the names in `text`; plain ASCII, nearly everything, is parted by a table, ten times as fast as by a pattern."""
    return text.encode().translate(_BETWEEN).split() if text.isascii() else _NAME.findall(text)


class _Parts(dict[str | bytes, str]):
    """The parts of a name that has humps, "" for any other word; names repeat, so most are known."""

    def __missing__(self, name: str | bytes) -> str:
        if len(self) >= _KNOWN_NAMES:
            self.clear()
        plain = name if isinstance(name, str) else name.decode()
        split = "" if plain.islower() else _HUMP.sub(" ", plain)
        found = self[name] = "" if split == plain else split
        return found


_KNOWN_NAMES = 1 << 16
_PARTS = _Parts()


def split_names(text: str) -> str:
    """Return `text` with the parts of every humped name behind it: `getHTTPUser` also counts as get, HTTP, user."""
    parts = " ".join(filter(None, map(_PARTS.__getitem__, _names(text))))
    return f"{text}\n{parts}" if parts else text


_split_path = lru_cache(maxsize=1 << 12)(split_names)
"""All chunks of a file have its path."""


def search_text(chunk: Chunk) -> SearchText:
    """Return what the index holds of a chunk; a comment is prose, and so is every word of a document."""
    code, prose = _apart(chunk)
    return SearchText(
        split_names(chunk.title),
        _split_path(chunk.source.path or ""),
        split_names(" ".join((chunk.signature or "", *chunk.keys, *chunk.heading_path))),
        split_names(code),
        split_names(prose),
    )


def _apart(chunk: Chunk) -> tuple[str, str]:
    raw = chunk.content.raw or ""
    if ROLE_OF.get(chunk.chunk_type) in _PROSE_ROLES:
        return "", raw
    language = chunk.language or ""
    kind = "hash" if language in _HASH else "dash" if language in _DASH else "slash"
    code: list[str] = []
    prose: list[str] = []
    at = 0
    for comment in _COMMENTS[kind].finditer(raw):
        code.append(raw[at : comment.start()])
        prose.append(comment.group())
        at = comment.end()
    return (" ".join((*code, raw[at:])), "\n".join(prose)) if prose else (raw, "")


def terms(question: str) -> list[str]:
    """Return the distinct words of a question, lower case, parts of humped names included, in order."""
    found = _WORD.findall(split_names(question).replace("\0", " "))
    words = [word.casefold() for word in found]
    kept = [word for word in words if word not in _STOP]
    return list(dict.fromkeys(kept or words))[:64]


_STOP = frozenset(
    "a an and are as at be by can do does for from has have how i if in into is it its me my no not of on or our so that the their then"
    " there these this to use used using was we what when where which who why will with you your".split()
)
