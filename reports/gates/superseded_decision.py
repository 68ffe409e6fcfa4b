"""A superseded, deprecated or rejected decision is no decision evidence."""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import DECISION
from reports.gate import CHUNKING, Gate, GateResult, each_chunk
from reports.view import RunView

_OVER = ("superseded", "deprecated", "rejected", "obsolete", "replaced")


def _problem(chunk: Chunk) -> str | None:
    status = str(chunk.attributes.get("adrStatus") or "").casefold()
    over = (
        status.startswith(_OVER)
        or bool(chunk.attributes.get("supersededBy"))
        or "superseded" in chunk.quality.stale_reasons
    )
    return f"{chunk.title} no longer holds but is {DECISION}" if over and chunk.role == DECISION else None


def _judge(view: RunView) -> GateResult:
    return each_chunk(
        view.of_types("adr_decision_chunk"), _problem, "an agent would follow a withdrawn decision: report a bug"
    )


GATE = Gate("superseded_decision", "document", "error", CHUNKING, _judge)
