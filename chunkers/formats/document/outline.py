"""What a reader says of a document: its top-level blocks, its headings, the lines that belong to no section, its links.

Lines are 1-based and inclusive. Knows nothing of chunks and of how a format spells its blocks.
"""

from __future__ import annotations

from dataclasses import dataclass

UNTITLED = "(untitled)"
"""The title of a heading without text."""


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block.

    `kind`: heading, paragraph, list, quote, code, table, html, comment, rule, matter, other. `head` is the number of lines at its start that a later
    part of the block needs to be read (table header rows, an opening fence). `seams` are lines at which a block over the budget is best cut:
    list items, table rows. `level`, `title` are set for headings, `info` is the language of code; `followed` says that text stands behind a heading
    on its own line.
    """

    kind: str
    first: int
    last: int
    level: int = 0
    title: str = ""
    info: str = ""
    head: int = 0
    seams: tuple[int, ...] = ()
    followed: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of another language inside the document: the content lines only, without fences."""

    language: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Link:
    """A target named by the document. `kind`: link, url, code, path, adr. `target` as written; offsets are bytes into the clean text."""

    kind: str
    target: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Region:
    """Lines written by a generator: first and last line are its markers. `tool` names the generator where the marker does."""

    first: int
    last: int
    marker: str
    tool: str | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """One document.

    `blocks` stand in source order and do not overlap. `apart` are lines that belong to no section (wrapper lines of HTML), `silent` are lines
    without visible text (tags alone). `matter` is the front matter, with its key values in `fields`. `generator` says that the whole document
    is generated. `root` is the folder that a leading slash in a target means, "" for the root of the snapshot.
    """

    format: str
    blocks: tuple[Block, ...]
    codes: tuple[Code, ...] = ()
    links: tuple[Link, ...] = ()
    regions: tuple[Region, ...] = ()
    apart: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()
    matter: Block | None = None
    fields: tuple[tuple[str, str], ...] = ()
    generator: tuple[tuple[str, str], ...] = ()
    root: str = ""
    status: str = "OK"
    broken: tuple[tuple[int, int], ...] = ()

    @property
    def has_comments(self) -> bool:
        """Tell whether any top-level block is a comment."""
        return any(block.kind == "comment" for block in self.blocks)

    def headings(self) -> tuple[Block, ...]:
        """Return the headings in source order."""
        return tuple(block for block in self.blocks if block.kind == "heading")
