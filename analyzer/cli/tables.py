"""The graph of an analyzed commit, read back for the commands that ask it, as far as the reader's clearance goes."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

import orjson

from chunkers.kinds import SCOPES
from graph.model import GraphTables
from graph.visible import Sees, visible
from reports.reading import Generation, open_generation


def read_tables(directory: Path, clearance: str = SCOPES[-1]) -> GraphTables:
    """Return the flat tables of a generation, or of the current one of an output directory.

    Raises:
        RepochunkError: there is no readable generation.
    """
    generation = open_generation(directory)
    written = generation.graph()
    tables = GraphTables(written.nodes, written.edges, written.unresolved)
    return tables if clearance == SCOPES[-1] else visible(tables, _sight(generation, clearance))


def _sight(generation: Generation, clearance: str) -> Sees:
    """Return what a reader of `clearance` sees: the lines whose chunk is open to them, and paths of which one chunk is."""
    open_scopes = SCOPES[: SCOPES.index(clearance) + 1]
    owned: dict[str, list[tuple[int, bool]]] = {}  # by path: first lines of stretches and whether their chunk is open
    paths: dict[str, bool] = {}
    for chunk in orjson.loads(generation.read("chunks.json"))["chunks"]:
        path = chunk["source"].get("path")
        if path is None:
            continue
        is_open = chunk["security"]["visibilityScope"] in open_scopes
        paths[path] = paths.get(path, False) or is_open
        owned.setdefault(path, []).extend((part["startLine"], is_open) for part in chunk["segments"] if part["own"])
    for stretches in owned.values():
        stretches.sort()

    def sees(path: str, line: int | None) -> bool:
        stretches = owned.get(path, [])
        at = bisect_right(stretches, (line or 0, True)) - 1
        if line is None or at < 0:
            return paths.get(path, False)
        return stretches[at][1]

    return sees
