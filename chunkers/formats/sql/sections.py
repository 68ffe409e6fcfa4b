"""Directive comments of migration tools: where their sections begin, with direction, change set and delimiter.

Takes the text and the file's place in its history, gives `Stretch`es in order; the directive lines themselves lie in none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.script import Stretch
from chunkers.formats.sql.history import History

_DIRECTIVE = re.compile(
    rb"^[ \t]*(?:--|\#)[ \t]*(?:"
    rb"\+(?P<goose>goose|migrate)[ \t]+(?P<command>\w+)[^\n]*"
    rb"|migrate:(?P<dbmate>up|down)[^\n]*"
    rb"|rambler[ \t]+(?P<rambler>up|down)[^\n]*"
    rb"|---[ \t]*!(?P<play>Ups|Downs)[^\n]*"
    rb")$",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_LIQUIBASE_HEAD = re.compile(rb"\s*--[ \t]*liquibase[ \t]+formatted[ \t]+sql", re.IGNORECASE)
_LIQUIBASE = re.compile(
    rb"^[ \t]*--[ \t]*(?P<word>changeset|rollback|rollbackSqlFile|comment|preconditions|precondition-\S+|property|ignoreLines"
    rb"|validCheckSum|endDelimiter)"
    rb"\b:?[ \t]*(?P<rest>[^\n]*)$|^[ \t]*/\*[ \t]*liquibase[ \t]+rollback(?:[^*]|\*(?!/))*\*/|^[ \t]*--[ \t]*liquibase[ \t]+formatted[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_CHANGESET = re.compile(r"(\"[^\"]+\"|[^\s:]+):(\"[^\"]+\"|[^\s]+)")
_OPTION = re.compile(r"(\w+):(\"[^\"]*\"|\S+)")
_DIRECTIONS = {b"up": "up", b"ups": "up", b"down": "down", b"downs": "down"}
_TOOLS = {
    "goose": "goose",
    "migrate": "sql-migrate",
    "dbmate": "dbmate",
    "rambler": "rambler",
    "play": "play-evolutions",
}


def stretches(data: bytes, history: History, dialect: Dialect) -> Iterator[Stretch]:
    """Yield the stretches of SQL of a file."""
    del dialect
    base = Stretch(0, len(data), history.direction, attributes=history.attributes())
    if _LIQUIBASE_HEAD.match(data[:4096]):
        yield from _liquibase(data, base)
        return
    hits = list(_DIRECTIVE.finditer(data))
    if not hits:
        yield base
        return
    state = _State()
    yield replace(base, end=hits[0].start())
    for index, hit in enumerate(hits):
        state = state.after(hit)
        end = hits[index + 1].start() if index + 1 < len(hits) else len(data)
        attributes = {**history.attributes(), "tool": state.tool}
        yield Stretch(hit.end(), end, state.direction or history.direction, whole=state.whole, attributes=attributes)


@dataclass(frozen=True, slots=True)
class _State:
    direction: str | None = None
    whole: bool = False
    tool: str | None = None

    def after(self, hit: re.Match[bytes]) -> _State:
        found = {key: value for key, value in hit.groupdict().items() if value}
        word = next((found[key] for key in ("command", "dbmate", "rambler", "play") if key in found), b"").lower()
        name = found.get("goose", b"").decode().lower() or next(
            (key for key in ("dbmate", "rambler", "play") if key in found), ""
        )
        tool = _TOOLS.get(name)
        if word in {b"statementbegin", b"statementend"}:
            return replace(self, whole=word == b"statementbegin", tool=tool)
        if word not in _DIRECTIONS:  # options such as NO TRANSACTION or ENVSUB begin no section
            return replace(self, tool=tool)
        return _State(_DIRECTIONS[word], whole=False, tool=tool)


def _liquibase(data: bytes, base: Stretch) -> Iterator[Stretch]:
    hits = list(_LIQUIBASE.finditer(data))
    current = replace(base, attributes={**base.attributes, "tool": "liquibase"})
    yield replace(current, end=hits[0].start())
    for index, hit in enumerate(hits):
        if (hit.group("word") or b"").lower() == b"changeset":
            current = _changeset(current, hit.group("rest").decode("utf-8", "replace"))
        end = hits[index + 1].start() if index + 1 < len(hits) else len(data)
        yield replace(current, start=hit.end(), end=end)


def _changeset(current: Stretch, rest: str) -> Stretch:
    hit = _CHANGESET.match(rest)
    options = {key.lower(): value.strip('"') for key, value in _OPTION.findall(rest[hit.end() :] if hit else "")}
    delimiter = options.get("enddelimiter", ";")
    plain = delimiter in {"/", "GO", "\\nGO", "\\n/", ";"}
    return replace(
        current,
        changeset=f"{hit.group(1).strip(chr(34))}:{hit.group(2).strip(chr(34))}" if hit else rest.strip() or None,
        delimiter=b";" if plain else delimiter.encode(),
        whole=options.get("splitstatements", "").lower() == "false",
    )
