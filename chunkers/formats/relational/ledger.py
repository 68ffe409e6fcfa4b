"""The units and facts of one file's database operations, written down in source order.

Takes operations with their byte ranges, gives `Unit`s and `FileFacts`: one `migration` symbol per step with its changes as tags, `table` and
`column` symbols for what comes into being, `table` mentions for what is touched. Knows no syntax.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from chunkers.formats.relational.operation import Operation
from chunkers.source import CleanText
from chunkers.span import Span
from chunkers.symbol import Mention, Symbol
from chunkers.unit import JsonValue, Unit

KIND = "migration_operation_chunk"


@dataclass(frozen=True, slots=True)
class Step:
    """An operation in place. `start` includes leading comments, `word` is the statement itself; `names` are offsets of names in it."""

    operation: Operation
    start: int
    word: int
    end: int
    direction: str | None = None
    changeset: str | None = None
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    names: Mapping[str, int] = field(default_factory=dict)
    parent: int | None = None
    language: str | None = None
    show: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class Ledger:
    """Collects the steps of the file at `path`; `base` is the number of units that stand before the first step."""

    path: str
    clean: CleanText
    base: int = 0
    units: list[Unit] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    _seen: Counter[tuple[str, str]] = field(default_factory=Counter)
    _steps: int = 0

    def add(self, step: Step) -> int:
        """Write down one step; return the index of its unit in the whole file."""
        self._steps += 1
        made = step.operation
        identity = f"{self.path.rsplit('/', 1)[-1]}#{self._steps}"
        attributes = {**made.attributes(), **step.attributes}
        attributes |= {
            key: value for key, value in (("direction", step.direction), ("changeset", step.changeset)) if value
        }
        self.units.append(
            Unit(
                kind=KIND,
                name=f"{step.direction} {made.title}" if step.direction else made.title,
                title=made.title,
                start=step.start,
                end=step.end,
                parent=step.parent,
                symbol=identity,
                attributes=attributes,
                includes_leading_comment=step.start < step.word,
                language=step.language,
                show=step.show,
            )
        )
        span = self._span(step.start, step.end)
        line = self.clean.lines.line_at(step.word)
        self.symbols.append(
            Symbol("migration", made.title, identity, span, line, language=step.language or "sql", tags=_history(step))
        )
        self._defines(step, identity, span)
        self._mentions(step, identity, line)
        return self.base + len(self.units) - 1

    def show(self, index: int, *lines: tuple[int, int]) -> None:
        """Let the unit `index` repeat `lines` without owning them."""
        place = index - self.base
        self.units[place] = replace(self.units[place], show=lines)

    def add_part(self, parent: int, number: int, start: int, end: int, role: str) -> None:
        """Write down a group of rows below the unit `parent`."""
        whole = self.units[parent - self.base]
        self.units.append(
            Unit(
                kind=KIND,
                name=f"{whole.name}/rows",
                title=f"{whole.title} (part {number})",
                start=start,
                end=end,
                parent=parent,
                role=role,
                attributes={
                    **{
                        key: value
                        for key, value in whole.attributes.items()
                        if key in {"operation", "table", "direction", "changeset"}
                    },
                    "subkind": "rows",
                    "part": number,
                },
            )
        )

    def _defines(self, step: Step, identity: str, span: Span) -> None:
        del identity
        for kind, name in step.operation.defines:
            self._seen[kind, name] += 1
            number = self._seen[kind, name]
            container, _, last = name.rpartition(".") if kind == "column" else ("", "", name)
            line = self.clean.lines.line_at(step.names.get(last, step.names.get(last.rpartition(".")[2], step.word)))
            qualified = name if number == 1 else f"{name}~{number}"
            self.symbols.append(Symbol(kind, last, qualified, span, line, container=container, language="sql"))

    def _mentions(self, step: Step, identity: str, line: int) -> None:
        made = step.operation
        for name in dict.fromkeys([*([made.table] if made.table else []), *made.reads]):
            at = step.names.get(name.rpartition(".")[2])
            if at is None:
                self.mentions.append(Mention("table", name, identity, line))
                continue
            place, width = self.clean.lines.line_at(at), len(name.rpartition(".")[2])
            hidden = place in self.clean.redacted_lines
            column = None if hidden else self.clean.lines.column_at(at)
            self.mentions.append(
                Mention("table", name, identity, place, column, None if column is None else column + width)
            )

    def _span(self, start: int, end: int) -> Span:
        lines = self.clean.lines
        return Span(lines.line_at(start), lines.last_line_of(start, end))


def _history(step: Step) -> tuple[str, ...]:
    """Return what a step does to tables and columns as tags: `ddl:create:table:orders`; `undo:` for the way down."""
    way = "undo" if step.direction == "down" else "ddl"
    return tuple(f"{way}:{verb}:{kind}:{name}" for verb, kind, name in step.operation.changes)


def names_of(items: Sequence[tuple[str, str, int, int]]) -> dict[str, int]:
    """Return the first offset of each word or quoted name among tokens."""
    found: dict[str, int] = {}
    for _key, text, start, _end in items:
        found.setdefault(text, start)
    return found
