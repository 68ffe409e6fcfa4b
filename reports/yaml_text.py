"""Records as YAML text.

CamelCase keys in the order of the contract, sorted maps, no aliases, lists cut to a readable length.

Takes frozen dataclasses or plain data, gives UTF-8 bytes that every YAML 1.1 reader loads back equal. Knows no
meaning of any field.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import yaml

from reports.plain import plain as plain_of
from reports.report import QualityReport

FINDINGS = 25
"""Findings shown per gate in the YAML; `findingsTotal` says how many there are, SARIF and JUnit list more."""


class _Dumper(yaml.CSafeDumper if yaml.__with_libyaml__ else yaml.SafeDumper):  # type: ignore[misc]  # one of two bases, both dumpers
    """A dumper without anchors: repeated values are written out."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never write an alias."""
        del data
        return True


def dump(data: Any) -> bytes:
    """Return plain data (dicts, lists, strings, numbers) as YAML."""
    text: str = yaml.dump(
        _clean(data), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=160, default_flow_style=False
    )
    return text.encode("utf-8")


def plain(report: QualityReport) -> dict[str, Any]:
    """Return the report as plain data with camelCase keys; findings are cut to what the YAML shows."""
    short = replace(report, gates=tuple(replace(gate, findings=gate.findings[:FINDINGS]) for gate in report.gates))
    data: dict[str, Any] = plain_of(short)
    return data


def dump_report(report: QualityReport) -> bytes:
    """Return chunk-quality-report.yaml."""
    return dump(plain(report))


def _clean(value: Any) -> Any:
    """Replace what no YAML stream can hold (unpaired surrogates) in all strings."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    return value
