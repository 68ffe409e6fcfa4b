"""Paths as bytes in git, as text in the outputs, and the ones that no tool should ever join to a directory.

Takes path bytes, gives printable text or the reason why the path is unsafe. Escaped text is never read back: the bytes travel beside it.
"""

from __future__ import annotations

import re

MAX_PATH_BYTES = 4096
MAX_DEPTH = 4096
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069\u200e\u200f\ufeff]")
_HFS_IGNORED = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")
_NTFS_ALIAS = re.compile(r"^(\.git|git~[1-9])[ .]*(:.*)?$", re.IGNORECASE)


def text_of_path(path: bytes) -> str:
    """Return `path` as text: itself when it is plain UTF-8, else with every byte that cannot be shown percent-escaped.

    Control characters, bidirectional overrides, bytes that are no UTF-8, and in such a path the percent sign, are escaped.
    """
    text = path.decode("utf-8", "surrogateescape")
    if not _CONTROL.search(text):
        return text
    return _CONTROL.sub(_escaped, text.replace("%", "%25"))


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogateescape"))


def unsafe_reason(name: bytes) -> str | None:
    """Return why one tree entry's name is unsafe ("unsafe_path: ..."), None when it is fine."""
    if not name:
        return "unsafe_path: empty name"
    if name in {b".", b".."}:
        return "unsafe_path: dot name"
    if b"/" in name:
        return "unsafe_path: separator in a name"
    if _is_git_alias(name):
        return "unsafe_path: git directory"
    return None


def _is_git_alias(name: bytes) -> bool:
    """Tell whether some file system would take `name` for ".git": case, trailing dots and blanks, streams, short and ignorable names."""
    if name.isascii() and b"git" not in name.lower():
        return False
    text = _HFS_IGNORED.sub("", name.decode("utf-8", "replace"))
    return bool(_NTFS_ALIAS.match(text.rsplit("\\", 1)[-1]))
