"""Prisma schemas: models, enums, types and views as schemas, datasources and generators as configuration."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.prisma.blocks import Block, read_blocks
from chunkers.formats.prisma.facts import facts_of, references_of, table_of
from chunkers.unit import Cut, JsonValue, Unit

SCHEMAS = frozenset({"model", "enum", "type", "view"})


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language == "prisma" or given.path.lower().endswith(".prisma") else 0


def _chunk(given: ChunkingInput) -> Cut:
    blocks, stray = read_blocks(given.clean.data, leading_comments=given.policy.chunking.include_leading_comments)
    lines = given.clean.lines
    ranges = [*stray, *(pair for block in blocks for pair in block.broken)]
    broken = tuple(sorted({(lines.line_at(low), lines.last_line_of(low, high)) for low, high in ranges}))
    warnings = tuple(("prisma_syntax", first, "this part does not read as a Prisma schema") for first, _ in broken)
    units = tuple(_unit(block) for block in blocks)
    return Cut(units, facts_of(blocks, given), "PARTIAL" if broken else "OK", broken, warnings=warnings)


def _unit(block: Block) -> Unit:
    schema = block.keyword in SCHEMAS
    title = block.name if schema else f"{block.keyword}.{block.name}" if block.name else block.keyword
    attributes: dict[str, JsonValue] = {"subkind": block.keyword}
    if references := references_of(block):
        attributes["references"] = list(references)
    if block.keyword in {"model", "view"}:
        attributes["table"] = table_of(block)
        attributes["columns"] = [field.column for field in block.fields if not field.relation]
    return Unit(
        kind="schema_chunk" if schema else "config_section_chunk",
        name=title,
        title=title,
        start=block.start,
        end=block.end,
        declaration=(block.word, block.head_end),
        body=block.body,
        symbol=block.name if schema else None,
        signature=f"{block.keyword} {block.name}".rstrip(),
        symbols=tuple(f"{block.name}.{field.name}" for field in block.fields) if schema else (),
        keys=tuple(f"{title}.{field.name}" for field in block.fields) if not schema else (),
        attributes=attributes,
        includes_leading_comment=block.start < block.word,
    )


CHUNKER = Chunker("prisma", "1", _supports, _chunk)
