"""The few lines a person reads at the end of a run."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.pipeline import Analysis

_MARK = {"pass": "PASS", "warn": "WARN", "fail": "FAIL"}
_SHOWN = 6


def summary(analysis: Analysis) -> tuple[str, ...]:
    """Return verdict, counts and the worst gates, one line each."""
    record, report = analysis.record, analysis.report
    header = record.header
    files = report.coverage.files
    outcome = ", ".join(f"{files[name]} {name.replace('_', ' ')}" for name in sorted(files) if files[name])
    by_type = sorted(report.summary.by_type.items(), key=lambda item: (-item[1], item[0]))
    lines = [
        f"{_MARK.get(report.verdict, report.verdict)}  {header.repository_id} @ {header.commit_sha[:12]}",
        f"  entries  {record.entries}: {outcome}",
        f"  chunks   {len(record.chunks)}: " + ", ".join(f"{count} {kind}" for kind, count in by_type[:_SHOWN]),
        f"  graph    {len(record.graph.nodes)} nodes, {len(record.graph.edges)} edges, {len(record.links)} links",
        f"  secrets  {sum(r.count for f in record.files for r in f.redactions)} masked",
    ]
    lines += [
        f"  {gate.status:<8} {gate.id}: {gate.failed} of {gate.checked}{_first(gate.findings)}"
        for gate in report.gates
        if gate.status in {"fail", "warn"}
    ]
    return tuple(lines)


def whole(lines: Sequence[str], place: Path) -> str:
    """Return the lines of a summary and where the reports are."""
    return "\n".join([*lines, f"  reports  {_short(place)}"])


def _first(findings: tuple[object, ...]) -> str:
    if not findings:
        return ""
    row = findings[0]
    where = getattr(row, "path", None) or ""
    line = getattr(row, "line", None)
    return f"  e.g. {where}{f':{line}' if line else ''} {getattr(row, 'message', '')}"[:160]


def _short(place: Path) -> str:
    relative = os.path.relpath(place)
    return relative if not relative.startswith("../..") else str(place)
