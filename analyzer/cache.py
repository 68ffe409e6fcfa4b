"""Results of earlier runs, keyed by everything they depend on, so that an unchanged file is neither read nor parsed again.

Takes entries and gives file results; holds redacted records only, in the user's cache directory, never in the analyzed tree. Never unpickles:
values are columns of plain data under a keyed digest, which is compared before anything of them is read; a flipped byte is a miss. Keys are HMACs
under a key of this installation, so that no entry tells what a file held.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from analyzer.git.tree import TreeEntry
from analyzer.reading import Attributes, Reading
from chunkers.chunk import FileResult
from chunkers.codec import FORM, CodecError
from chunkers.parcel import restored

SCHEMA = "1"
DEFAULT_BYTES = 2 * 1024 * 1024 * 1024
_TAG = 32
_WRITABLE_BY_OTHERS = 0o022
"""Whoever can write the folder knows the key beside the results, and could have us read what is not ours."""
_SCHEMA_SQL = "CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID"


def results_file(home: Path) -> Path:
    """Return the file of the cache below `home`."""
    return home / f"results-{SCHEMA}.db"


Recent = dict[bytes, Reading]
"""The readings of the run before in this process, by their keys: for a range of commits, most of which share most of their files.

In memory alone also those of files with strong secret values, which are never written down.
"""


@dataclass(slots=True)
class ResultCache:
    """An open cache. `context` names tenant, policy and rulesets; hits and misses are counted for run.json."""

    connection: sqlite3.Connection
    secret: bytes
    context: str
    recent: Recent | None = None
    hits: int = 0
    misses: int = 0
    broken: int = 0
    _fresh: list[tuple[bytes, bytes]] = field(default_factory=list)
    _touched: list[bytes] = field(default_factory=list)
    _seen: Recent = field(default_factory=dict)

    def get(self, entry: TreeEntry, attributes: Attributes) -> Reading | None:
        """Return the reading of an entry, None when it is not known or its bytes are not what was stored."""
        key = self._key(entry, attributes)
        reading = self.recent.get(key) if self.recent else None
        if reading is None and (result := self._stored(key)) is not None:
            reading = Reading(result)
        if reading is None:
            self.misses += 1
            return None
        self.hits += 1
        if not reading.strong:
            self._touched.append(key)
        if self.recent is not None:
            self._seen[key] = reading
        return reading

    def _stored(self, key: bytes) -> FileResult | None:
        """Return the result in the database; one that is damaged, or in a damaged database, counts as broken and as missing."""
        try:
            row = self.connection.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error:
            self.broken += 1
            return None
        if row is None:
            return None
        value: bytes = row[0]
        try:
            if not hmac.compare_digest(value[:_TAG], self._digest(value[_TAG:])):
                self.broken += 1
                return None
            return restored(zlib.decompress(value[_TAG:]))
        except (CodecError, zlib.error, TypeError):
            self.broken += 1
            return None

    def put(self, entry: TreeEntry, attributes: Attributes, reading: Reading, body: bytes | None) -> None:
        """Remember a reading for the next run of this process; its `body` (see `packed`) is also written when the cache closes."""
        key = self._key(entry, attributes)
        if self.recent is not None:
            self._seen[key] = reading
        if body is not None:
            self._fresh.append((key, self._digest(body) + body))

    def close(self, limit: int = DEFAULT_BYTES) -> None:
        """Write what is new, drop the least recently used entries over `limit` bytes; a full or read-only disk costs the cache only."""
        with suppress(sqlite3.Error), self.connection:
            clock = 1 + int(self.connection.execute("SELECT coalesce(max(used), 0) FROM results").fetchone()[0])
            self.connection.executemany(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?)", ((k, v, clock) for k, v in self._fresh)
            )
            self.connection.executemany(
                "UPDATE results SET used = ? WHERE key = ?", ((clock, key) for key in self._touched)
            )
            self._evict(limit)
        with suppress(sqlite3.Error):
            self.connection.close()
        if self.recent is not None:
            self.recent.clear()
            self.recent.update(self._seen)

    def _evict(self, limit: int) -> None:
        total = int(self.connection.execute("SELECT coalesce(sum(length(value)), 0) FROM results").fetchone()[0])
        while total > limit:
            oldest = self.connection.execute(
                "SELECT key, length(value) FROM results ORDER BY used, key LIMIT 1000"
            ).fetchall()
            for key, size in oldest:
                if total <= limit:
                    break
                self.connection.execute("DELETE FROM results WHERE key = ?", (key,))
                total -= size

    def _key(self, entry: TreeEntry, attributes: Attributes) -> bytes:
        parts: Iterable[str] = (
            SCHEMA,
            FORM,
            self.context,
            entry.mode,
            entry.blob,
            str(entry.size),
            entry.path,
            *(f"{k}={v}" for k, v in attributes),
        )
        return hmac.digest(self.secret, "\0".join(parts).encode(), "sha256")

    def _digest(self, body: bytes) -> bytes:
        return hmac.new(self.secret, body, hashlib.sha256).digest()


def packed(reading: Reading) -> bytes:
    """Return a reading as a cache holds it; its strong values are not told."""
    return zlib.compress(reading.body(), 1)


def open_cache(home: Path | None, context: str, recent: Recent | None = None) -> ResultCache | None:
    """Open the cache below `home`; None when it cannot be used, which only costs time. `recent` is kept up to date for the next run."""
    if home is None:
        return None
    try:
        home.mkdir(parents=True, mode=0o700, exist_ok=True)
        about = home.stat()
        if about.st_uid != os.getuid() or about.st_mode & _WRITABLE_BY_OTHERS:
            return None
        secret = _secret(home / "key")
        connection = sqlite3.connect(results_file(home), timeout=10)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(_SCHEMA_SQL)
    except (OSError, sqlite3.Error):
        return None
    return ResultCache(connection, secret, context, recent)


def _secret(path: Path) -> bytes:
    """Return this installation's key; make it on first use."""
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
    return path.read_bytes()
