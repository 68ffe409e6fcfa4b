"""Every decision record has a status: without one nobody can tell whether it still holds."""

from __future__ import annotations

from reports.gate import CHUNKING, Gate, GateResult, Tally, at_chunk
from reports.view import RunView

_TYPES = ("adr_overview", "adr_status_chunk", "adr_decision_chunk", "adr_context_chunk")


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for chunks in view.by_path.values():
        parts = [chunk for chunk in chunks if chunk.chunk_type in _TYPES]
        if parts:
            known = any(chunk.attributes.get("adrStatus") for chunk in parts)
            tally.add(
                None
                if known
                else at_chunk(
                    parts[0],
                    "decision record has no status",
                    "add a Status section: proposed, accepted, superseded ...",
                )
            )
    return tally.result()


GATE = Gate("adr_status", "document", "warning", CHUNKING, _judge)
