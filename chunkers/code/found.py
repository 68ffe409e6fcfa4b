"""What a node of a tree defines by name: the answer of tables and guesses alike. Knows no grammar."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

LONGEST_HEAD = 12
"""Lines: what stands further apart is no head any more, but something with a head in front of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A definition. `kind` is "type" or "callable"; the name as a half-open byte range, or `spelled` where it stands in pieces.

    `body` is where the head ends and, of a type, holds the members.
    """

    kind: str
    start: int
    end: int
    body: Node | None = None
    spelled: str | None = None
