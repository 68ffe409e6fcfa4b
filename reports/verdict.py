"""How counts become a status and statuses a verdict.

The rule all gates share, used when judging and when judging again.
"""

from __future__ import annotations

from collections.abc import Iterable

from reports.report import GateOutcome


def status_of(severity: str, checked: int, failed: int, threshold: float) -> str:
    """Return pass, warn, fail or not_applicable.

    More than `threshold` of what was checked must have failed; info never warns.
    """
    if not failed:
        return "pass" if checked else "not_applicable"
    if failed <= threshold * max(checked, failed):
        return "pass"
    return {"error": "fail", "warning": "warn"}.get(severity, "pass")


def verdict_of(gates: Iterable[GateOutcome]) -> str:
    """Return the worst status as the verdict of the whole."""
    found = {gate.status for gate in gates}
    return "fail" if "fail" in found else "warn" if "warn" in found else "pass"
