"""What is known to be out of date says so.

A reason gives a risk, a high risk takes the role of evidence away, graph findings reach chunks.
"""

from __future__ import annotations

from chunkers.chunk import Chunk
from chunkers.kinds import EVIDENCE
from reports.gate import GRAPH, Finding, Gate, GateResult, Tally, at_chunk
from reports.view import RunView

_ADVICE = "update the document, mark it as superseded, or remove it; context assembly leaves it out until then"


def _problem(chunk: Chunk) -> str | None:
    quality = chunk.quality
    if quality.stale_reasons and quality.stale_risk == "low":
        return f"{chunk.title} has a reason to be stale but a low risk"
    if quality.stale_risk != "low" and not quality.stale_reasons:
        return f"{chunk.title} is called stale without a reason"
    if quality.stale_risk == "high" and chunk.role in EVIDENCE:
        return f"{chunk.title} is stale ({', '.join(quality.stale_reasons)}) and still {chunk.role}"
    return None


def _judge(view: RunView) -> GateResult:
    tally = Tally()
    for chunk in view.with_content():
        if chunk.quality.stale_reasons or chunk.quality.stale_risk != "low":
            message = _problem(chunk)
            tally.add(at_chunk(chunk, message, _ADVICE) if message else None)
    for finding in view.record.graph_findings:
        if finding.rule.startswith("stale"):
            marked = any(chunk.quality.stale_reasons for chunk in view.by_path.get(finding.path, ()))
            tally.add(
                None
                if marked
                else Finding(
                    finding.message, finding.advice or _ADVICE, finding.path, finding.line, subject=finding.message
                )
            )
    return tally.result()


GATE = Gate("stale_marked", "document", "warning", GRAPH, _judge)
