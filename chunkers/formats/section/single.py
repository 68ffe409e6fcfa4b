"""A file on one line is one section: to cut a line between its keys by columns would leave nobody a line to read.

Takes the units of a file, gives them back, or one that holds them all; a line over the budget is cut by columns after all.
"""

from __future__ import annotations

from dataclasses import replace

from chunkers.chunker import ChunkingInput
from chunkers.tokens import estimate_bytes
from chunkers.unit import Unit

_ROOT = "(root)"


def on_one_line(given: ChunkingInput, units: list[Unit]) -> list[Unit]:
    """Return one unit for a file whose text stands on a single line and fits; otherwise `units` as they are."""
    lines = given.clean.lines
    filled = [line for line in range(1, min(len(lines), _FEW) + 1) if not lines.is_blank(line)]
    if not units or len(lines) > _FEW or len(filled) != 1:
        return units
    line = filled[0]
    start, end = lines.start(line), lines.end(line)
    if (
        estimate_bytes(given.clean.data[start:end], given.classification.language)
        > given.policy.chunking.max_tokens_per_chunk
    ):
        return units
    top = [unit for unit in units if unit.parent is None]
    keys = tuple(dict.fromkeys(key for unit in top for key in unit.keys))
    wanted = list(dict.fromkeys(target for unit in top for target in unit.attributes.get("references", ())))
    attributes = {**top[0].attributes, **({"references": wanted} if wanted else {})}
    name = top[0].title if len(top) == 1 else _ROOT
    return [replace(top[0], name=name, title=name, start=start, end=end, keys=keys, attributes=attributes, overlap=())]


_FEW = 5  # blank lines around the one line do not matter, but nobody counts a long file for this
