"""What the index tracks, read from a private copy of it.

Takes a clean room, gives (path bytes -> mode, id). The target's own index is opened once, as a regular file, and never by git.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from analyzer.errors import RequestError
from analyzer.git.files import read_file
from analyzer.git.room import CleanRoom

_MAX_BYTES = 1024 * 1024 * 1024
_SHARED = re.compile(r"^sharedindex\.[0-9a-f]{40,64}$")


def tracked(room: CleanRoom) -> Mapping[bytes, tuple[str, str]]:
    """Return mode and id of every tracked path, the first stage where a merge is open; empty without an index.

    Raises:
        RequestError: the index cannot be parsed.
    """
    data = read_file(room.layout.git_dir, "index", _MAX_BYTES)
    if data is None:
        return {}
    copy = room.path / "index"
    copy.write_bytes(data)
    for place in sorted(room.layout.git_dir.iterdir()):
        shared = read_file(room.layout.git_dir, place.name, _MAX_BYTES) if _SHARED.match(place.name) else None
        if shared is not None:
            room.path.joinpath(place.name).write_bytes(shared)
    found: dict[bytes, tuple[str, str]] = {}
    with room.start("ls-files", "-z", "-s", index=copy) as process:
        for record in process.records():
            meta, _tab, path = record.partition(b"\t")
            mode, _blank, rest = meta.decode("latin-1").partition(" ")
            found.setdefault(path, (mode, rest.partition(" ")[0]))
        if process.finish() != 0:
            raise RequestError(f"the index cannot be read ({process.complaint})")
    return found
