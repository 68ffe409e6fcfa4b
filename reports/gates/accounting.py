"""Nothing silent: every entry of the tree is a file result or a skip with a reason, once, and the sum is the tree."""

from __future__ import annotations

from chunkers.source import Outcome
from reports.gate import CHUNKING, Finding, Gate, GateResult, Tally
from reports.view import RunView

_ADVICE = "an entry without an outcome is a gap in the evidence: report a bug with the path"


def _judge(view: RunView) -> GateResult:
    record, tally = view.record, Tally()
    paths = [
        (result.path, result.reason or result.broken, result.outcome is not Outcome.CHUNKED) for result in record.files
    ]
    paths += [(entry.path, entry.reason, True) for entry in record.skipped]
    seen: set[str] = set()
    for path, reason, needs in paths:
        twice = path in seen
        seen.add(path)
        message = (
            "entry has two outcomes"
            if twice
            else "entry has no reason for its outcome"
            if needs and not reason
            else None
        )
        tally.add(Finding(message, _ADVICE, path) if message else None)
    if len(paths) != record.entries:
        tally.add(Finding(f"the tree has {record.entries} entries, outcomes exist for {len(paths)}", _ADVICE))
    return tally.result()


GATE = Gate("accounting", "structural", "error", CHUNKING, _judge)
