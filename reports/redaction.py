"""redaction-report.yaml: where something was masked, by which rule, and what was left in place on purpose.

Takes a run record, gives YAML bytes. Never a value, a length, a hash or a snippet: only places, kinds, rules and
counts.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from chunkers.chunk import FileResult
from chunkers.source import Category
from reports.record import RunRecord
from reports.report import SCHEMA_VERSION
from reports.yaml_text import dump

LISTED = 20_000
"""Rows per list; `totals.cut` counts the others."""


def render(record: RunRecord) -> bytes:
    """Return the redaction report of a run as YAML."""
    return dump(plain_redaction(record))


def plain_redaction(record: RunRecord) -> dict[str, Any]:
    """Return the redaction report as plain data."""
    files = sorted(record.files, key=lambda result: result.path.encode("utf-8", "surrogatepass"))
    lists: dict[str, list[dict[str, Any]]] = {
        "blocked": [
            {"path": r.path, "reason": r.reason or ""} for r in files if r.classification.category is Category.BLOCKED
        ],
        "redactions": [row for result in files for row in _rows(result)],
        "weakDefaults": _notes(files, "weak_default"),
        "encrypted": _notes(files, "encrypted"),
        "allows": _notes(files, "allowed"),
    }
    kinds: Counter[str] = Counter()
    for row in lists["redactions"]:
        kinds[row["kind"]] += row["count"]
    return {
        "schemaVersion": SCHEMA_VERSION,
        "repositoryId": record.header.repository_id,
        "commitSha": record.header.commit_sha,
        "engines": list(record.engines),
        "ruleset": record.header.ruleset_digest,
        **{name: rows[:LISTED] for name, rows in lists.items()},
        "totals": {
            "filesScanned": sum(1 for result in files if result.content_hash is not None),
            "blocked": len(lists["blocked"]),
            "redactions": sum(kinds.values()),
            "byKind": dict(sorted(kinds.items())),
            "weakDefaults": len(lists["weakDefaults"]),
            "encrypted": len(lists["encrypted"]),
            "allows": len(lists["allows"]),
            "cut": sum(max(0, len(rows) - LISTED) for rows in lists.values()),
        },
    }


def _rows(result: FileResult) -> list[dict[str, Any]]:
    return [
        {
            "path": result.path,
            "firstLine": item.first_line,
            "lastLine": item.last_line,
            "kind": item.kind,
            "rule": item.rule,
            "layer": item.layer,
            "confidence": round(item.confidence, 3),
            "count": item.count,
        }
        for item in sorted(result.redactions, key=lambda r: (r.first_line, r.last_line, r.rule, r.layer))
    ]


def _notes(files: list[FileResult], what: str) -> list[dict[str, Any]]:
    return [
        {"path": result.path, "line": note.line, "rule": note.rule}
        for result in files
        for note in sorted(result.notes, key=lambda n: (n.line, n.rule))
        if note.what == what
    ]
