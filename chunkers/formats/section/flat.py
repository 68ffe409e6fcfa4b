"""Sections of line-oriented formats (TOML, INI, properties, HCL ...) as a cut: what their chunkers share.

Takes sections whose nodes a format has found, gives units and facts; knows none of these formats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkers.chunker import ChunkingInput
from chunkers.formats.section.facts import key_symbols, placeholder_mentions
from chunkers.formats.section.model import Section
from chunkers.formats.section.single import on_one_line
from chunkers.formats.section.tooling import is_tool_config
from chunkers.formats.section.units import section_units
from chunkers.formats.tree.edges import Edges
from chunkers.formats.tree.node import Node
from chunkers.formats.tree.reading import line_ranges
from chunkers.span import Span
from chunkers.symbol import FileFacts, Mention, Symbol
from chunkers.unit import Cut, JsonValue


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring nodes under one title, not yet placed on lines. `start` is its first byte when that is not its first node's."""

    title: str
    prefix: str
    nodes: tuple[Node, ...]
    start: int
    end: int
    attributes: tuple[tuple[str, JsonValue], ...] = ()
    label: str | None = None


def placed(blocks: Sequence[Block], edges: Edges, barriers: Iterable[int] = ()) -> list[Section]:
    """Give blocks their lines; `barriers` are lines of other text that no block may reach across."""
    lines = edges.lines
    starts = [lines.line_at(block.start) for block in blocks]
    walls = sorted({*barriers, len(lines) + 1})
    found: list[Section] = []
    floor, wall = 1, 0
    for index, block in enumerate(blocks):
        while walls[wall] < starts[index]:
            floor = max(floor, walls[wall] + 1)
            wall += 1
        ceiling = min(starts[index + 1], len(lines) + 1) if index + 1 < len(blocks) else len(lines) + 1
        start, end = edges.span(block.start, block.end, floor, ceiling)
        floor = lines.last_line_of(start, end) + 1
        found.append(
            Section(
                block.title, start, end, block.prefix, block.nodes, attributes=dict(block.attributes), label=block.label
            )
        )
    return found


def flat_cut(
    given: ChunkingInput,
    found: Sequence[Section],
    edges: Edges,
    *,
    broken: Iterable[int] = (),
    keys: bool = True,
    placeholders: bool = True,
    symbols: Iterable[Symbol] = (),
    extras: Iterable[tuple[str, str]] = (),
    warnings: Iterable[tuple[str, int, str]] = (),
) -> Cut:
    """Return units and facts; `keys` says whether leaf keys are symbols a program may read, `placeholders` whether `${...}` names one."""
    language, lines = given.classification.language, edges.lines
    ranges = line_ranges(sorted(set(broken)), lines)
    mentions: list[Mention] = []
    for section in found:
        line = lines.line_at(section.start)
        wanted = section.attributes.get("references", ())
        mentions += [Mention("needs", target, section.title, line) for target in wanted]
        mentions += placeholder_mentions(section, lines) if placeholders else []
    facts = FileFacts(
        given.path,
        language,
        given.classification.category.value,
        symbols=(*(key_symbols(found, lines, language) if keys and not is_tool_config(given.path) else ()), *symbols),
        mentions=tuple(mentions),
        extras=tuple(extras),
    )
    return Cut(
        tuple(on_one_line(given, section_units(found, given, edges))),
        facts,
        status="PARTIAL" if ranges else "OK",
        broken=ranges,
        reason="syntax_errors" if ranges else None,
        warnings=tuple(sorted(warnings, key=lambda warning: warning[1])),
    )


def exported(pattern: re.Pattern[bytes], given: ChunkingInput) -> list[Symbol]:
    """Return an `env_var` symbol per name that `pattern` finds, at its first place."""
    found: dict[str, Symbol] = {}
    for match in pattern.finditer(given.clean.data):
        name, line = match.group(1).decode(), given.clean.lines.line_at(match.start(1))
        found.setdefault(
            name, Symbol("env_var", name, name, Span(line, line), line, language=given.classification.language)
        )
    return list(found.values())


def repeated(nodes: Iterable[Node], prefix: str, edges: Edges) -> list[tuple[str, int, str]]:
    """Return a warning for each key that `nodes` give twice."""
    first: dict[str | None, int] = {}
    found: list[tuple[str, int, str]] = []
    for node in nodes:
        line = edges.lines.line_at(node.start)
        if node.key in first:
            name = f"{prefix}.{node.key}" if prefix else node.key
            found.append(("duplicate_key", line, f"duplicate key {name!r}: first given on line {first[node.key]}"))
        first.setdefault(node.key, line)
    return found
