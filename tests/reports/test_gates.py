from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from chunkers.chunk import Chunk, FileResult, Overlap, Spans
from chunkers.policy import ChunkingPolicy, GateSetting
from chunkers.source import Category, Outcome
from graph.model import GraphFinding
from reports.gate import CHUNKING, GRAPH, REDACTION, STAGES, VERIFICATION
from reports.gates import outgoing_secrets
from reports.quality import all_gates, judge
from reports.record import Entry, PolicyNote, Quarantined, RunRecord
from reports.report import GateOutcome
from tests.reports.healthy import healthy

Breaker = Callable[[RunRecord], RunRecord]
TOLD = {"run_notes", "graph_findings", "graph_error", "source_warnings"}  # gates that count only what went wrong


def gate(run: RunRecord, name: str) -> GateOutcome:
    return next(outcome for outcome in judge(run).gates if outcome.id == name)


def chunks(kind: str, change: Callable[[Chunk], Chunk]) -> Breaker:
    """Change the first chunk of a type."""

    def broken(run: RunRecord) -> RunRecord:
        at = next(i for i, chunk in enumerate(run.chunks) if chunk.chunk_type == kind)
        return replace(run, chunks=(*run.chunks[:at], change(run.chunks[at]), *run.chunks[at + 1 :]))

    return broken


def files(path: str, **fields: Any) -> Breaker:
    def broken(run: RunRecord) -> RunRecord:
        return replace(run, files=tuple(replace(f, **fields) if f.path == path else f for f in run.files))

    return broken


def fields(kind: str, **values: Any) -> Breaker:
    return chunks(kind, lambda chunk: replace(chunk, **values))


def titled(title: str, **values: Any) -> Breaker:
    """Change the chunks of a title."""
    return lambda run: replace(run, chunks=tuple(replace(c, **values) if c.title == title else c for c in run.chunks))


def nested(kind: str, part: str, **values: Any) -> Breaker:
    return chunks(kind, lambda chunk: replace(chunk, **{part: replace(getattr(chunk, part), **values)}))


def edges(**values: Any) -> Breaker:
    def broken(run: RunRecord) -> RunRecord:
        first, *rest = run.graph.edges
        return replace(run, graph=replace(run.graph, edges=(replace(first, **values), *rest)))

    return broken


def findings(rule: str, path: str = "docs/orders.md") -> Breaker:
    return lambda run: replace(run, graph_findings=(GraphFinding(rule, path, 3, "it is odd", "look"),))


def many_quarantined(run: RunRecord) -> RunRecord:
    return replace(
        run, quarantined=tuple(Quarantined(f"src/f{n}.py", "python", "killed by signal 11") for n in range(11))
    )


def unmarked(run: RunRecord) -> RunRecord:
    return chunks(
        "config_section_chunk",
        lambda c: replace(
            c, security=replace(c.security, redacted=False, redaction=replace(c.security.redaction, applied=False))
        ),
    )(run)


def starting(chunk: Chunk, line: int) -> Chunk:
    assert chunk.spans
    assert chunk.spans.full
    return replace(chunk, spans=replace(chunk.spans, full=replace(chunk.spans.full, start_line=line)))


def with_orphan_comment(chunk: Chunk) -> Chunk:
    """Take line 4, a comment, from the method and give it to nobody's method: the class keeps it."""
    assert chunk.spans
    assert chunk.spans.full
    segments = (*chunk.segments, replace(chunk.segments[0], start_line=4, end_line=4))
    return replace(
        chunk, segments=segments, content=replace(chunk.content, raw=f"{chunk.content.raw}    # Creates one.\n")
    )


def drop_comment(run: RunRecord) -> RunRecord:
    run = chunks("class_chunk", with_orphan_comment)(run)
    return chunks("method_chunk", lambda chunk: starting(chunk, 5))(run)


BREAKERS: dict[str, list[Breaker]] = {
    "accounting": [
        lambda run: replace(run, entries=run.entries + 1),
        lambda run: replace(run, entries=run.entries + 1, skipped=(Entry("big.bin", ""),)),
        lambda run: replace(run, entries=run.entries + 1, skipped=(Entry("src/orders.py", "too_large"),)),
    ],
    "chunk_type": [
        fields("method_chunk", chunk_type="function_chunk"),
        fields("method_chunk", role="truth"),
        fields("doc_section_chunk", role="primary_evidence"),
    ],
    "content_hash": [
        fields("method_chunk", content_hash="sha256:" + "0" * 64),
        nested("method_chunk", "content", raw="x = 1\n"),
        nested("method_chunk", "provenance", content_hash="sha256:0"),
    ],
    "identity": [
        fields("method_chunk", chunk_id="chunk_other"),
        lambda run: replace(run, chunks=(*run.chunks, run.chunks[0])),
        fields("class_chunk", child_chunk_ids=()),
    ],
    "ownership": [
        files("src/orders.py", owned=5),
        chunks("class_chunk", lambda c: replace(c, segments=(replace(c.segments[0], end_line=4),))),
    ],
    "provenance": [
        nested("method_chunk", "provenance", commit_sha="0" * 40),
        nested("method_chunk", "provenance", path="src/other.py"),
        chunks(
            "method_chunk",
            lambda c: replace(
                c, provenance=replace(c.provenance, produced_by=replace(c.provenance.produced_by, chunker_version=""))
            ),
        ),
    ],
    "provenance_rereads": [
        lambda run: replace(run, verification={"checked": 5, "failed": 1}),
        lambda run: replace(run, verification={}),
    ],
    "source_artefact": [
        nested("method_chunk", "source", path="src/gone.py"),
        nested("method_chunk", "source", content_hash="sha256:0"),
        fields("method_chunk", snapshot_id="snap_other"),
    ],
    "source_span": [
        fields("method_chunk", spans=None),
        nested("method_chunk", "provenance", span=(1, 2)),
        nested("route_chunk", "provenance", sources=()),
    ],
    "token_estimate": [fields("method_chunk", token_estimate=0)],
    "visibility_scope": [
        nested("method_chunk", "security", visibility_scope="secret"),
        nested("method_chunk", "security", derived_from=()),
    ],
    "class_children": [
        fields("class_chunk", child_chunk_ids=()),
        fields("class_chunk", child_chunk_ids=(), role="primary_evidence"),
    ],
    "derived_not_primary": [
        lambda run: replace(
            run,
            chunks=tuple(
                replace(c, role="primary_evidence") if c.source.path == "vendor/pad.js" else c for c in run.chunks
            ),
        ),
        fields("method_chunk", attributes={"generated": True}),
    ],
    "max_tokens": [fields("method_chunk", token_estimate=1201)],
    "method_signature": [
        fields("method_chunk", signature=None),
        chunks("method_chunk", lambda c: replace(c, spans=Spans(c.spans.full if c.spans else None))),
    ],
    "route_handler": [
        nested("route_chunk", "content", raw="handler: \nrequest: x\n"),
        fields("route_chunk", composition=None),
    ],
    "size_bands": [lambda run: replace(run, chunks=tuple(replace(c, token_estimate=3) for c in run.chunks))],
    "test_link": [fields("test_case_chunk", linked_nodes=("file:tests/test_orders.py",))],
    "whole_units": [chunks("method_chunk", lambda chunk: starting(chunk, 6)), drop_comment],
    "adr_status": [
        lambda run: replace(
            run,
            chunks=tuple(
                replace(c, attributes={}) if (c.source.path or "").endswith("002.md") else c for c in run.chunks
            ),
        )
    ],
    "generated_metadata": [
        fields("generated_file_metadata", attributes={}),
        fields("generated_file_metadata", attributes={"generated": True}),
    ],
    "heading_path": [
        fields("doc_section_chunk", heading_path=("",)),
        titled("Purpose", heading_path=()),
    ],
    "section_heading": [
        nested("doc_section_chunk", "content", raw="No heading here.\n"),
        fields("doc_section_chunk", attributes={"part": 2}),
    ],
    "section_span": [
        fields("doc_section_chunk", spans=None),
        chunks("doc_section_chunk", lambda c: replace(c, segments=(replace(c.segments[0], end_line=3),))),
    ],
    "stale_marked": [
        chunks("adr_overview", lambda c: replace(c, quality=replace(c.quality, stale_risk="low"))),
        chunks("doc_section_chunk", lambda c: replace(c, quality=replace(c.quality, stale_risk="high"))),
        findings("stale_reference"),
    ],
    "superseded_decision": [fields("adr_decision_chunk", role="decision_evidence")],
    "blocked_content": [
        nested("blocked_file_metadata", "content", raw="KEY=1\n"),
        nested("blocked_file_metadata", "source", content_hash="sha256:0"),
        nested("blocked_file_metadata", "security", visibility_scope="private"),
        files(".env.production", content_hash="sha256:0"),
    ],
    "outgoing_secrets": [
        nested("method_chunk", "content", raw="key = 'LEAK'\n"),
        fields("method_chunk", attributes={"deep": {"list": ["x", ["LEAK"]]}}),
        fields("config_section_chunk", keys=("LEAK",)),
        lambda run: replace(run, notes=(PolicyNote("rule", "LEAK"),)),
    ],
    "redaction_marked": [
        unmarked,
        chunks(
            "config_section_chunk",
            lambda c: replace(c, security=replace(c.security, redaction=replace(c.security.redaction, lines=()))),
        ),
    ],
    "visibility_composed": [
        nested("route_chunk", "security", visibility_scope="public"),
        files("src/orders.py", classification=replace(healthy().files[-4].classification, visibility="restricted")),
    ],
    "visibility_source": [nested("method_chunk", "security", visibility_scope="public")],
    "edge_evidence": [
        edges(evidence=()),
        edges(confidence=0.0),
        edges(rule=""),
        edges(target="symbol:gone"),
        lambda run: replace(run, files=tuple(f for f in run.files if f.path != "src/orders.py")),
    ],
    "link_targets": [
        lambda run: replace(run, links=(replace(run.links[0], node="file:gone"), *run.links[1:])),
        lambda run: replace(run, links=(replace(run.links[0], draft=("a", "b", "c")), *run.links[1:])),
    ],
    "resolution_rate": [
        lambda run: replace(run, graph=replace(run.graph, unresolved={"dynamic": 94, "external_receiver": 900}))
    ],
    "spec_drift": [findings("spec_drift")],
    "graph_findings": [findings("ambiguous_route")],
    "graph_error": [findings("graph_error")],
    "parse_failures": [
        files("src/orders.py", outcome=Outcome.PARTIAL, broken=((2, 3),), reason="syntax"),
        files("src/orders.py", outcome=Outcome.FALLBACK, reason="timeout"),
    ],
    "quarantine": [lambda run: replace(run, quarantined=(Quarantined("src/orders.py", "python", "timeout"),))],
    "quarantine_ceiling": [many_quarantined],
    "run_notes": [lambda run: replace(run, notes=(PolicyNote("policy", "ignored"),))],
    "source_warnings": [files("config/app.yaml", warnings=(("duplicate_key", 2, "key 'host' is given twice"),))],
}
CASES = [(name, number) for name, breakers in BREAKERS.items() for number in range(len(breakers))]


@pytest.fixture(autouse=True)
def _stub_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of the test's own, so that no value here looks like a secret to anybody else."""
    monkeypatch.setattr(outgoing_secrets, "find_secret", lambda text: "test-rule" if "LEAK" in text else None)
    monkeypatch.setattr(outgoing_secrets, "suspicious", lambda data: b"LEAK" in data)


@pytest.mark.seed("P29")
@pytest.mark.seed("P45")
@pytest.mark.seed("P46")
@pytest.mark.seed("P47")
@pytest.mark.seed("P48")
def test_every_gate_has_a_case_in_which_it_fails() -> None:
    assert set(BREAKERS) == {g.id for g in all_gates()}


@pytest.mark.seed("P45")
@pytest.mark.seed("P46")
@pytest.mark.seed("P47")
@pytest.mark.seed("P48")
def test_a_healthy_run_passes_every_gate_that_looks() -> None:
    report = judge(healthy())
    assert {g.id: g.status for g in report.gates if g.status != "pass"} == dict.fromkeys(TOLD, "not_applicable")
    assert all(g.checked for g in report.gates if g.id not in TOLD)
    assert report.verdict == "pass"


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_gate_fails_on_what_it_is_for(name: str, number: int) -> None:
    outcome = gate(BREAKERS[name][number](healthy()), name)
    expected = {"error": "fail", "warning": "warn", "info": "pass"}[outcome.severity]
    assert outcome.status == expected
    assert outcome.failed >= 1
    assert outcome.findings
    assert all(f.advice and f.message and f.fingerprint for f in outcome.findings)


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_did_not_run_fails_its_gates(stage: str) -> None:
    report = judge(replace(healthy(), stages=frozenset(STAGES) - {stage}))
    closed = {g.id for g in all_gates() if g.stage == stage}
    assert closed
    assert {g.id for g in report.gates if g.status == "fail"} == closed
    assert report.verdict == "fail"
    assert all("did not run" in g.findings[0].message for g in report.gates if g.id in closed)


def test_every_stage_has_gates() -> None:
    assert {g.stage for g in all_gates()} == {CHUNKING, REDACTION, GRAPH, VERIFICATION}


def test_not_applicable_only_when_the_stage_ran_and_found_nothing() -> None:
    empty = replace(
        healthy(),
        files=(),
        chunks=(),
        links=(),
        entries=0,
        verification={},
        graph=replace(healthy().graph, nodes=(), edges=(), unresolved={}, resolved=0),
    )
    report = judge(empty)
    assert {g.status for g in report.gates} == {"not_applicable"}
    assert report.verdict == "pass"
    assert judge(replace(empty, stages=frozenset())).verdict == "fail"


def test_policy_sets_severity_and_threshold() -> None:
    run = BREAKERS["adr_status"][0](healthy())
    strict = replace(run, policy=ChunkingPolicy(gates={"adr_status": GateSetting(severity="error")}))
    mild = replace(run, policy=ChunkingPolicy(gates={"adr_status": GateSetting(threshold=0.5)}))
    assert gate(run, "adr_status").status == "warn"
    assert gate(strict, "adr_status").status == "fail"
    assert gate(mild, "adr_status").status == "pass"
    assert gate(mild, "adr_status").threshold == 0.5


def test_policy_entries_that_cannot_be_obeyed_are_told_and_change_nothing() -> None:
    settings = {"adr_statuz": GateSetting(severity="error"), "accounting": GateSetting(severity="off")}
    run = replace(BREAKERS["accounting"][0](healthy()), policy=ChunkingPolicy(gates=settings))
    assert gate(run, "accounting").status == "fail"
    told = [f.message for f in gate(run, "run_notes").findings]
    assert any("did you mean 'adr_status'" in message for message in told)
    assert any("accounting: the severity is one of error, warning, info, not 'off'" in message for message in told)


def test_switched_off_comments_and_annotations_are_not_missed() -> None:
    policy = ChunkingPolicy(
        chunking=replace(ChunkingPolicy().chunking, include_leading_comments=False, include_annotations=False)
    )
    for breaker in BREAKERS["whole_units"]:
        assert gate(replace(breaker(healthy()), policy=policy), "whole_units").status == "pass"


def test_a_comment_above_a_line_that_units_share_belongs_to_the_first_of_them() -> None:
    def behind(chunk: Chunk) -> Chunk:
        assert chunk.spans
        assert chunk.spans.full
        full = replace(chunk.spans.full, start_column=20)
        return replace(chunk, spans=replace(chunk.spans, full=full))

    def before(chunk: Chunk) -> Chunk:
        first = replace(chunk.segments[0], start_line=5, end_line=5, start_column=5, end_column=20)
        return replace(chunk, segments=(*chunk.segments, first))

    run = drop_comment(healthy())
    assert gate(run, "whole_units").status == "warn"
    assert gate(chunks("method_chunk", behind)(run), "whole_units").status == "warn"
    shared = chunks("class_chunk", before)(chunks("method_chunk", behind)(run))
    assert gate(shared, "whole_units").status == "pass"


def test_fingerprints_do_not_move_with_lines() -> None:
    def shifted(result: FileResult) -> FileResult:
        return replace(result, warnings=tuple((rule, line + 100, text) for rule, line, text in result.warnings))

    run = BREAKERS["source_warnings"][0](healthy())
    moved = replace(run, files=tuple(shifted(f) for f in run.files))
    one, two = gate(run, "source_warnings"), gate(moved, "source_warnings")
    assert [f.line for f in one.findings] != [f.line for f in two.findings]
    assert [f.fingerprint for f in one.findings] == [f.fingerprint for f in two.findings]


def test_a_blocked_file_with_a_symbol_in_the_graph_is_a_leak() -> None:
    run = healthy()
    nodes = tuple(replace(n, path=".env.production") if n.id.startswith("symbol:") else n for n in run.graph.nodes)
    outcome = gate(replace(run, graph=replace(run.graph, nodes=nodes)), "blocked_content")
    assert outcome.status == "fail"
    assert outcome.findings[0].path == ".env.production"


def test_secret_findings_name_the_rule_and_never_the_place_of_the_value() -> None:
    outcome = gate(BREAKERS["outgoing_secrets"][0](healthy()), "outgoing_secrets")
    assert "test-rule" in outcome.findings[0].message
    assert "LEAK" not in repr(outcome)


def test_a_later_piece_of_a_section_refers_to_its_heading() -> None:
    part = fields("doc_section_chunk", attributes={"part": 2}, overlap=Overlap(includes_parent_heading=True))
    assert (
        gate(nested("doc_section_chunk", "content", raw="Goes on.\n")(part(healthy())), "section_heading").status
        == "pass"
    )


def test_a_type_whose_methods_stand_in_its_text_or_elsewhere_leaves_nothing_out() -> None:
    alone = fields("class_chunk", child_chunk_ids=(), role="primary_evidence")(healthy())
    whole = chunks("class_chunk", lambda c: replace(c, segments=(replace(c.segments[0], end_line=9),)))(alone)
    assert gate(whole, "class_children").status == "pass"
    receiver = chunks("class_chunk", lambda c: replace(c, spans=Spans(c.spans.declaration if c.spans else None)))(alone)
    assert gate(receiver, "class_children").status == "pass"


def test_text_before_the_first_heading_needs_no_path() -> None:
    assert gate(titled("Orders", heading_path=())(healthy()), "heading_path").status == "pass"
    without = replace(healthy(), chunks=tuple(replace(c, heading_path=()) for c in healthy().chunks))
    assert gate(without, "heading_path").status == "pass"


def test_a_heading_without_words_cannot_be_left_out() -> None:
    image = titled("Orders", heading_path=("(untitled)",))(healthy())
    assert (
        gate(nested("doc_section_chunk", "content", raw="# ![logo](x.svg)\n")(image), "section_heading").status
        == "pass"
    )


def test_lines_that_did_not_parse_are_reason_enough_for_partial() -> None:
    run = files("src/orders.py", outcome=Outcome.PARTIAL, broken=((2, 3),))(healthy())
    assert gate(run, "accounting").status == "pass"
    assert judge(run).coverage.reasons["lines_not_parsed"] == 1


def test_blocked_category_is_what_the_gate_reads() -> None:
    assert any(f.classification.category is Category.BLOCKED for f in healthy().files)
