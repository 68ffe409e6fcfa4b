"""The graph of an analyzed commit, read back for the commands that ask it."""

from __future__ import annotations

from pathlib import Path

from graph.model import GraphTables
from reports.reading import open_generation


def read_tables(directory: Path) -> GraphTables:
    """Return the flat tables of a generation, or of the current one of an output directory.

    Raises:
        RepochunkError: there is no readable generation.
    """
    written = open_generation(directory).graph()
    return GraphTables(written.nodes, written.edges, written.unresolved)
