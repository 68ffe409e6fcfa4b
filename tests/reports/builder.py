"""Run records for tests: real files down the per-file road, a small graph, stamped as the pipeline does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from analyzer.stamp import stamp_all
from chunkers.chunk import Chunk, ChunkLink, ComposedDraft, CompositionSource, FileResult
from chunkers.policy import ChunkingPolicy
from graph.model import Edge, Evidence, GraphTables, Linked, Node
from reports.gate import STAGES
from reports.record import Header, RunRecord
from tests.road import road

COMMIT = "4f2a9c1e" * 5
HEADER = Header(
    repository_id="acme/shop",
    snapshot_id="snap_" + COMMIT[:12],
    commit_sha=COMMIT,
    commit_time="2026-03-01T10:00:00Z",
    tenant_id="default",
    tool_version="0.1.0",
    policy_digest="sha256:policy",
    ruleset_digest="sha256:rules",
    token_counter="repochunk-features-v1",
)
FILES: dict[str, str] = {
    "README.txt": "The shop sells things.\n\nOrders are checked before they are saved.\n",
    "src/notes.txt": "first line of the notes\nsecond line of the notes\n",
}


def graph_of(results: Iterable[FileResult]) -> Linked:
    """A file node and a DEFINES link per file, one CONTAINS edge, and a graph path chunk over the first file."""
    files = [result for result in results if result.drafts]
    nodes = sorted((Node(f"file:{r.path}", "file", r.path, r.path) for r in files), key=lambda node: node.id)
    links = tuple(
        ChunkLink((d.path, d.chunk_type, d.logical), f"file:{r.path}", "DEFINES", 1.0) for r in files for d in r.drafts
    )
    if len(nodes) < 2:
        return Linked(GraphTables(tuple(nodes), ()), links, ())
    first, second = nodes[0], nodes[1]
    spot = Evidence(first.path or "", 1, 1, 1, 4)
    edge = Edge(first.id, second.id, "IMPORTS", 0.95, "exact", "test.import", (spot,))
    tables = GraphTables(tuple(nodes), (edge,), {"external_receiver": 3, "dynamic": 1}, call_sites=10, resolved=6)
    composed = ComposedDraft(
        "graph_path_chunk",
        "path one",
        "flow one",
        f"{first.name} IMPORTS {second.name}  {first.path}:1-1\n",
        (
            CompositionSource(file_span=f"{first.path}:1-1"),
            CompositionSource(graph_edge=f"{first.id} IMPORTS {second.id}"),
        ),
        (first.id, second.id),
        (first.path or "", second.path or ""),
        (first.path or "", 1),
        chunker=("graph-path", "1"),
    )
    return Linked(tables, links, (composed,))


def record(
    files: Mapping[str, str | bytes] | None = None,
    policy: ChunkingPolicy | None = None,
    header: Header = HEADER,
    edit: Callable[[FileResult], FileResult] | None = None,
) -> RunRecord:
    """Run files down the road, link and stamp them; `edit` changes each file result before that."""
    policy = policy or ChunkingPolicy()
    results = tuple(road(path, text, policy) for path, text in sorted((FILES if files is None else files).items()))
    if edit is not None:
        results = tuple(edit(result) for result in results)
    linked = graph_of(results)
    chunks = stamp_all(header, results, linked)
    return RunRecord(
        header=header,
        policy=policy,
        entries=len(results),
        files=results,
        skipped=(),
        chunks=chunks,
        links=linked.links,
        graph=linked.tables,
        graph_findings=linked.findings,
        stages=frozenset(STAGES),
        engines=("rules",),
        verification={"checked": len(chunks), "failed": 0},
    )


def with_chunk(run: RunRecord, change: Callable[[Chunk], Chunk], at: int = 0) -> RunRecord:
    """Return the record with its chunk number `at` changed."""
    chunks = list(run.chunks)
    chunks[at] = change(chunks[at])
    return replace(run, chunks=tuple(chunks))
