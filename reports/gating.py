"""Judge a written report again: stricter or milder limits, and a baseline against which only new findings fail.

Takes reports and limits, gives a judgement; pure, reads no file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from reports.errors import OutputError
from reports.report import FindingRow, GateOutcome, QualityReport

FAIL_ON = ("error", "warning")


@dataclass(frozen=True, slots=True)
class GateJudgement:
    """One gate judged again. `counted` findings were held against it; `why` says how it was decided."""

    id: str
    severity: str
    failed: bool
    counted: int
    why: str
    findings: tuple[FindingRow, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer of the CI step: passed or not, and the gates that decided."""

    passed: bool
    gates: tuple[GateJudgement, ...]

    @property
    def failing(self) -> tuple[GateJudgement, ...]:
        """Return the gates that failed."""
        return tuple(gate for gate in self.gates if gate.failed)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the CI step asks: fail on errors or on warnings too, and the most findings a gate may have."""

    fail_on: str = "error"
    maxima: Mapping[str, int] = field(default_factory=dict)


def parse_maximum(text: str) -> tuple[str, int]:
    """Return (gate, count) of `RULE=N`.

    Raises:
        OutputError: it is not of that form.
    """
    name, equals, count = text.partition("=")
    if not (name and equals and count.isdecimal()):
        raise OutputError(f"--max {text!r}: write RULE=N, for example size_bands=100")
    return name, int(count)


def rejudge(report: QualityReport, limits: Limits | None = None, baseline: QualityReport | None = None) -> Judgement:
    """Judge every gate of a report again.

    A gate that could not look (its stage did not run) fails whatever the limits and the baseline say.

    Raises:
        OutputError: an unknown `fail_on` or gate name.
    """
    limits = limits or Limits()
    if limits.fail_on not in FAIL_ON:
        raise OutputError(f"--fail-on {limits.fail_on!r}: use {' or '.join(FAIL_ON)}")
    known = [gate.id for gate in report.gates]
    for name in limits.maxima:
        if name not in known:
            near = get_close_matches(name, known, 1)
            raise OutputError(f"--max {name}: no such gate{f', did you mean {near[0]}?' if near else ''}")
    before = {gate.id: gate for gate in baseline.gates} if baseline else None
    gates = tuple(_judged(gate, limits, before) for gate in report.gates)
    return Judgement(not any(gate.failed for gate in gates), gates)


def _judged(gate: GateOutcome, limits: Limits, before: Mapping[str, GateOutcome] | None) -> GateJudgement:
    bad = {"fail"} if limits.fail_on == "error" else {"fail", "warn"}
    if gate.status == "fail" and gate.checked == 0:
        return GateJudgement(
            gate.id, gate.severity, failed=True, counted=gate.failed, why="could not look", findings=gate.findings
        )
    count, findings, how = gate.failed, gate.findings, "all findings"
    if before is not None:
        count, findings, how = _new(gate, before.get(gate.id))
    if gate.id in limits.maxima:
        most = limits.maxima[gate.id]
        return GateJudgement(gate.id, gate.severity, count > most, count, f"{how}, at most {most} allowed", findings)
    return GateJudgement(gate.id, gate.severity, gate.status in bad and count > 0, count, how, findings)


def _new(gate: GateOutcome, before: GateOutcome | None) -> tuple[int, tuple[FindingRow, ...], str]:
    """Return count, list and rule of the findings that the baseline does not have.

    Findings are told apart by fingerprint. Where a list was cut, the counts decide: more failures than before are new
    ones.
    """
    if before is None:
        return gate.failed, gate.findings, "the baseline does not know this gate"
    seen = Counter(finding.fingerprint for finding in before.findings)
    fresh = []
    for finding in gate.findings:
        if seen[finding.fingerprint]:
            seen[finding.fingerprint] -= 1
        else:
            fresh.append(finding)
    if len(gate.findings) == gate.findings_total and len(before.findings) == before.findings_total:
        return len(fresh), tuple(fresh), "new findings"
    return max(0, gate.failed - before.failed), tuple(fresh), "more failures than in the baseline"
