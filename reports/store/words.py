"""Text as the search index reads it: names split at their humps, comments apart from code.

Takes strings, gives strings; the same rules for what is stored and what is asked. All patterns are linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.chunk import Chunk
from chunkers.kinds import ROLE_OF

_HUMPED = re.compile(r"\b\w*[a-z0-9][A-Z]\w*|\b[A-Z]{2,}[a-z]\w*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_WORD = re.compile(r"[^\W_]+")
_HASH = frozenset(
    {"python", "ruby", "bash", "shell", "yaml", "toml", "properties", "perl", "r", "elixir", "dockerfile", "make"}
)
_DASH = frozenset({"sql", "lua", "haskell"})
_COMMENTS = {
    "hash": re.compile(r"^[ \t]*#.*$|[ \t]#.*$", re.MULTILINE),
    "dash": re.compile(r"--.*$|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/", re.MULTILINE),
    "slash": re.compile(r"^[ \t]*//.*$|[ \t]//.*$|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/", re.MULTILINE),
}
_PROSE_ROLES = frozenset({"documentation", "decision_evidence", "operational_guidance"})


@dataclass(frozen=True, slots=True)
class SearchText:
    """The columns of the search index for one chunk."""

    title: str
    path: str
    signature: str
    code: str
    prose: str


def split_names(text: str) -> str:
    """Return `text` with the parts of every humped name behind it: `getHTTPUser` also counts as get, HTTP, user."""
    found = _HUMPED.findall(text)
    return f"{text}\n{_HUMP.sub(' ', ' '.join(found))}" if found else text


def search_text(chunk: Chunk) -> SearchText:
    """Return what the index holds of a chunk; a comment is prose, and so is every word of a document."""
    code, prose = _apart(chunk)
    return SearchText(
        split_names(chunk.title),
        split_names(chunk.source.path or ""),
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
    pattern = _COMMENTS[kind]
    if kind == "hash" and "#" not in raw:
        return raw, ""
    comments = pattern.findall(raw)
    return (pattern.sub(" ", raw), "\n".join(comments)) if comments else (raw, "")


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
