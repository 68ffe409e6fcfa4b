"""The file as the road sees it: where it stands, what it is called, and its text once every secret is out.

Comes from the analyzer (`SourceFile`, `Classification`) and from `chunkers.redaction` (`CleanText`); refuses to know git and parsers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from chunkers.records import flat
from chunkers.span import Lines


class Category(StrEnum):
    """What a file is for. Exactly one holds; the rule that decided is kept in `Classification.rule`."""

    SOURCE = "source"
    TEST = "test"
    CONTRACT = "contract"
    SCHEMA = "schema"
    CONFIG = "config"
    DOC = "doc"
    ADR = "adr"
    RUNBOOK = "runbook"
    BUILD = "build"
    DATA = "data"
    GENERATED = "generated"
    VENDORED = "vendored"
    BINARY = "binary"
    BLOCKED = "blocked"
    LFS = "lfs"
    SUBMODULE = "submodule"
    SYMLINK = "symlink"


class Outcome(StrEnum):
    """How an entry of the commit ended. Every entry ends in exactly one of these."""

    CHUNKED = "chunked"
    PARTIAL = "partial"
    FALLBACK = "fallback"
    METADATA_ONLY = "metadata_only"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One entry of the snapshot.

    `path` is valid UTF-8 text, `/`-separated; where the bytes in git are not, it is percent-escaped and `path_bytes` differs from its
    encoding. `data` is None for what was not read (too large, symlink, submodule). `mode` is git's, e.g. "100644".
    """

    path: str
    path_bytes: bytes
    mode: str
    blob: str
    size: int | None
    data: bytes | None


@flat
@dataclass(frozen=True, slots=True)
class Classification:
    """What a file was called and why. `language` is the lower-case language or format name ("java", "yaml"), None for unknown text.

    `rule` names the deciding rule ("path:vendor", "content:openapi"); `also` holds further verdicts that hold without deciding
    (e.g. "linguist_vendored", "test_support"). `generator` describes generated files: marker, source and tool where they are visible.
    `visibility` is the policy's scope for the path. `encoding` is a declared one (working-tree-encoding), else None.
    """

    category: Category
    language: str | None
    rule: str
    visibility: str = "private"
    also: tuple[str, ...] = ()
    generator: tuple[tuple[str, str], ...] = ()
    encoding: str | None = None


@flat
@dataclass(frozen=True, slots=True)
class Redaction:
    """One stretch of lines in which something was masked. Never the value, its length, hash or neighbours."""

    first_line: int
    last_line: int
    kind: str
    rule: str
    layer: str
    confidence: float
    count: int = 1


@flat
@dataclass(frozen=True, slots=True)
class SecretNote:
    """Something the redactor saw and left in place on purpose: a weak default, an encrypted value, an allowed finding."""

    line: int
    what: str  # "weak_default" | "encrypted" | "allowed"
    rule: str


@dataclass(frozen=True, slots=True)
class CleanText:
    """The redacted text of a file, as UTF-8 bytes without BOM and with the line count of the original. Made by `chunkers.redaction` only.

    `encoding` is the source's; `bom` the number of bytes cut from its front; `confidence` below 1.0 marks a guessed encoding.
    `newline` is "lf", "crlf", "mixed", "cr" or "none". A "cr" file has had each CR turned into LF (same length). `mapped` is false when
    encoding the text again would not give the original bytes.
    """

    data: bytes
    lines: Lines
    redactions: tuple[Redaction, ...] = ()
    notes: tuple[SecretNote, ...] = ()
    encoding: str = "utf-8"
    bom: int = 0
    newline: str = "lf"
    encoding_confidence: float = 1.0
    redacted_lines: frozenset[int] = field(default_factory=frozenset)
    mapped: bool = True

    @property
    def redacted(self) -> bool:
        """Tell whether anything was masked."""
        return bool(self.redactions)

    def text(self, first: int, last: int) -> str:
        """Return lines first..last as text, line ends included."""
        return self.lines.raw(first, last).decode("utf-8", "replace")
