"""quality.junit.xml: one test case per gate, for CI systems that show test results. On request."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from reports.report import GateOutcome, QualityReport
from reports.writer import Output, Writer

_SHOWN = 100


def _printable(text: str) -> str:
    """Replace what XML 1.0 cannot hold."""
    return "".join(
        c if c in "\t\n\r" or " " <= c < "\ud800" or "\ue000" <= c <= "\ufffd" or c > "\uffff" else "\ufffd"
        for c in text
    )


def _case(gate: GateOutcome) -> Iterator[str]:
    yield f'  <testcase classname="repochunk.{gate.family}" name="{gate.id}" time="0">'
    lines = [f"{f.path or '-'}:{f.line or 0}: {f.message} -> {f.advice}" for f in gate.findings[:_SHOWN]]
    if gate.findings_total > len(lines):
        lines.append(f"... and {gate.findings_total - len(lines)} more")
    text = escape(_printable("\n".join(lines)))
    if gate.status == "fail":
        yield f"    <failure message={quoteattr(f'{gate.failed} of {gate.checked} failed')} type={quoteattr(gate.severity)}>{text}</failure>"
    elif gate.status == "not_applicable":
        yield '    <skipped message="not applicable"/>'
    elif lines:
        yield f"    <system-out>{text}</system-out>"
    yield "  </testcase>"


def junit(report: QualityReport) -> str:
    """Return the JUnit document of a report."""
    failed = sum(gate.status == "fail" for gate in report.gates)
    skipped = sum(gate.status == "not_applicable" for gate in report.gates)
    head = f'<testsuite name="repochunk" tests="{len(report.gates)}" failures="{failed}" skipped="{skipped}" errors="0" time="0">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', head]
    for gate in report.gates:
        lines.extend(_case(gate))
    return "\n".join([*lines, "</testsuite>", ""])


def _write(output: Output) -> Iterator[bytes]:
    yield junit(output.report).encode()


WRITER = Writer("junit", "quality.junit.xml", _write, default=False)
