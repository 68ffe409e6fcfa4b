"""Nothing of a blocked file leaves.

One restricted metadata chunk, no content, no hash, no facts, no symbols in the graph.
"""

from __future__ import annotations

from chunkers.chunk import FileResult
from chunkers.source import Category
from reports.gate import REDACTION, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "do not publish this output; report a bug with the path (never with the content)"


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    blocked = {result.path for result in view.record.files if result.classification.category is Category.BLOCKED}
    leaks = {node.path for node in view.record.graph.nodes if node.path in blocked and node.kind != "file"}
    for result in view.record.files:
        if result.path in blocked:
            message = "the graph holds a symbol of a blocked file" if result.path in leaks else _problem(view, result)
            tally.add(Finding(message, _ADVICE, result.path) if message else None)
    return tally.result()


def _problem(view: RunView, result: FileResult) -> str | None:
    if result.content_hash is not None or result.facts is not None:
        return "a blocked file carries a hash or facts"
    for chunk in view.by_path.get(result.path, ()):
        if (
            chunk.chunk_type != "blocked_file_metadata"
            or chunk.content.raw is not None
            or chunk.content.normalized is not None
        ):
            return "a blocked file has a chunk with content"
        if chunk.source.content_hash is not None:
            return "a chunk of a blocked file carries its hash"
        if chunk.security.visibility_scope != "restricted":
            return "a chunk of a blocked file is not restricted"
    return None


GATE = Gate("blocked_content", "security", "error", REDACTION, _judge)
