"""A test chunk is linked to its test in the graph, so that a change finds the tests it needs."""

from __future__ import annotations

from chunkers.chunk import Chunk
from reports.gate import GRAPH, Gate, GateResult, each_chunk
from reports.view import RunView

_TESTS = ("test_case:", "symbol:")


def _problem(chunk: Chunk) -> str | None:
    if chunk.attributes.get("subkind") == "part":
        return None
    if not any(node.startswith(_TESTS) for node in chunk.linked_nodes):
        return f"{chunk.title} is not linked to a test symbol"
    return None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types("test_case_chunk"),
        _problem,
        "name or mark the test as its framework asks, or report a missing framework",
    )


GATE = Gate("test_link", "code", "warning", GRAPH, _judge)
