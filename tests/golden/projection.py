"""A generation as lines a person can review: one line a chunk, an edge, a gate. Random values and commit ids are left out."""

from __future__ import annotations

from typing import Any

import yaml

from tests.conftest import Outputs


def chunk_lines(outputs: Outputs) -> str:
    chunks = outputs.chunks
    titles = {chunk["chunkId"]: chunk["title"] for chunk in chunks}
    return "".join(_chunk(chunk, titles) + "\n" for chunk in chunks)


def edge_lines(outputs: Outputs) -> str:
    graph = outputs.json("symbol-graph.json")
    rows = [
        f"{edge['source']} {edge['kind']} {edge['target']}  {edge['confidence']:g} {edge['rule']}  "
        + ", ".join(f"{spot['path']}:{spot['line']}" for spot in edge["evidence"][:3])
        for edge in graph["edges"]
    ]
    return "\n".join([*rows, "", f"unresolved: {dict(sorted(graph['unresolved'].items()))}", ""])


def report_lines(outputs: Outputs) -> str:
    report = yaml.safe_load(outputs.text("chunk-quality-report.yaml"))
    rows = [
        f"verdict: {report['verdict']}",
        f"files: {report['coverage']['files']}",
        f"owned: {report['coverage']['nonBlankLinesOwned']}",
    ]
    rows += [f"{gate['id']}: {gate['status']} {gate['failed']}/{gate['checked']}" for gate in report["gates"]]
    return "\n".join(rows) + "\n"


def _chunk(chunk: dict[str, Any], titles: dict[str, str]) -> str:
    source = chunk["source"]["path"] or "(composed)"
    where = ",".join(f"{s['startLine']}-{s['endLine']}{'' if s['own'] else '~'}" for s in chunk["segments"])
    parts = [
        f"{source}:{where or '-'}",
        f"{chunk['chunkType']} [{chunk['role']}]",
        chunk["title"],
        f"<{titles.get(chunk['parentChunkId'], '-')}>",
        f"{chunk['tokenEstimate']}t",
    ]
    parts += [
        f"{name}={chunk['quality'][name]}"
        for name in ("parseStatus", "staleRisk")
        if chunk["quality"][name] not in {"OK", "low"}
    ]
    parts += ["redacted"] if chunk["security"]["redacted"] else []
    parts += [chunk["security"]["visibilityScope"]] if chunk["security"]["visibilityScope"] != "private" else []
    parts += [f"-> {' '.join(chunk['linkedNodes'])}"] if chunk["linkedNodes"] else []
    return "  ".join(parts)
