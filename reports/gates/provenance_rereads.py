"""Proof: the spans that were read again hold the text of their chunks. Fails closed when nothing was read again."""

from __future__ import annotations

from reports.gate import VERIFICATION, Finding, Gate, GateResult
from reports.view import RunView

_ADVICE = "run `repochunk verify` to see which; do not cite any chunk of this run before it passes"


def _judge(view: RunView) -> GateResult:
    counts = view.record.verification
    checked, failed = counts.get("checked", 0), counts.get("failed", 0)
    if not checked and any(True for _ in view.with_content()):
        return GateResult(0, 1, (Finding("no span was read again", _ADVICE),))
    message = f"{failed} of {checked} spans did not read back as the content of their chunk"
    return GateResult(checked, failed, (Finding(message, _ADVICE),) if failed else ())


GATE = Gate("provenance_rereads", "structural", "error", VERIFICATION, _judge)
