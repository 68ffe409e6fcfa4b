"""A route chunk names its handler with the place where it stands, and cites its originals."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import GRAPH, Gate, GateResult, each_chunk
from reports.view import RunView


def _problem(chunk: Chunk) -> str | None:
    lines = (chunk.content.raw or "").split("\n")
    if not any(line.startswith("handler:") and line[len("handler:") :].strip() for line in lines):
        return f"{chunk.title} names no handler"
    if not chunk.composition or not any(source.file_span for source in chunk.composition.sources):
        return f"{chunk.title} cites no source lines"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types("route_chunk"),
        _problem,
        "check how the route is registered; if its handler is plain, report a bug",
    )


GATE = Gate("route_handler", "code", "error", GRAPH, _judge)
