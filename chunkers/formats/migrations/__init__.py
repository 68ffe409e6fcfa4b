"""Migrations written in code (Alembic, Django, Rails, Knex, Sequelize, TypeORM, Doctrine, Phinx, Laravel): one chunk per step.

The file is cut as its language is cut; the steps become children of the functions and classes they stand in.
"""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers import syntax
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.lines import end_with_comment
from chunkers.formats.migrations.tool import Placed, Tool
from chunkers.formats.migrations.tools import tool_of
from chunkers.formats.migrations.walk import Walk
from chunkers.formats.refining import Nest, claimed_by_next
from chunkers.formats.relational.ledger import Ledger, Step
from chunkers.symbol import FileFacts
from chunkers.unit import Cut

NAME = "migrations"
_STRENGTH = 90
_TAIL = re.compile(rb"[ \t]*[,;]?[ \t]*(?:#|//)[^\n]*")


def _supports(given: ChunkingInput) -> int:
    return _STRENGTH if tool_of(given.path, given.clean.data) is not None else 0


def _chunk(given: ChunkingInput) -> Cut:
    found = tool_of(given.path, given.clean.data)
    base = claimed_by_next(given, _STRENGTH)
    if found is None:
        return base
    tool, grammar = found
    parsed = syntax.parse(grammar, given.clean.data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return base if base.units else replace(base, status="FALLBACK", reason=parsed.reason)
    walk = Walk(tool, given.clean.data)
    walk.run(parsed.tree.root_node)
    ledger = Ledger(given.path, given.clean, base=len(base.units))
    nest = Nest(base.units)
    for placed in walk.placed:
        ledger.add(_step(given, tool, placed, walk.comments, nest))
    broken = base.broken or syntax.broken_ranges(parsed.tree.root_node)
    status = base.status if base.status != "OK" else "PARTIAL" if broken else "OK"
    return replace(
        base,
        units=(*base.units, *ledger.units),
        facts=_facts(base.facts, ledger, tool),
        status=status,
        broken=broken,
    )


def _step(given: ChunkingInput, tool: Tool, placed: Placed, comments: list[tuple[int, int]], nest: Nest) -> Step:
    data = given.clean.data
    word = placed.start + len(data[placed.start : placed.end]) - len(data[placed.start : placed.end].lstrip())
    parent = nest.around(word, placed.end)
    start = (
        unit_start(data, comments, word, nest.floor(parent)) if given.policy.chunking.include_leading_comments else word
    )
    end = end_with_comment(data, placed.end, _TAIL)
    return Step(placed.operation, start, word, end, placed.direction, None, {"tool": tool.name}, placed.names, parent)


def _facts(base: FileFacts, ledger: Ledger, tool: Tool) -> FileFacts:
    return replace(
        base,
        symbols=(*base.symbols, *ledger.symbols),
        mentions=(*base.mentions, *ledger.mentions),
        extras=(*base.extras, ("migration.tool", tool.name)),
    )


CHUNKER = Chunker(NAME, "1", _supports, _chunk, native=True)
