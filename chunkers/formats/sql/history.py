"""Which migration tool a SQL file belongs to, and its version and direction, by the names those tools prescribe.

Takes a path and the file's first bytes; gives a `History`. Refuses to look at other files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.unit import JsonValue

_TIMESTAMP = r"\d{8,17}"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("flyway", re.compile(r"(?:^|/)(?P<kind>[VUB])(?P<version>\d[\d._]*)__(?P<name>[^/]+)\.sql$")),
    ("flyway", re.compile(r"(?:^|/)(?P<kind>R)__(?P<name>[^/]+)\.sql$")),
    ("prisma", re.compile(rf"(?:^|/)migrations/(?P<version>{_TIMESTAMP})_(?P<name>[^/]+)/migration\.sql$")),
    (
        "diesel",
        re.compile(r"(?:^|/)migrations/(?:[^/]+/)*(?P<version>[\d-]+)_(?P<name>[^/]+)/(?P<direction>up|down)\.sql$"),
    ),
    ("golang-migrate", re.compile(r"(?:^|/)(?P<version>\d+)_(?P<name>[^/]*?)\.(?P<direction>up|down)(?:\.\w+)?\.sql$")),
    ("sql", re.compile(r"(?:^|/)(?P<version>\d[\d.]*)?[^/]*?[._-](?P<direction>up|down)\.sql$")),
    ("sql", re.compile(r"(?:^|/)(?P<direction>up|down)\.sql$")),
    (
        "sql",
        re.compile(
            r"(?:^|/)(?:[^/]*migrat[^/]*|evolutions|schema_?changes|db|changes?|updates?)/(?:[^/]+/)*(?P<version>\d[\d.]*)[_-]?(?P<name>[^/]*)\.sql$"
        ),
    ),
)
_SQITCH = re.compile(rb"\s*--\s*(Deploy|Revert|Verify)\s+(?:([\w.-]+):)?([^\s]+)", re.IGNORECASE)
_SQITCH_DIRECTION = {b"deploy": "up", b"revert": "down", b"verify": None}


@dataclass(frozen=True, slots=True)
class History:
    """Where a file stands in a migration history; all None for SQL that belongs to none."""

    tool: str | None = None
    version: str | None = None
    direction: str | None = None

    def attributes(self) -> dict[str, JsonValue]:
        """Return the published attributes."""
        return {key: value for key, value in (("tool", self.tool), ("version", self.version)) if value}

    def extras(self) -> tuple[tuple[str, str], ...]:
        """Return the same as facts of the file."""
        found = (
            ("migration.tool", self.tool),
            ("migration.version", self.version),
            ("migration.direction", self.direction),
        )
        return tuple((key, value) for key, value in found if value)


def history_of(path: str, data: bytes) -> History:
    """Return the place of a file in its migration history."""
    sqitch = _SQITCH.match(data)
    if sqitch is not None and re.search(r"(?:^|/)(?:deploy|revert|verify)/", path):
        return History("sqitch", sqitch.group(3).decode("utf-8", "replace"), _SQITCH_DIRECTION[sqitch.group(1).lower()])
    for tool, pattern in _PATTERNS:
        hit = pattern.search(path)
        if hit is not None:
            found = hit.groupdict()
            direction = "down" if found.get("kind") == "U" else found.get("direction")
            version = found.get("version") or ("repeatable" if found.get("kind") == "R" else None)
            return History(None if tool == "sql" else tool, version, direction)
    return History()
