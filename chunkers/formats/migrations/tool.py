"""What a migration library is to this package: a reading of calls as operations on a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """A call as a tool sees it: with the batch block around it and the calls inside its own block or callback.

    `chain` holds all calls of its chain and `place` its own place there; `table` is the table that the chain's first link stands for.
    """

    call: Call
    batch: Batch | None
    inner: tuple[Call, ...] = ()
    modifiers: tuple[str, ...] = ()
    chain: Sequence[Call] = ()
    place: int = 0
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A migration library. `read` turns a call into an operation; `table_of_batch` names the table of a call that opens a batch block.

    `table_of_handle` names the table of a call whose result stands for that table, also under the name it is bound to. `methods` are all
    method names that these functions know: calls of others are not read at all.
    """

    name: str
    read: Callable[[Site], Operation | None]
    table_of_batch: Callable[[Call], str | None] = lambda _call: None
    directions: bool = True
    table_of_handle: Callable[[Call], str | None] | None = None
    methods: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """An operation with its bytes and direction."""

    operation: Operation
    start: int
    end: int
    direction: str | None
    names: Mapping[str, int] = field(default_factory=dict)
