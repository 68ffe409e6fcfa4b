"""What a change log holds, whichever syntax it is written in. Records only."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `fields` are its scalar settings, `columns` the names of its column entries, `sql` its SQL text if it has one.

    `start` includes leading comments, `word` is the change itself; `names` are offsets of names it holds; `reads` tables it refers to.
    """

    name: str
    fields: Mapping[str, str]
    start: int
    word: int
    end: int
    changeset: str | None = None
    direction: str | None = None
    columns: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    sql: str | None = None
    names: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Log:
    """The changes of a file in source order, the files it includes with their places, and what does not read."""

    changes: list[Change] = field(default_factory=list)
    includes: list[tuple[str, int]] = field(default_factory=list)
    broken: list[tuple[int, int]] = field(default_factory=list)


NOT_CHANGES = frozenset(
    "preConditions comment validCheckSum rollback modifySql property include includeAll changeSet ext id author context contextFilter "
    "labels runOnChange runAlways failOnError dbms runInTransaction logicalFilePath objectQuotingStrategy runOrder created ignore "
    "changes onValidationFail runWith tagDatabase".split()
)


def included(directory: str, fields: Mapping[str, str]) -> str | None:
    """Return the path an include names: from the snapshot root when it is relative to this file, else as written."""
    target = fields.get("file") or fields.get("path")
    if not target:
        return None
    relative = fields.get("relativeToChangelogFile", "").lower() == "true"
    return posixpath.normpath(posixpath.join(directory, target)) if relative else target


def referenced(fields: Iterable[Mapping[str, str]]) -> tuple[str, ...]:
    """Return the tables that constraint settings refer to."""
    found: list[str] = []
    for one in fields:
        target = one.get("referencedTableName") or one.get("references", "").partition("(")[0].strip()
        if target:
            found.append(target)
    return tuple(dict.fromkeys(found))
