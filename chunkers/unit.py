"""What a chunker says of a file: its units, by place. `chunkers.assemble` turns them into drafts and settles who owns which line.

A unit knows its bytes and its meaning; it never copies text and never decides ownership. The innermost unit over a line owns it; what no
unit covers belongs to the file overview.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from chunkers.records import flat
from chunkers.span import camel
from chunkers.symbol import FileFacts

JsonValue = Any
"""What an attribute may hold: None, bool, int, float, str, list or dict of these. Honest Any: attributes differ per kind."""


@flat
@dataclass(frozen=True, slots=True)
class OverlapSpan:
    """Lines outside a unit that help to read it: reason is headingPath, tableHeader, codeFence, pathParameters, ancestorKeys, imports, setUp ..."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "ignore"}
    reason: str
    start_line: int
    end_line: int


@flat
@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of meaning.

    `start`/`end`: byte offsets into the clean text, half-open, leading comments and decorators included; the assembler widens both to whole
    lines where nothing else stands on the line. `parent` is the index of the enclosing unit in the same sequence (it must come earlier), None
    at file level. `name` is the logical in-file name without ordinal; equal names of one kind get ordinals in source order. `declaration` and
    `body` are byte ranges. `show` are 1-based line ranges repeated in this chunk without owning them (signatures of members).
    `leaf_ok` False marks units (class, overview) that are navigation when they have members. `cuts` are byte offsets at which an
    oversized unit may be cut, best first come structural children; the assembler falls back to line ends.
    """

    kind: str
    name: str
    title: str
    start: int
    end: int
    parent: int | None = None
    declaration: tuple[int, int] | None = None
    body: tuple[int, int] | None = None
    symbol: str | None = None
    signature: str | None = None
    symbols: tuple[str, ...] = ()
    show: tuple[tuple[int, int], ...] = ()
    heading_path: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    pointer: str | None = None
    language: str | None = None
    role: str | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    overlap: tuple[OverlapSpan, ...] = ()
    includes_parent_heading: bool = False
    includes_leading_comment: bool = False
    includes_imports: tuple[str, ...] = ()
    confidence: float = 1.0
    stale: tuple[str, ...] = ()  # in-file reasons for staleness: "superseded"
    flags: tuple[str, ...] = ()
    visibility: str | None = None  # raised by the unit itself (contacts in a runbook are "restricted")
    cuts: tuple[int, ...] = ()
    withheld: bool = False  # its lines are owned but never shown (outputs of a notebook): a metadata-only chunk


@dataclass(frozen=True, slots=True)
class Embedded:
    """Lines of another language inside the file: a notebook cell, a fence, a script block. First and last line, 1-based inclusive."""

    language: str
    first_line: int
    last_line: int
    unit: int | None = None


@flat
@dataclass(frozen=True, slots=True)
class Cut:
    """A chunker's answer for one file.

    `status` OK, PARTIAL, FALLBACK or FAILED; `broken` the 1-based line ranges that did not parse, narrow. `overview` describes the file
    overview unit: its title, symbol list, shown lines and attributes; None gives a plain one only if lines remain unowned.
    `warnings` are findings of the chunker: (rule, line, message), e.g. ("duplicate_key", 12, "key 'server' is given twice").
    """

    units: tuple[Unit, ...]
    facts: FileFacts
    status: str = "OK"
    broken: tuple[tuple[int, int], ...] = ()
    reason: str | None = None
    overview: Unit | None = None
    embedded: tuple[Embedded, ...] = ()
    warnings: tuple[tuple[str, int, str], ...] = ()
