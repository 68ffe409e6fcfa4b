"""A class chunk leads on: it has child chunks or lists its members, unless the class has none."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import NAVIGATION
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView

_MEMBERS = frozenset({"method", "constructor", "function"})


def _judge(view: RunView) -> GateResult:
    def problem(chunk: Chunk) -> str | None:
        if chunk.child_chunk_ids or chunk.symbols:
            return None
        if chunk.role == NAVIGATION:
            return f"overview of {chunk.title} lists neither members nor children"
        if chunk.symbol is not None and chunk.symbol in _containers(view, chunk.source.path or "", known):
            return f"{chunk.title} has methods but no child chunks"
        return None

    known: dict[str, frozenset[str]] = {}
    return each_chunk(
        view.of_types("class_chunk"), problem, "the class cannot be navigated: report a chunker bug with this path"
    )


def _containers(view: RunView, path: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the in-file names of the types of a file that hold methods."""
    if path not in known:
        result = view.files.get(path)
        symbols = result.facts.symbols if result and result.facts else ()
        known[path] = frozenset(s.container for s in symbols if s.kind in _MEMBERS and "synthetic" not in s.tags)
    return known[path]


GATE = Gate("class_children", "code", "error", CHUNKING, _judge)
