"""A class chunk leads on: it has child chunks or lists its members, unless the class has none."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import NAVIGATION
from chunkers.symbol import Symbol
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView

_MEMBERS = frozenset({"method", "constructor", "function"})


def _judge(view: RunView) -> GateResult:
    known: dict[str, list[Symbol]] = {}

    def problem(chunk: Chunk) -> str | None:
        if chunk.child_chunk_ids or chunk.symbols:
            return None
        if chunk.role == NAVIGATION:
            return f"overview of {chunk.title} lists neither members nor children"
        if any(_left_out(chunk, symbol) for symbol in _methods(view, chunk.source.path or "", known)):
            return f"{chunk.title} has methods that stand neither in its text nor in child chunks"
        return None

    return each_chunk(
        view.of_types("class_chunk"), problem, "the class cannot be navigated: report a chunker bug with this path"
    )


def _methods(view: RunView, path: str, known: dict[str, list[Symbol]]) -> list[Symbol]:
    """Return the methods a file defines."""
    if path not in known:
        result = view.files.get(path)
        symbols = result.facts.symbols if result and result.facts else ()
        known[path] = [s for s in symbols if s.kind in _MEMBERS and s.container and "synthetic" not in s.tags]
    return known[path]


def _left_out(chunk: Chunk, method: Symbol) -> bool:
    """Tell whether a method is written inside a type but not in its chunk; methods declared elsewhere (Go, Rust) are not meant."""
    full = chunk.spans.full if chunk.spans else None
    if (
        full is None
        or method.container != chunk.symbol
        or not full.start_line <= method.declaration_line <= full.end_line
    ):
        return False
    return not any(s.start_line <= method.declaration_line <= s.end_line for s in chunk.segments)


GATE = Gate("class_children", "code", "error", CHUNKING, _judge)
