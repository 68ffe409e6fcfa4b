from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import orjson
import pytest
import yaml
from pydantic import TypeAdapter

from reports.errors import OutputError
from reports.generation import chosen, write_generation
from reports.quality import judge
from reports.reading import open_generation
from reports.rows import chunk_row, edge_row, node_row
from reports.schemas import DOCUMENTS, schema
from reports.writer import BATCH
from tests.reports.healthy import healthy


def clean(_: str) -> str | None:
    return None


@pytest.fixture
def written(tmp_path: Path) -> Path:
    run = healthy()
    return write_generation(
        tmp_path / "out", "gen", run, judge(run), check=clean, formats=("default", "jsonl", "sarif", "junit")
    )


def without_none_sources(value: Any) -> Any:
    """Drop the unset fields of composition sources: the rows spell only the one that is set."""
    if isinstance(value, dict):
        if set(value) == {"fileSpan", "schemaPointer", "graphEdge"}:
            return {k: v for k, v in value.items() if v is not None}
        return {k: without_none_sources(v) for k, v in value.items()}
    return [without_none_sources(v) for v in value] if isinstance(value, list) else value


@pytest.mark.seed("P6")
@pytest.mark.seed("P33")
@pytest.mark.seed("P34")
def test_fast_rows_equal_the_schema_of_the_records() -> None:
    run = healthy()
    pairs = [(item, chunk_row(item)) for item in run.chunks]
    rows: list[tuple[Any, Any]] = [
        *pairs,
        *((n, node_row(n)) for n in run.graph.nodes),
        *((e, edge_row(e)) for e in run.graph.edges),
    ]
    for item, row in rows:
        expected = TypeAdapter(type(item)).dump_python(item, mode="json", by_alias=True)
        assert orjson.loads(orjson.dumps(row)) == without_none_sources(expected)


def test_chunks_json_loads_back_into_the_same_records(written: Path) -> None:
    run = healthy()
    generation = open_generation(written)
    assert generation.chunks().chunks == run.chunks
    assert generation.graph().nodes == run.graph.nodes
    assert generation.graph().edges == run.graph.edges
    assert generation.graph().unresolved == run.graph.unresolved
    assert generation.redaction().totals.redactions == 1


def test_headers_are_the_same_everywhere(written: Path) -> None:
    heads = []
    for name, rows in (
        ("chunks.json", "chunks"),
        ("chunk-spans.json", "spans"),
        ("chunk-links.json", "links"),
        ("symbol-graph.json", "nodes"),
    ):
        data = orjson.loads((written / name).read_bytes())
        assert data[rows]
        heads.append(
            {
                k: v
                for k, v in data.items()
                if not isinstance(v, list) and k not in {"unresolved", "callSites", "resolved"}
            }
        )
    assert all(head == heads[0] for head in heads)
    assert {
        "schemaVersion",
        "repositoryId",
        "snapshotId",
        "commitSha",
        "tenantId",
        "tool",
        "policyDigest",
        "rulesetDigest",
        "tokenCounter",
    } <= set(heads[0])


@pytest.mark.seed("P41")
def test_spans_and_links_follow_from_the_chunks(written: Path) -> None:
    run, generation = healthy(), open_generation(written)
    spans = generation.spans().spans
    method = next(c for c in run.chunks if c.chunk_type == "method_chunk")
    kinds = sorted(s.span_type for s in spans if s.chunk_id == method.chunk_id)
    assert kinds == ["declaration", "full", "segment"]
    masked = next(c for c in run.chunks if c.security.redacted)
    assert [
        (s.start_line, s.end_line) for s in spans if s.chunk_id == masked.chunk_id and s.span_type == "redacted"
    ] == [(3, 3)]
    assert len({s.id for s in spans}) == len(spans)
    links = generation.links().links
    for chunk in run.chunks:
        if chunk.source.type == "file_span":
            assert (
                tuple(sorted({row.graph_node_id for row in links if row.chunk_id == chunk.chunk_id}))
                == chunk.linked_nodes
            )
    assert {"DEFINES", "TESTS", "DOCUMENTS"} <= {row.link_type for row in links}


def test_a_redacted_stretch_of_lines_is_one_span(tmp_path: Path) -> None:
    run = healthy()
    masked = next(c for c in run.chunks if c.security.redacted)
    wide = replace(
        masked, security=replace(masked.security, redaction=replace(masked.security.redaction, lines=(2, 3, 5)))
    )
    run = replace(run, chunks=(wide,), links=())
    spans = open_generation(write_generation(tmp_path / "o", "g", run, judge(run), check=clean)).spans().spans
    assert [(s.start_line, s.end_line) for s in spans if s.span_type == "redacted"] == [(2, 3), (5, 5)]


@pytest.mark.seed("P37")
def test_a_blocked_file_leaves_metadata_only(written: Path) -> None:
    data = orjson.loads((written / "chunks.json").read_bytes())
    blocked = [c for c in data["chunks"] if c["source"]["path"] == ".env.production"]
    assert [c["chunkType"] for c in blocked] == ["blocked_file_metadata"]
    assert blocked[0]["content"] == {"raw": None, "normalized": None}
    assert blocked[0]["source"]["contentHash"] is None
    assert blocked[0]["security"]["visibilityScope"] == "restricted"
    assert blocked[0]["spans"] is None
    assert blocked[0]["segments"] == []


def test_jsonl_holds_one_chunk_a_line(written: Path) -> None:
    lines = (written / "chunks.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [orjson.loads(line)["chunkId"] for line in lines] == [c.chunk_id for c in healthy().chunks]


def test_batches_stay_small_and_join_to_one_document(tmp_path: Path) -> None:
    run = healthy()
    method = next(c for c in run.chunks if c.chunk_type == "method_chunk")
    big = replace(method, content=replace(method.content, raw="x" * 100_000))
    many = replace(run, chunks=tuple(replace(big, chunk_id=f"chunk_{n}") for n in range(40)), links=())
    sizes: list[int] = []

    def measure(text: str) -> None:
        sizes.append(len(text))

    folder = write_generation(tmp_path / "o", "g", many, judge(run), check=measure, formats=("default", "jsonl"))
    assert max(sizes) < BATCH + 101_000
    assert [c["chunkId"] for c in orjson.loads((folder / "chunks.json").read_bytes())["chunks"]] == [
        f"chunk_{n}" for n in range(40)
    ]
    assert len((folder / "chunks.jsonl").read_bytes().splitlines()) == 40


def test_an_empty_run_writes_valid_documents(tmp_path: Path) -> None:
    run = replace(healthy(), files=(), chunks=(), links=(), graph=replace(healthy().graph, nodes=(), edges=()))
    folder = write_generation(tmp_path / "o", "g", run, judge(run), check=clean, formats=("default", "jsonl"))
    for file in folder.glob("*.json"):
        orjson.loads(file.read_bytes())
    assert (folder / "chunks.jsonl").read_bytes() == b""


def test_sarif_has_rules_levels_and_fingerprints_without_lines(written: Path) -> None:
    run = healthy()
    broken = replace(run, chunks=tuple(replace(c, signature=None) for c in run.chunks))
    folder = write_generation(written.parent, "broken", broken, judge(broken), check=clean, formats=("sarif",))
    log = orjson.loads((folder / "quality.sarif").read_bytes())
    assert log["version"] == "2.1.0"
    assert log["runs"][0]["columnKind"] == "utf16CodeUnits"
    rules = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
    results = [r for r in log["runs"][0]["results"] if r["ruleId"] == "method_signature"]
    assert {r["level"] for r in results} == {"error"}
    assert all(rules[r["ruleIndex"]] == r["ruleId"] for r in log["runs"][0]["results"])
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/orders.py", "uriBaseId": "SRCROOT"}
    assert place["region"]["startLine"] == 4
    assert all("repochunk/v1" in r["partialFingerprints"] for r in results)


def test_junit_has_a_case_per_gate(written: Path) -> None:
    run = healthy()
    broken = replace(run, chunks=tuple(replace(c, title="\x00<&>", signature=None) for c in run.chunks))
    report = judge(broken)
    folder = write_generation(written.parent, "broken", broken, report, check=clean, formats=("junit",))
    suite = ET.fromstring((folder / "quality.junit.xml").read_text())
    assert len(suite.findall("testcase")) == len(report.gates) == int(suite.attrib["tests"])
    failed = {case.attrib["name"] for case in suite.findall("testcase") if case.find("failure") is not None}
    assert failed == {g.id for g in report.gates if g.status == "fail"} != set()


def test_manifest_names_every_file_with_its_hash(written: Path) -> None:
    manifest = orjson.loads((written / "manifest.json").read_bytes())
    named = {row["name"]: row for row in manifest["files"]}
    assert set(named) == {p.name for p in written.iterdir()} - {"manifest.json", "run.json"}
    for name, row in named.items():
        data = (written / name).read_bytes()
        assert row == {"name": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def test_two_runs_write_the_same_bytes(written: Path, tmp_path: Path) -> None:
    run = healthy()
    again = write_generation(
        tmp_path / "again", "gen", run, judge(run), check=clean, formats=("default", "jsonl", "sarif", "junit")
    )
    for file in written.iterdir():
        assert file.read_bytes() == (again / file.name).read_bytes(), file.name


WRITE = """
import sys
from pathlib import Path
from reports.generation import write_generation
from reports.quality import judge
from tests.reports.healthy import healthy
run = healthy()
write_generation(Path(sys.argv[1]), "gen", run, judge(run), check=lambda _: None, formats=("default", "jsonl", "sarif", "junit"))
"""


def test_the_hash_seed_of_the_process_changes_no_byte(written: Path, tmp_path: Path) -> None:
    out = tmp_path / "seeded"
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo", "LC_ALL": "C"}
        subprocess.run(
            [sys.executable, "-c", WRITE, str(out)], check=True, cwd=Path(__file__).parents[2], env=environment
        )
        for file in written.iterdir():
            assert file.read_bytes() == (out / "gen" / file.name).read_bytes(), file.name


def test_formats_choose_files_and_the_reports_are_always_there() -> None:
    assert {w.name for w in chosen(())} == {"chunks", "spans", "links", "graph", "quality", "redaction"}
    assert {w.name for w in chosen(("report",))} == {"quality", "redaction"}
    assert {w.name for w in chosen(("jsonl",))} == {"quality", "redaction", "jsonl"}
    with pytest.raises(OutputError, match="unknown format 'cunks'"):
        chosen(("cunks",))


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_document_has_a_schema_with_camel_case_names(name: str) -> None:
    made = schema(name)
    assert made["$id"] == f"repochunk:{name}:1"
    assert all("_" not in field for field in made["properties"])


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("chunks.json", "chunks"),
        ("manifest.json", "manifest"),
        ("symbol-graph.json", "symbol-graph"),
        ("chunk-quality-report.yaml", "chunk-quality-report"),
    ],
)
def test_required_fields_of_the_schema_are_written(written: Path, file: str, name: str) -> None:
    data = yaml.safe_load((written / file).read_bytes())
    assert set(schema(name)["required"]) <= set(data) <= set(schema(name)["properties"])


def test_an_unknown_schema_is_named() -> None:
    with pytest.raises(OutputError, match="no schema 'nope"):
        schema("nope.json")
