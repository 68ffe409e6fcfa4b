"""What a Prisma schema says of itself: models and fields as symbols, relations as type mentions, tables and environment names it reads."""

from __future__ import annotations

import re

from chunkers.chunker import ChunkingInput
from chunkers.formats.prisma.blocks import Block
from chunkers.span import Span
from chunkers.symbol import FileFacts, Mention, Symbol

_SCALARS = frozenset("String Boolean Int BigInt Float Decimal DateTime Json Bytes".split())
_TABLE = re.compile(r"@@map\(\s*(?:name:\s*)?\"([^\"]+)\"")
_ENV = re.compile(r"env\(\s*\"([^\"]+)\"\s*\)")


def table_of(block: Block) -> str:
    """Return the name of a model's table: `@@map`, else the model's own."""
    return next((hit.group(1) for text in block.settings if (hit := _TABLE.search(text))), block.name)


def references_of(block: Block) -> tuple[str, ...]:
    """Return the models, enums and types that the fields of a block name, in order; those of other files too."""
    named = (
        field.type
        for field in block.fields
        if field.type and field.type not in _SCALARS and not field.type.startswith("Unsupported")
    )
    return tuple(dict.fromkeys(named))


def facts_of(blocks: tuple[Block, ...], given: ChunkingInput) -> FileFacts:
    """Return all facts of the file."""
    lines = given.clean.lines
    symbols: list[Symbol] = []
    mentions: list[Mention] = []
    for block in blocks:
        place = lines.line_at(block.name_at)
        if block.keyword in {"datasource", "generator"}:
            for field in block.fields:
                mentions += [
                    Mention("env", name, f"{block.keyword}.{block.name}", lines.line_at(field.at))
                    for name in _ENV.findall(field.text)
                ]
            continue
        span = Span(lines.line_at(block.start), lines.last_line_of(block.start, block.end))
        symbols.append(Symbol("schema", block.name, block.name, span, place, language="prisma", tags=(block.keyword,)))
        if block.keyword in {"model", "view"}:
            mentions.append(Mention("table", table_of(block), block.name, place))
        kind = "enum_member" if block.keyword == "enum" else "field"
        for field in block.fields:
            line = lines.line_at(field.at)
            symbols.append(
                Symbol(
                    kind,
                    field.name,
                    f"{block.name}.{field.name}",
                    Span(line, line),
                    line,
                    block.name,
                    "prisma",
                    type=field.type or None,
                )
            )
            if field.type and field.type not in _SCALARS and not field.type.startswith("Unsupported"):
                mentions.append(Mention("type", field.type, block.name, line))
    return FileFacts(
        given.path,
        given.classification.language or "prisma",
        given.classification.category.value,
        symbols=tuple(symbols),
        mentions=tuple(mentions),
    )
