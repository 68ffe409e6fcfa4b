"""What a `.proto` file says of itself: symbols, imports, and the types it names, resolved as far as one file can.

Takes a `Schema`, gives `FileFacts`. A name that the file does not declare and that has no dot gets the file's package; others stay as written.
"""

from __future__ import annotations

from chunkers.chunker import ChunkingInput
from chunkers.formats.protobuf.declarations import Declaration, Schema
from chunkers.source import CleanText
from chunkers.span import Span
from chunkers.symbol import FileFacts, Import, Mention, Symbol

_KINDS = {
    "message": "message",
    "group": "message",
    "extend": "message",
    "enum": "enum",
    "service": "service",
    "rpc": "rpc",
}
_IMPORTS = {"public": "reexport", "weak": "import", "import": "import", "option": "import"}


def declared_in(schema: Schema) -> set[str]:
    """Return the dotted titles of all declarations of a file."""
    return {found.title for found in schema.declarations}


def references_of(schema: Schema, declared: set[str], index: int) -> tuple[str, ...]:
    """Return the full names of the types that a declaration names, in order."""
    found = schema.declarations[index]
    return tuple(dict.fromkeys(_full_name(schema, declared, found, name) for name, _ in found.types))


def facts_of(schema: Schema, given: ChunkingInput) -> FileFacts:
    """Return all facts of the file."""
    clean = given.clean
    declared = declared_in(schema)
    symbols: list[Symbol] = []
    mentions: list[Mention] = []
    extras: list[tuple[str, str]] = [("syntax", schema.syntax)] if schema.syntax else []
    seen: dict[str, int] = {}
    for found in schema.declarations:
        seen[found.title] = seen.get(found.title, 0) + 1
        qualified = found.title if seen[found.title] == 1 else f"{found.title}~{seen[found.title]}"
        symbols.append(_symbol(schema, found, qualified, clean, declared))
        symbols += _fields(schema, found, qualified, clean, declared)
        mentions += _mentions(schema, found, qualified, clean, declared)
        extras += [("http", f"{qualified} {rule}") for rule in found.http]
    imports = tuple(
        Import(module, None, None, _IMPORTS.get(kind, "import"), *_place(clean, at, at + len(module.encode()) + 2))
        for module, kind, at in schema.imports
    )
    return FileFacts(
        given.path,
        given.classification.language or "protobuf",
        given.classification.category.value,
        package=schema.package,
        symbols=tuple(symbols),
        imports=imports,
        mentions=tuple(mentions),
        extras=tuple(extras),
    )


def _symbol(schema: Schema, found: Declaration, qualified: str, clean: CleanText, declared: set[str]) -> Symbol:
    lines = clean.lines
    types = [_full_name(schema, declared, found, name) for name, _ in found.types] if found.keyword == "rpc" else []
    sides = ("client_streaming", "server_streaming")
    return Symbol(
        _KINDS[found.keyword],
        found.name,
        qualified,
        Span(lines.line_at(found.start), lines.last_line_of(found.start, found.end)),
        lines.line_at(found.name_at),
        container=found.title.rpartition(".")[0] if found.keyword != "extend" else "",
        language="protobuf",
        signature=found.signature,
        type=types[0] if types else None,
        returns=types[1] if len(types) > 1 else None,
        modifiers=tuple(side for side, streams in zip(sides, found.streams, strict=True) if streams),
        tags=("extension",) if found.keyword == "extend" else ("group",) if found.keyword == "group" else (),
    )


def _fields(schema: Schema, found: Declaration, qualified: str, clean: CleanText, declared: set[str]) -> list[Symbol]:
    kind = "enum_member" if found.keyword == "enum" else "field"
    made: list[Symbol] = []
    for field in found.fields:
        line = clean.lines.line_at(field.at)
        typed = _full_name(schema, declared, found, field.type) if field.type else None
        made.append(
            Symbol(
                kind,
                field.name,
                f"{qualified}.{field.name}",
                Span(line, line),
                line,
                qualified,
                "protobuf",
                type=typed or field.written or None,
            )
        )
    return made


def _mentions(
    schema: Schema, found: Declaration, qualified: str, clean: CleanText, declared: set[str]
) -> list[Mention]:
    made: list[Mention] = []
    for name, at in found.types:
        line, column, end = _place(clean, at, at + len(name.encode()))
        hidden = line in clean.redacted_lines
        target = _full_name(schema, declared, found, name)
        made.append(Mention("type", target, qualified, line, None if hidden else column, None if hidden else end))
    return made


def _place(clean: CleanText, start: int, end: int) -> tuple[int, int, int]:
    lines = clean.lines
    column = lines.column_at(start)
    return lines.line_at(start), column, column + len(clean.data[start:end].decode("utf-8", "replace"))


def _full_name(schema: Schema, declared: set[str], found: Declaration, name: str) -> str:
    """Resolve a type name by protobuf's scoping, innermost first, over the declarations of this file."""
    if name.startswith("."):
        return name[1:]
    prefix = f"{schema.package}." if schema.package else ""
    scope = found.title if found.keyword in {"message", "group"} else found.title.rpartition(".")[0]
    head, _, rest = name.partition(".")
    while True:
        candidate = f"{scope}.{head}" if scope else head
        if candidate in declared:
            return prefix + (f"{candidate}.{rest}" if rest else candidate)
        if not scope:
            break
        scope = scope.rpartition(".")[0]
    return name if rest else prefix + name
