"""One file as the rules see it: path parts and the first bytes of its text.

Takes a `SourceFile`; gives cheap, lazily cut views of it. Knows no rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from chunkers.pattern import later
from chunkers.policy import ChunkingPolicy
from chunkers.source import SourceFile

HEAD_BYTES = 64 * 1024
_HEADING = later(
    rb"^(?:#{1,6}[ \t]+|={1,6}[ \t]+|\*{1,6}[ \t]+)(.{1,120})$|^(\w[^\n]{0,80})\r?\n[=~^-]{3,}[ \t]*\r?$", re.MULTILINE
)
_WIDE = (
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


@dataclass(frozen=True)
class Subject:
    """A file under judgement. `attributes` are those of the tree for this path."""

    source: SourceFile
    policy: ChunkingPolicy
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Return the path from the snapshot's root."""
        return self.source.path

    @cached_property
    def name(self) -> str:
        """Return the last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """Return the directory parts, lower-case, outermost first."""
        return tuple(self.path.lower().split("/")[:-1])

    @cached_property
    def extensions(self) -> tuple[str, ...]:
        """Return the extensions from longest to shortest, lower-case: "a.b.tar.gz" gives b.tar.gz, tar.gz, gz."""
        parts = self.name.lower().lstrip(".").split(".")
        return tuple(".".join(parts[i:]) for i in range(1, len(parts)))

    @cached_property
    def head(self) -> bytes:
        """Return the first 64 KiB as UTF-8 bytes without BOM; empty when the file was not read."""
        data = (self.source.data or b"")[:HEAD_BYTES]
        for mark, encoding in _WIDE:
            if data.startswith(mark):
                return data[len(mark) :].decode(encoding, "replace").encode("utf-8", "replace")
        data = data.removeprefix(b"\xef\xbb\xbf")
        return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """Return the texts of what look like headings in the first 16 KiB of a document, lower-case."""
        found = _HEADING.finditer(self.head[: 16 * 1024])
        return tuple((match[1] or match[2]).decode("utf-8", "replace").lower() for match in found)

    @cached_property
    def first_lines(self) -> tuple[bytes, ...]:
        """Return the first 50 lines of the head."""
        return tuple(self.head[: 16 * 1024].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n", 50)[:50])
