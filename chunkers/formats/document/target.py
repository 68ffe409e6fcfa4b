"""Where a link points: a path from the snapshot root and a fragment, worked out from text alone.

Takes the path of the document and a target as written; never looks whether the file is there.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


def is_external(target: str) -> bool:
    """Tell whether a target has a scheme or host: nothing in the snapshot answers to it."""
    return _SCHEME.match(target) is not None


def resolved(path: str, target: str, root: str = "") -> str:
    """Return `target`, read in the document at `path`, as a path from the snapshot root plus fragment.

    A leading slash means the folder `root` (the snapshot root, unless the format has a root of its own). A target that climbs above the root
    is returned as written: nothing in the snapshot can answer to it.
    """
    if is_external(target):
        return target
    place, mark, fragment = target.partition("#")
    place = unquote(place.partition("?")[0])
    if not place:
        return path + mark + fragment
    base = [part for part in root.split("/") if part] if place.startswith("/") else path.split("/")[:-1]
    for part in place.split("/"):
        if part == "..":
            if not base:
                return target
            base.pop()
        elif part not in {"", "."}:
            base.append(part)
    return "/".join(base) + mark + fragment
