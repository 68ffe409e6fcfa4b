"""GraphQL: type-system definitions, the fields of root types as operations, executable documents and fragments."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.graphql.definitions import read_document
from chunkers.formats.graphql.facts import facts_of
from chunkers.formats.graphql.units import units_of
from chunkers.unit import Cut, Unit


def _supports(given: ChunkingInput) -> int:
    return (
        50
        if given.classification.language == "graphql"
        or given.path.lower().endswith((".graphql", ".gql", ".graphqls", ".sdl"))
        else 0
    )


def _chunk(given: ChunkingInput) -> Cut:
    document = read_document(given.clean.data, leading_comments=given.policy.chunking.include_leading_comments)
    units = units_of(document)
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


CHUNKER = Chunker("graphql", "1", _supports, _chunk)
