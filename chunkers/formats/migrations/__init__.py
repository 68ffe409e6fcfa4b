"""Migrations written in code (Alembic, Django, Rails, Knex, Sequelize, TypeORM, Doctrine, Phinx, Laravel): one chunk per step.

The file is cut as its language is cut; the steps become children of the functions and classes they stand in.
"""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers import registry, syntax
from chunkers.chunker import Chunker, ChunkingInput, owner_of
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.lexing.lines import end_with_comment
from chunkers.formats.migrations.tool import Placed, Tool
from chunkers.formats.migrations.tools import tool_of
from chunkers.formats.migrations.walk import Walk
from chunkers.formats.relational.ledger import Ledger, Step
from chunkers.symbol import FileFacts
from chunkers.unit import Cut, Unit

NAME = "migrations"
_LAST_RESORT = 1
_TAIL = re.compile(rb"[ \t]*[,;]?[ \t]*(?:#|//)[^\n]*")


def _supports(given: ChunkingInput) -> int:
    return 90 if tool_of(given.path, given.clean.data) is not None else 0


def _chunk(given: ChunkingInput) -> Cut:
    found = tool_of(given.path, given.clean.data)
    base = _as_code(given)
    if found is None:
        return base
    tool, grammar = found
    parsed = syntax.parse(grammar, given.clean.data, given.policy.limits.soft_seconds)
    if parsed.tree is None:
        return base if base.units else replace(base, status="FALLBACK", reason=parsed.reason)
    walk = Walk(tool, given.clean.data)
    walk.run(parsed.tree.root_node)
    ledger = Ledger(given.path, given.clean, base=len(base.units))
    nest = _Nest(base.units)
    for placed in walk.placed:
        ledger.add(_step(given, tool, placed, walk.comments, nest))
    broken = base.broken or syntax.broken_ranges(parsed.tree.root_node)
    status = base.status if base.status != "OK" else "PARTIAL" if broken else "OK"
    return replace(
        base,
        units=_nested(base.units, ledger.units),
        facts=_facts(base.facts, ledger, tool),
        status=status,
        broken=broken,
    )


def _as_code(given: ChunkingInput) -> Cut:
    """Return the cut of the chunker that would own the file without this one; none of the last resort's windows."""
    others = [chunker for chunker in registry.all_chunkers() if chunker.name != NAME]
    owner = owner_of(others, given)
    if owner.supports(given) > _LAST_RESORT:
        return owner.chunk(given)
    facts = FileFacts(given.path, given.classification.language, given.classification.category.value)
    return Cut((), facts)


def _step(given: ChunkingInput, tool: Tool, placed: Placed, comments: list[tuple[int, int]], nest: _Nest) -> Step:
    data = given.clean.data
    word = placed.start + len(data[placed.start : placed.end]) - len(data[placed.start : placed.end].lstrip())
    parent = nest.around(word, placed.end)
    start = (
        unit_start(data, comments, word, nest.floor(parent)) if given.policy.chunking.include_leading_comments else word
    )
    end = end_with_comment(data, placed.end, _TAIL)
    return Step(placed.operation, start, word, end, placed.direction, None, {"tool": tool.name}, placed.names, parent)


class _Nest:
    """Finds the smallest unit around ranges that come in source order: one sweep over the units, whatever their number."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self._units = units
        self._order = sorted(range(len(units)), key=lambda index: (units[index].start, -units[index].end, index))
        self._next = 0
        self._open: list[int] = []

    def floor(self, index: int | None) -> int:
        """Return where a unit starts, 0 for none."""
        return 0 if index is None else self._units[index].start

    def around(self, start: int, end: int) -> int | None:
        """Return the index of the innermost unit that covers the range."""
        units = self._units
        while self._next < len(self._order) and units[self._order[self._next]].start <= start:
            index = self._order[self._next]
            while self._open and units[self._open[-1]].end <= units[index].start:
                self._open.pop()
            self._open.append(index)
            self._next += 1
        return next(
            (index for index in reversed(self._open) if units[index].end >= end and units[index].end > start), None
        )


def _nested(units: tuple[Unit, ...], steps: list[Unit]) -> tuple[Unit, ...]:
    """Units of the language first, then the steps; indexes of parents stay right because nothing moves."""
    return (*units, *steps)


def _facts(base: FileFacts, ledger: Ledger, tool: Tool) -> FileFacts:
    return replace(
        base,
        symbols=(*base.symbols, *ledger.symbols),
        mentions=(*base.mentions, *ledger.mentions),
        extras=(*base.extras, ("migration.tool", tool.name)),
    )


CHUNKER = Chunker(NAME, "1", _supports, _chunk, native=True)
