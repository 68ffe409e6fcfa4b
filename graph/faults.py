"""A fault of ours at one place of one file: told as a finding, so that it costs a site and not the run.

Takes an exception, gives a finding with the module and line of ours in which it came up; never its message, which may quote the file.
"""

from __future__ import annotations

from graph.model import GraphFinding

RULE = "graph_error"
_OURS = frozenset({"graph", "chunkers"})


def fault(path: str, line: int, error: Exception) -> GraphFinding:
    """Return what is said of a site that could not be resolved because of a fault of ours."""
    trace, place = error.__traceback__, "?"
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", "?"))
        if name.split(".", maxsplit=1)[0] in _OURS:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return GraphFinding(RULE, path, line, f"{type(error).__name__} at {place}", "report this fault of repochunk")
