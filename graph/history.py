"""The history of a table or column: which step of which migration created, altered, renamed or dropped it, in the order they run.

Takes the tables of a finished graph and a node id, gives `Event`s. The order is that of the scripts' names, numbers compared as numbers;
steps on the way down are told apart and follow those on the way up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graph.model import Edge, GraphTables, Node

_VERBS = {"create": "created", "alter": "altered", "rename": "renamed", "rename_to": "named", "drop": "dropped"}
_VERSION = re.compile(r"(?:[VUB]|Version)?(\d[\d._-]*)")
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Event:
    """What one step did: `verb` is created, altered, renamed (away from this name), named (by a renaming), dropped or used."""

    verb: str
    step: str
    title: str
    path: str
    line: int
    undo: bool


def history_of(tables: GraphTables, node_id: str) -> tuple[Event, ...]:
    """Return the events of a table or column, oldest first; empty for a node that no migration step names."""
    steps = {node.id: node for node in tables.nodes if node.kind == "migration"}
    found = [
        (edge, steps[edge.source])
        for edge in tables.edges
        if edge.target == node_id and edge.kind == "MIGRATES" and edge.source in steps
    ]
    return tuple(_event(edge, step) for edge, step in sorted(found, key=_order))


def _order(pair: tuple[Edge, Node]) -> tuple[list[int], bool, list[tuple[int, int, str]], int, str]:
    """By version, the way up before the way down, then by the whole path and the place in the script."""
    edge, step = pair
    path = step.path or ""
    version = _VERSION.match(path.rsplit("/", 1)[-1]) or _VERSION.match(path.rpartition("/")[0].rsplit("/", 1)[-1])
    numbers = [int(part) for part in _DIGITS.findall(version.group(1))] if version else []
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in _DIGITS.split(path) if part]
    return numbers, edge.rule.startswith("undo"), parts, edge.evidence[0].line if edge.evidence else 0, edge.source


def _event(edge: Edge, step: Node) -> Event:
    way, _, verb = edge.rule.partition("_")
    line = edge.evidence[0].line if edge.evidence else step.declaration_line or 1
    told = _VERBS.get(verb, "used") if way in {"ddl", "undo"} else "used"
    return Event(told, step.id, step.name, step.path or "", line, way == "undo")
