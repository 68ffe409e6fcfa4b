"""quality.sarif: the findings as SARIF 2.1.0, for code hosts that show them beside the code. On request.

Columns are UTF-16 code units, as `columnKind` says; findings name whole lines, so none is written. Fingerprints never
hold a line number.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import orjson

from reports.report import FindingRow, GateOutcome, QualityReport
from reports.writer import Output, Writer

_LEVEL = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def _rule(gate: GateOutcome) -> dict[str, object]:
    return {
        "id": gate.id,
        "shortDescription": {"text": gate.id.replace("_", " ")},
        "defaultConfiguration": {"level": _LEVEL[gate.severity]},
        "properties": {"family": gate.family, "threshold": gate.threshold},
    }


def _result(gate: GateOutcome, index: int, finding: FindingRow) -> dict[str, object]:
    level = "note" if gate.status == "pass" else "error" if gate.status == "fail" else "warning"
    result: dict[str, object] = {
        "ruleId": gate.id,
        "ruleIndex": index,
        "level": level,
        "message": {"text": f"{finding.message}. {finding.advice}"},
        "partialFingerprints": {"repochunk/v1": finding.fingerprint},
    }
    if finding.path is not None:
        place: dict[str, object] = {"artifactLocation": {"uri": quote(finding.path), "uriBaseId": "SRCROOT"}}
        if finding.line is not None:
            place["region"] = {"startLine": finding.line}
        result["locations"] = [{"physicalLocation": place}]
    if finding.chunk_id is not None:
        result["properties"] = {"chunkId": finding.chunk_id}
    return result


def sarif(report: QualityReport) -> dict[str, object]:
    """Return the SARIF log of a report."""
    results = [_result(gate, index, finding) for index, gate in enumerate(report.gates) for finding in gate.findings]
    driver = {
        "name": report.tool.name,
        "semanticVersion": report.tool.version,
        "rules": [_rule(gate) for gate in report.gates],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "the root of the analysed repository"}}},
        "versionControlProvenance": [
            {"repositoryUri": f"repo:{quote(report.repository_id)}", "revisionId": report.commit_sha}
        ],
        "results": results,
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _write(output: Output) -> Iterator[bytes]:
    yield orjson.dumps(sarif(output.report), option=orjson.OPT_INDENT_2) + b"\n"


WRITER = Writer("sarif", "quality.sarif", _write, default=False)
