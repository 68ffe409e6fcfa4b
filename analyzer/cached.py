"""Look after the cache of file results: how much it holds, and how to empty it, also when it is damaged.

Takes the cache folder. Reads no result.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from analyzer.cache import DEFAULT_BYTES, results_file
from analyzer.errors import RequestError

_BUSY_SECONDS = 10


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What a cache holds. `bytes` is the size on disk with its log; a cache that cannot be read is not used by runs."""

    path: Path
    entries: int
    bytes: int
    limit: int
    readable: bool = True


def cache_info(home: Path) -> CacheInfo:
    """Return what the cache below `home` holds; one that is not there is empty."""
    path = results_file(home)
    size = sum(file.stat().st_size for file in _files(path) if file.is_file())
    if not path.is_file():
        return CacheInfo(path, 0, size, DEFAULT_BYTES)
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
        ) as connection:
            count = int(connection.execute("SELECT count(*) FROM results").fetchone()[0])
    except sqlite3.Error:
        return CacheInfo(path, 0, size, DEFAULT_BYTES, readable=False)
    return CacheInfo(path, count, size, DEFAULT_BYTES)


def clear_cache(home: Path) -> int:
    """Delete all results and give the space back; return how many there were. A damaged cache is removed.

    Raises:
        RequestError: a run is using the cache, or the folder cannot be written.
    """
    found = cache_info(home)
    try:
        if not found.readable:
            for file in _files(found.path):
                file.unlink(missing_ok=True)
        elif found.path.is_file():
            with closing(sqlite3.connect(found.path, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
                connection.execute("DELETE FROM results")
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (OSError, sqlite3.Error) as error:
        raise RequestError(f"{found.path} cannot be cleared ({error})") from None
    return found.entries


def _files(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal")]
