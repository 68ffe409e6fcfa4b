"""Which installation answers: a digest of every file of the product and every distribution beside it, without importing any of them.

Local, for the cache and for generations that stand. Versions tell releases apart; this tells an edited rule from the rule before it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_PACKAGES = ("analyzer", "chunkers", "graph", "reports")
_DISTRIBUTIONS = (".dist-info", ".egg-info", ".egg-link")


@lru_cache(maxsize=1)
def installation() -> str:
    """Return the digest."""
    root = Path(__file__).parent.parent
    facts = [sys.version, sys.platform, *_distributions()]
    for package in _PACKAGES:
        facts += sorted(_files(os.fspath(root / package)))
    return hashlib.sha256("\0".join(facts).encode("utf-8", "surrogateescape")).hexdigest()


def _distributions() -> list[str]:
    """Return the names of what is installed, with versions, wherever modules are looked for."""
    found: set[str] = set()
    for place in sys.path:
        if place and os.path.isabs(place) and os.path.isdir(place):  # noqa: PTH112, PTH117  # thousands of names, no paths
            found.update(name for name in os.listdir(place) if name.endswith(_DISTRIBUTIONS))  # noqa: PTH208  # same
    return sorted(found)


def _files(folder: str) -> Iterator[str]:
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name == "__pycache__":
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    facts = entry.stat()
                    yield f"{entry.path}:{facts.st_size}:{facts.st_mtime_ns}"
