"""GraphQL: type-system definitions, the fields of root types as operations, executable documents and fragments."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.graphql.definitions import Definition, read_document
from chunkers.formats.graphql.facts import facts_of, references_of
from chunkers.formats.graphql.roots import root_types
from chunkers.unit import Cut, JsonValue, Unit

_EXECUTABLE = frozenset({"query", "mutation", "subscription"})


def _supports(given: ChunkingInput) -> int:
    return (
        50
        if given.classification.language == "graphql"
        or given.path.lower().endswith((".graphql", ".gql", ".graphqls", ".sdl"))
        else 0
    )


def _chunk(given: ChunkingInput) -> Cut:
    document = read_document(given.clean.data, leading_comments=given.policy.chunking.include_leading_comments)
    roots = root_types(document)
    units: list[Unit] = []
    for found in document.definitions:
        parent = len(units)
        units.append(_unit(found))
        if found.name in roots and found.keyword == "type":
            units += _operations(found, parent, roots[found.name])
    lines = given.clean.lines
    broken = tuple(sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in document.broken}))
    warnings = tuple(("graphql_syntax", first, "this part does not read as GraphQL") for first, _ in broken)
    shown = tuple((line, line) for line in (lines.line_at(found.word) for found in document.definitions))
    name = given.path.rsplit("/", 1)[-1]
    overview = Unit(
        "file_overview", "", name, 0, len(given.clean.data), symbols=tuple(unit.title for unit in units), show=shown
    )
    return Cut(
        tuple(units),
        facts_of(document, given),
        "PARTIAL" if broken else "OK",
        broken,
        overview=overview,
        warnings=warnings,
    )


def _unit(found: Definition) -> Unit:
    kind = (
        "graphql_operation_chunk"
        if found.keyword in _EXECUTABLE
        else "graphql_fragment_chunk"
        if found.keyword == "fragment"
        else "graphql_type_chunk"
    )
    attributes: dict[str, JsonValue] = {"subkind": found.keyword}
    if references := references_of(found):
        attributes["references"] = list(references)
    if found.keyword in _EXECUTABLE:
        attributes["operation"] = found.keyword
    if found.extends:
        attributes["extends"] = True
    return Unit(
        kind=kind,
        name=found.title,
        title=found.title,
        start=found.start,
        end=found.end,
        declaration=(found.word, found.head_end),
        body=found.body,
        symbol=found.title if kind == "graphql_type_chunk" else None,
        signature=found.signature,
        symbols=tuple(f"{found.name}.{field.name}" for field in found.fields)
        if kind == "graphql_type_chunk" and found.keyword != "directive"
        else (),
        attributes=attributes,
        includes_leading_comment=found.start < found.word,
    )


def _operations(found: Definition, parent: int, operation: str) -> list[Unit]:
    """Return the fields of a root type, each an operation of the API."""
    made: list[Unit] = []
    for field in found.fields:
        title = f"{found.name}.{field.name}"
        attributes: dict[str, JsonValue] = {"subkind": "root_field", "operation": operation}
        if field.types:
            attributes["references"] = list(dict.fromkeys(name for name, _ in field.types))
        made.append(
            Unit(
                kind="graphql_operation_chunk",
                name=title,
                title=title,
                start=field.start,
                end=field.end,
                parent=parent,
                declaration=(field.word, field.stop),
                symbol=title,
                signature=field.signature,
                attributes=attributes,
                includes_leading_comment=field.start < field.word,
            )
        )
    return made


CHUNKER = Chunker("graphql", "1", _supports, _chunk)
