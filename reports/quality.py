"""Judge a run: every gate of `reports.gates` over the record, failing closed, and the quality report with its verdict.

Takes a `RunRecord`, gives a `QualityReport`, and renders it as YAML. Reads nothing else; the policy in the record may
change severity and
threshold of a gate, nothing can leave one out.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

from chunkers.identity import digest
from chunkers.plugins import discover
from chunkers.policy import GateSetting
from reports import gates
from reports.gate import FAMILIES, SEVERITIES, Finding, Gate, GateResult
from reports.record import PolicyNote, RunRecord
from reports.report import SCHEMA_VERSION, FindingRow, GateOutcome, QualityReport, Tool
from reports.summary import cover, graph_summary, redaction_summary, robustness, summarize
from reports.verdict import status_of, verdict_of
from reports.view import RunView
from reports.yaml_text import dump_report

TOOL = "repochunk"


@cache
def all_gates() -> tuple[Gate, ...]:
    """Return every gate, by family and id.

    Raises:
        ValueError: a gate names an unknown family or severity.
    """
    found = discover(gates, "GATE", Gate)
    for gate in found:
        if gate.family not in FAMILIES or gate.severity not in SEVERITIES:
            raise ValueError(f"gate {gate.id}: unknown family or severity")
    return tuple(sorted(found, key=lambda gate: (FAMILIES.index(gate.family), gate.id)))


def judge(record: RunRecord, view: RunView | None = None) -> QualityReport:
    """Run all gates over `record` and return the report; `view` are the look-ups over it, when someone else needs them too."""
    view = view or RunView(record)
    view.notes = (*record.notes, *_policy_notes(record))
    outcomes = tuple(_outcome(gate, view) for gate in all_gates())
    header = record.header
    return QualityReport(
        schema_version=SCHEMA_VERSION,
        repository_id=header.repository_id,
        commit_sha=header.commit_sha,
        snapshot_id=header.snapshot_id,
        tool=Tool(TOOL, header.tool_version),
        policy_digest=header.policy_digest,
        verdict=verdict_of(outcomes),
        summary=summarize(record),
        coverage=cover(record),
        gates=outcomes,
        graph=graph_summary(record),
        redaction=redaction_summary(record),
        robustness=robustness(record),
        dirty=header.dirty,
    )


def render_yaml(report: QualityReport) -> bytes:
    """Return chunk-quality-report.yaml: fields in the order of the contract, capped findings, no aliases.

    Loads back with any YAML reader.
    """
    return dump_report(report)


def _policy_notes(record: RunRecord) -> Iterator[PolicyNote]:
    """Yield what the policy says of gates that cannot be obeyed: unknown gates and severities change nothing and are told."""
    known = [gate.id for gate in all_gates()]
    for name, setting in sorted(record.policy.gates.items()):
        if name not in known:
            near = get_close_matches(name, known, 1)
            yield PolicyNote(
                "policy.gates", f"no gate is called {name!r}{f', did you mean {near[0]!r}?' if near else ''}"
            )
        elif setting.severity is not None and setting.severity not in SEVERITIES:
            yield PolicyNote(
                "policy.gates", f"{name}: the severity is one of {', '.join(SEVERITIES)}, not {setting.severity!r}"
            )


def _outcome(gate: Gate, view: RunView) -> GateOutcome:
    setting = view.record.policy.gates.get(gate.id, GateSetting())
    severity = setting.severity if setting.severity in SEVERITIES else gate.severity
    threshold = gate.threshold if setting.threshold is None else setting.threshold
    if gate.stage not in view.record.stages:
        missing = Finding(
            f"the stage {gate.stage!r} did not run, so this gate could not look",
            "run the whole analysis; a gate that cannot look fails",
        )
        return _row(gate, severity, "fail", threshold, GateResult(0, 1, (missing,)))
    result = gate.judge(view)
    return _row(gate, severity, status_of(severity, result.checked, result.failed, threshold), threshold, result)


def _row(gate: Gate, severity: str, status: str, threshold: float, result: GateResult) -> GateOutcome:
    rows = tuple(
        FindingRow(
            message=finding.message,
            advice=finding.advice,
            fingerprint=digest(gate.id, finding.path or "", finding.subject or finding.message)[:16],
            path=finding.path,
            line=finding.line,
            chunk_id=finding.chunk_id,
        )
        for finding in result.findings
    )
    total = max(len(rows), result.failed)
    return GateOutcome(gate.id, gate.family, severity, status, result.checked, result.failed, threshold, rows, total)
