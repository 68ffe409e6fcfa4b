"""Where a fault of ours came up, told without what the file says: the message of an exception may quote it.

Takes an exception, gives a module and a line of this program.
"""

from __future__ import annotations

_OURS = frozenset({"analyzer", "chunkers", "graph", "reports"})


def came_up_at(error: BaseException) -> str:
    """Return module:line of the innermost frame of ours, "?" when there is none."""
    trace, place = error.__traceback__, "?"
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", "?"))
        if name.split(".", maxsplit=1)[0] in _OURS:
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
