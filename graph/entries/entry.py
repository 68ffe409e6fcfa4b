"""The record of an entry point and the form of a family. Knows no framework."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.world import World


@dataclass(frozen=True, slots=True)
class Entry:
    """One registration: `kind` is cli_command, listener, schedule or task, `name` how the outside calls it, `target` the node that serves it."""

    kind: str
    name: str
    view: FileView
    line: int
    evidence: Evidence
    target: str
    key: str = ""

    @property
    def id(self) -> str:
        """Return the node id; `key` stands for the name where that would not be unique."""
        prefix = "cli" if self.kind == "cli_command" else self.kind
        return f"{prefix}:{self.key or self.name}"


@dataclass(frozen=True, slots=True)
class EntryFamily:
    """A plug-in: its name and the function that finds its entry points."""

    name: str
    find: Callable[[World], Iterable[Entry]]


def plain_id(definition: Definition) -> str:
    """Return the id of a definition without its prefix: the key of an entry point that has no name of its own."""
    return definition.id.partition(":")[2]
