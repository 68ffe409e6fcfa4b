"""What a migration library is to this package: a reading of calls as operations on a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chunkers.formats.migrations.values import Call
from chunkers.formats.relational.operation import Operation


@dataclass(frozen=True, slots=True)
class Batch:
    """A block in which calls on `alias` change `table`."""

    alias: str
    table: str


@dataclass(frozen=True, slots=True)
class Site:
    """A call as a tool sees it: with the batch block around it and the calls inside its own block or callback."""

    call: Call
    batch: Batch | None
    inner: tuple[Call, ...] = ()
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tool:
    """A migration library. `read` turns a call into an operation; `table_of_batch` names the table of a call that opens a batch block."""

    name: str
    read: Callable[[Site], Operation | None]
    table_of_batch: Callable[[Call], str | None] = lambda _call: None
    directions: bool = True


@dataclass(frozen=True, slots=True)
class Placed:
    """An operation with its bytes and direction."""

    operation: Operation
    start: int
    end: int
    direction: str | None
    names: Mapping[str, int] = field(default_factory=dict)
