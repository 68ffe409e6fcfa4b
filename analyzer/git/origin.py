"""What to call a repository: the owner and name of its origin, else its folder.

Takes a layout, gives a printable id that never holds credentials or tokens, and a note when it is only a guess.
"""

from __future__ import annotations

import re

from analyzer.git.layout import Layout
from reports.note import PolicyNote

_URL = re.compile(r"^(?:https?|ssh|git|git\+ssh)://(?:[^/@]*@)*[^/@]+/(?P<path>.+)$")
_SCP = re.compile(r"^(?:[^@/:]+@)?[^@/:\\]{2,}:(?!/{2})(?P<path>[^:@]+)$")
_PLAIN = re.compile(r"[^A-Za-z0-9._~/-]")
_DEEPEST = 8
_TOKEN = re.compile(r"(?=[\w~.+=-]{0,200}\d)[\w~.+=-]{12,}")
"""What a token in a path or a folder's name would look like at least; names of people and projects seldom do."""


def repository_id(layout: Layout) -> tuple[str, tuple[PolicyNote, ...]]:
    """Return the id, and a note when there was no usable origin."""
    url = layout.config.get("remote.origin.url", "").strip()
    match = _URL.match(url) or _SCP.match(url)
    path = _cleaned(_masked(match["path"])) if match else ""
    if path:
        return path, ()
    folder = layout.root.name.removesuffix(".git") or "repository"
    name = _PLAIN.sub("-", _masked(folder))
    message = f"no origin to name the repository after; '{name}' is its folder (set repositoryId to keep ids stable)"
    return name, (PolicyNote("snapshot.repository_id", message),)


def _masked(text: str) -> str:
    """Return `text` without secrets."""
    if not _TOKEN.search(text):
        return text
    from chunkers.redaction import mask  # noqa: PLC0415  # the rules cost more than all of a run whose answer stands

    return mask(text)


def _cleaned(path: str) -> str:
    path = re.split(r"[?#]", path, maxsplit=1)[0].strip("/").removesuffix(".git")
    parts = [_PLAIN.sub("-", part) for part in path.split("/") if part not in {"", ".", "..", "~"}]
    return "/".join(parts[-_DEEPEST:])
