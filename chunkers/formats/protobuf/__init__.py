"""Protocol Buffers: messages, enums, extensions, services and their methods, each with its comments."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.protobuf.declarations import Schema, read_schema
from chunkers.formats.protobuf.facts import declared_in, facts_of, references_of
from chunkers.unit import Cut, JsonValue, Unit

_KINDS = {
    "message": "protobuf_message_chunk",
    "extend": "protobuf_message_chunk",
    "group": "protobuf_message_chunk",
    "enum": "protobuf_enum_chunk",
    "service": "protobuf_service_chunk",
    "rpc": "protobuf_rpc_chunk",
}


def _supports(given: ChunkingInput) -> int:
    return (
        50
        if given.classification.language in {"protobuf", "proto"} or given.path.lower().endswith((".proto", ".proto3"))
        else 0
    )


def _chunk(given: ChunkingInput) -> Cut:
    schema = read_schema(given.clean.data, leading_comments=given.policy.chunking.include_leading_comments)
    declared = declared_in(schema)
    units = tuple(_unit(schema, declared, index) for index in range(len(schema.declarations)))
    lines = given.clean.lines
    broken = tuple(sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in schema.broken}))
    warnings = tuple(("protobuf_syntax", first, "this part does not read as protobuf") for first, _ in broken)
    facts = facts_of(schema, given)
    return Cut(
        units, facts, "PARTIAL" if broken else "OK", broken, overview=_overview(given, schema), warnings=warnings
    )


def _unit(schema: Schema, declared: set[str], index: int) -> Unit:
    found = schema.declarations[index]
    references = references_of(schema, declared, index)
    attributes: dict[str, JsonValue] = {"subkind": found.keyword}
    optional: tuple[tuple[str, JsonValue], ...] = (
        ("references", list(references)),
        ("http", list(found.http)),
        ("streaming", [side for side, streams in zip(("request", "response"), found.streams, strict=True) if streams]),
        ("package", schema.package),
    )
    attributes |= {key: value for key, value in optional if value}
    return Unit(
        kind=_KINDS[found.keyword],
        name=found.title,
        title=found.title,
        start=found.start,
        end=found.end,
        parent=found.parent,
        declaration=(found.word, found.head_end),
        body=found.body,
        symbol=found.title,
        signature=found.signature,
        attributes=attributes,
        includes_leading_comment=found.start < found.word,
    )


def _overview(given: ChunkingInput, schema: Schema) -> Unit:
    """The file's own lines (syntax, package, imports, options, licence) and what it declares."""
    lines = given.clean.lines
    top = [found for found in schema.declarations if found.parent is None]
    attributes: dict[str, JsonValue] = {
        "syntax": schema.syntax,
        "package": schema.package,
        "imports": [name for name, _, _ in schema.imports],
    }
    return Unit(
        "file_overview",
        "",
        given.path.rsplit("/", 1)[-1],
        0,
        len(given.clean.data),
        symbols=tuple(found.title for found in top),
        show=tuple((line, line) for line in (lines.line_at(found.word) for found in top)),
        attributes={key: value for key, value in attributes.items() if value},
        includes_imports=tuple(name for name, _, _ in schema.imports),
    )


CHUNKER = Chunker("protobuf", "1", _supports, _chunk)
