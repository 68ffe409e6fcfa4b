"""redaction-report.yaml: where something was masked, never what."""

from __future__ import annotations

from collections.abc import Iterator

from reports.redaction import render
from reports.writer import Output, Writer


def _write(output: Output) -> Iterator[bytes]:
    yield render(output.record)


WRITER = Writer("redaction", "redaction-report.yaml", _write, groups=("report",))
