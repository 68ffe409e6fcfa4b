"""A config section before it is a unit: its title, its place and the nodes it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkers.formats.tree.node import Node
from chunkers.unit import JsonValue


@dataclass(frozen=True, slots=True)
class Section:
    """`start`/`end` are bytes of the whole section, leading comments in. `prefix` is the dotted path of what holds `nodes`.

    `nodes` are the pairs, items or root it consists of, in order; `above` the lines of the keys it stands under; `pointer` its place.
    """

    title: str
    start: int
    end: int
    prefix: str
    nodes: tuple[Node, ...]
    above: tuple[int, ...] = ()
    pointer: str | None = None
    document: int = 0
    attributes: Mapping[str, JsonValue] = field(default_factory=dict)
    label: str | None = None  # logical name where it differs from the title
