"""Liquibase change logs in XML, YAML and JSON: one chunk per change, with its change set and direction."""

from __future__ import annotations

import re

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.liquibase.changelog import Change, Log
from chunkers.formats.liquibase.changes import operation_of
from chunkers.formats.liquibase.from_xml import read_xml
from chunkers.formats.liquibase.from_yaml import read_yaml
from chunkers.formats.relational.ledger import Ledger, Step
from chunkers.symbol import FileFacts, Mention
from chunkers.text.windows import windows
from chunkers.unit import Cut

_XML = re.compile(rb"<(?:\w+:)?databaseChangeLog\b")
_YAML = re.compile(rb"(?:^|\n)databaseChangeLog[ \t]*:|^\s*\{\s*\"databaseChangeLog\"\s*:")
_LOOK = 16_384


def _supports(given: ChunkingInput) -> int:
    head = given.clean.data[:_LOOK]
    return (
        100 if _is_xml(given) or (given.path.lower().endswith((".yaml", ".yml", ".json")) and _YAML.search(head)) else 0
    )


def _is_xml(given: ChunkingInput) -> bool:
    return given.path.lower().endswith(".xml") and _XML.search(given.clean.data[:_LOOK]) is not None


def _chunk(given: ChunkingInput) -> Cut:
    log = read_xml(given) if _is_xml(given) else read_yaml(given)
    if log is None:
        return windows(given, status="FALLBACK", reason="changelog_not_readable")
    ledger = Ledger(given.path, given.clean)
    for change in log.changes:
        ledger.add(_step(change))
    lines = given.clean.lines
    broken = tuple(sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in log.broken}))
    facts = FileFacts(
        given.path,
        given.classification.language,
        given.classification.category.value,
        symbols=tuple(ledger.symbols),
        mentions=(*ledger.mentions, *_includes(given, log)),
        extras=(("migration.tool", "liquibase"),),
    )
    warnings = tuple(("changelog_syntax", first, "this part of the change log does not read") for first, _ in broken)
    return Cut(tuple(ledger.units), facts, "PARTIAL" if broken else "OK", broken, warnings=warnings)


def _step(change: Change) -> Step:
    return Step(
        operation_of(change),
        change.start,
        change.word,
        change.end,
        change.direction,
        change.changeset,
        {"tool": "liquibase", "change": change.name},
        change.names,
        language=None,
    )


def _includes(given: ChunkingInput, log: Log) -> list[Mention]:
    return [Mention("path", target, "", given.clean.lines.line_at(at)) for target, at in log.includes]


CHUNKER = Chunker("liquibase", "1", _supports, _chunk)
