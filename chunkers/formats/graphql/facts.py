"""What a GraphQL file says of itself: types and fields as symbols, the types, fragments and root fields it names as mentions.

Takes a document, gives `FileFacts`; names are those of the schema, which spans files, so nothing is resolved here.
"""

from __future__ import annotations

from chunkers.chunker import ChunkingInput
from chunkers.formats.graphql.definitions import Definition, Document
from chunkers.source import CleanText
from chunkers.span import Span
from chunkers.symbol import FileFacts, Mention, Symbol

_ROOTS = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
_TYPES = frozenset({"type", "interface", "union", "enum", "input", "scalar"})


def references_of(found: Definition) -> tuple[str, ...]:
    """Return what a definition names: types, directives, fragments, root fields."""
    names = [_target(found, name) for name, _ in _uses(found)]
    names += [name for field in found.fields for name, _ in field.types]
    return tuple(dict.fromkeys(names))


def _uses(found: Definition) -> list[tuple[str, int]]:
    """Fields chosen by a fragment are its type's, not a root's."""
    return [(name, at) for name, at in found.uses if found.keyword != "fragment" or not name.startswith(".")]


def _target(found: Definition, name: str) -> str:
    """A root field chosen by an operation is named with its root type."""
    return _ROOTS.get(found.keyword, found.name) + name if name.startswith(".") else name


def facts_of(document: Document, given: ChunkingInput) -> FileFacts:
    """Return all facts of the file."""
    clean = given.clean
    symbols: list[Symbol] = []
    mentions: list[Mention] = []
    seen: dict[str, int] = {}
    for found in document.definitions:
        if found.keyword in _TYPES or found.keyword in {"directive", "schema"}:
            symbols.append(_symbol(found, clean, seen))
            symbols += _fields(found, clean, seen)
        mentions += [_mention(clean, _target(found, name), found.title, at) for name, at in _uses(found)]
        for field in found.fields:
            scope = f"{found.name}.{field.name}" if found.name else found.title
            mentions += [_mention(clean, name, scope, at) for name, at in field.types]
    return FileFacts(
        given.path,
        given.classification.language or "graphql",
        given.classification.category.value,
        symbols=tuple(symbols),
        mentions=tuple(mentions),
    )


def _unique(name: str, seen: dict[str, int]) -> str:
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name}~{seen[name]}"


def _symbol(found: Definition, clean: CleanText, seen: dict[str, int]) -> Symbol:
    lines = clean.lines
    return Symbol(
        "graphql_type",
        found.name or found.keyword,
        _unique(found.title, seen),
        Span(lines.line_at(found.start), lines.last_line_of(found.start, found.end)),
        lines.line_at(found.name_at),
        language="graphql",
        signature=found.signature,
        supers=tuple(
            ("implements", name)
            for name, _ in found.uses
            if found.keyword in {"type", "interface"} and name[:1] not in {"@", "."}
        ),
        tags=(found.keyword, *(("extension",) if found.extends else ())),
    )


def _fields(found: Definition, clean: CleanText, seen: dict[str, int]) -> list[Symbol]:
    if not found.name or found.keyword == "directive":
        return []
    lines, kind = clean.lines, "enum_member" if found.keyword == "enum" else "graphql_field"
    return [
        Symbol(
            kind,
            field.name,
            _unique(f"{found.name}.{field.name}", seen),
            Span(lines.line_at(field.start), lines.last_line_of(field.start, field.end)),
            lines.line_at(field.word),
            container=found.name,
            language="graphql",
            signature=field.signature,
            returns=field.type or None,
        )
        for field in found.fields
    ]


def _mention(clean: CleanText, target: str, scope: str, at: int) -> Mention:
    line = clean.lines.line_at(at)
    if line in clean.redacted_lines:
        return Mention("type", target, scope, line)
    column = clean.lines.column_at(at)
    return Mention("type", target, scope, line, column, column + len(target.rpartition(".")[2]))
