"""What the block scanner collects while it runs: blocks and code fences that still grow. Frozen into an `Outline` by the reader."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class RawBlock:
    """A top-level block while it grows. `text` is the raw heading text, `marker` the kind of list."""

    kind: str
    first: int
    last: int
    level: int = 0
    text: bytes = b""
    info: bytes = b""
    head: int = 0
    seams: list[int] = field(default_factory=list)
    marker: bytes = b""


@dataclass(slots=True)
class RawCode:
    """A fenced code block at any depth: lines of its fences, None for the closing one when the text ends first."""

    first: int
    info: bytes
    quoted: bool
    last: int | None = None
