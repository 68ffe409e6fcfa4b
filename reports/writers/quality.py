"""chunk-quality-report.yaml: the file CI reads."""

from __future__ import annotations

from collections.abc import Iterator

from reports.writer import Output, Writer
from reports.yaml_text import dump_report


def _write(output: Output) -> Iterator[bytes]:
    yield dump_report(output.report)


WRITER = Writer("quality", "chunk-quality-report.yaml", _write, groups=("report",))
