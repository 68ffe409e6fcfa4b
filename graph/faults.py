"""A fault of ours at one place of one file: told as a finding, so that it costs a site and not the run.

Takes an exception, gives a finding with the module and line of ours in which it came up; never its message, which may quote the file.
"""

from __future__ import annotations

from chunkers.fault import came_up_at
from graph.model import GraphFinding

RULE = "graph_error"


def fault(path: str, line: int, error: Exception) -> GraphFinding:
    """Return what is said of a site that could not be resolved because of a fault of ours."""
    message = f"{type(error).__name__} at {came_up_at(error)}"
    return GraphFinding(RULE, path, line, message, "report this fault of repochunk")
