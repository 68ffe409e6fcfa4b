"""JSON pointers (RFC 6901) and reference targets as paths from the snapshot root. Strings in, strings out; nothing is opened."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")


def step(key: str) -> str:
    """Return one reference token, escaped."""
    return key.replace("~", "~0").replace("/", "~1")


def pointer(*keys: str) -> str:
    """Return the JSON pointer of a path of keys; "" for none."""
    return "".join("/" + step(key) for key in keys)


def resolved(target: str, path: str) -> str:
    """Return a `$ref` of the file `path` as `#/...` inside that file, else as path from the snapshot root plus fragment.

    URLs, and paths that leave the snapshot, stay as written.
    """
    file, mark, fragment = target.partition("#")
    if not file or _SCHEME.match(file) or file.startswith("//"):
        return target
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(file))).lstrip("/")
    if joined.startswith("../") or joined == "..":
        return target
    return f"{'' if joined == path else joined}{mark}{fragment}" if mark else joined
