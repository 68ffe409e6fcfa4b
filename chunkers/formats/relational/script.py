"""A stretch of SQL text as steps of a ledger: statements, their comments, bulk data cut between rows.

Takes a range and what is known of it (direction, change set), writes units and facts; gives the line ranges that did not read well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chunkers.chunker import ChunkingInput
from chunkers.formats.lexing.comments import unit_start
from chunkers.formats.relational.classify import read
from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.ledger import Ledger, Step, names_of
from chunkers.formats.relational.operation import Operation
from chunkers.formats.relational.rows import groups, insert_cuts, line_cuts
from chunkers.formats.relational.splitter import Raw, split
from chunkers.formats.relational.token import Token
from chunkers.kinds import SUPPORTING
from chunkers.tokens import estimate_bytes
from chunkers.unit import JsonValue

DUMP_RUN = 50
"""More INSERTs in a row into one table than this are a data dump: one unit, cut between statements."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A range of SQL with one direction and change set. `whole`: its text is one statement whatever it holds."""

    start: int
    end: int
    direction: str | None = None
    changeset: str | None = None
    delimiter: bytes = b";"
    whole: bool = False
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(slots=True)
class Trouble:
    """What did not read well: line ranges and warnings."""

    broken: list[tuple[int, int]] = field(default_factory=list)
    warnings: list[tuple[str, int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Statement:
    raw: Raw
    operation: Operation
    items: list[Token]


def write_stretch(given: ChunkingInput, stretch: Stretch, dialect: Dialect, ledger: Ledger, trouble: Trouble) -> None:
    """Write the statements of one stretch into `ledger` and what is wrong with them into `trouble`."""
    data = given.clean.data
    parts = split(data, stretch.start, stretch.end, dialect, delimiter=stretch.delimiter, whole=stretch.whole)
    run: list[_Statement] = []
    for raw in parts.statements:
        operation, items = read(data, raw.start, raw.core_end, dialect)
        statement = _Statement(raw, operation, items)
        _judge(given, statement, trouble)
        if run and not _same_data(run[-1], statement):
            _write_run(given, run, parts.comments, stretch, dialect, ledger)
            run = []
        run.append(statement)
    _write_run(given, run, parts.comments, stretch, dialect, ledger)


def _same_data(one: _Statement, two: _Statement) -> bool:
    return (
        one.operation.operations == two.operation.operations == ("insert",)
        and one.operation.title == two.operation.title
    )


def _judge(given: ChunkingInput, statement: _Statement, trouble: Trouble) -> None:
    fault = statement.raw.broken or statement.operation.fault
    if fault is None:
        return
    lines = given.clean.lines
    first = lines.line_at(statement.raw.start)
    trouble.broken.append((first, lines.last_line_of(statement.raw.start, statement.raw.end)))
    trouble.warnings.append(("sql_statement", first, f"{fault.replace('_', ' ')} in {statement.operation.title!r}"))


def _write_run(
    given: ChunkingInput,
    run: Sequence[_Statement],
    comments: Sequence[tuple[int, int]],
    stretch: Stretch,
    dialect: Dialect,
    ledger: Ledger,
) -> None:
    if len(run) > DUMP_RUN:
        _write_dump(given, run, comments, stretch, ledger)
        return
    for statement in run:
        raw = statement.raw
        index = ledger.add(_step(given, statement, raw.end, comments, stretch))
        cap = given.policy.chunking.max_tokens_per_chunk
        if (
            statement.operation.operations == ("insert",)
            and estimate_bytes(given.clean.data[raw.start : raw.end]) > cap
        ):
            _write_rows(given, index, raw, dialect, ledger)


def _step(
    given: ChunkingInput, statement: _Statement, end: int, comments: Sequence[tuple[int, int]], stretch: Stretch
) -> Step:
    raw = statement.raw
    start = raw.start
    if given.policy.chunking.include_leading_comments:
        start = unit_start(given.clean.data, comments, raw.start, stretch.start)
    return Step(
        statement.operation,
        start,
        raw.start,
        end,
        stretch.direction,
        stretch.changeset,
        stretch.attributes,
        names_of(statement.items),
    )


def _write_dump(
    given: ChunkingInput,
    run: Sequence[_Statement],
    comments: Sequence[tuple[int, int]],
    stretch: Stretch,
    ledger: Ledger,
) -> None:
    """A run of one-row INSERTs: one unit over all of them, parts cut between statements."""
    data = given.clean.data
    end = run[-1].raw.end
    step = _step(given, run[0], end, comments, stretch)
    line = given.clean.lines.line_at(step.word)
    extra: dict[str, JsonValue] = {"subkind": "data", "statements": len(run)}
    index = ledger.add(
        Step(
            step.operation,
            step.start,
            step.word,
            end,
            step.direction,
            step.changeset,
            {**step.attributes, **extra},
            step.names,
            show=((line, line),),
        )
    )
    for number, (low, high) in enumerate(
        groups(data, step.start, end, [s.raw.end for s in run[:-1]], _target(given)), 1
    ):
        ledger.add_part(index, number, low, high, SUPPORTING)


def _write_rows(given: ChunkingInput, index: int, raw: Raw, dialect: Dialect, ledger: Ledger) -> None:
    data = given.clean.data
    whole = ledger.units[index - ledger.base]
    if raw.data_start is not None:
        cuts = line_cuts(data, raw.data_start, raw.end)
    else:
        cuts = insert_cuts(data, raw.start, raw.core_end, backslash=dialect.backslash)
    parts = groups(data, whole.start, raw.end, cuts, _target(given))
    if len(parts) < 2:  # noqa: PLR2004 - one part is the statement itself
        return
    line = given.clean.lines.line_at(raw.start)
    ledger.show(index, (line, line))
    for number, (low, high) in enumerate(parts, 1):
        ledger.add_part(index, number, low, high, SUPPORTING)


def _target(given: ChunkingInput) -> int:
    sizes = given.policy.chunking
    return min(sizes.target_tokens, sizes.max_tokens_per_chunk)
