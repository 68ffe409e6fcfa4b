from __future__ import annotations

from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.source import Outcome
from reports.quality import judge, render_yaml
from reports.record import Entry, PolicyNote
from reports.redaction import render
from reports.summary import LISTED
from reports.yaml_text import FINDINGS, dump, plain
from tests.reports.healthy import healthy

FIELDS = [
    "schemaVersion",
    "repositoryId",
    "commitSha",
    "snapshotId",
    "tool",
    "policyDigest",
    "verdict",
    "summary",
    "coverage",
    "gates",
    "graph",
    "redaction",
    "robustness",
    "dirty",
]


def test_the_report_has_the_fields_of_the_contract_in_its_order() -> None:
    data = yaml.safe_load(render_yaml(judge(healthy())))
    assert list(data) == FIELDS
    assert list(data["summary"]) == ["files", "chunks", "byType", "byRole", "byLanguage", "tokens", "links", "edges"]
    assert {"total", "median", "p95", "max", "overMax", "underMin", "bands"} <= set(data["summary"]["tokens"])
    assert {
        "entries",
        "files",
        "reasons",
        "nonBlankLinesOwned",
        "perLanguage",
        "partial",
        "fallback",
        "skipped",
    } <= set(data["coverage"])
    assert list(data["coverage"]["files"]) == ["chunked", "partial", "fallback", "metadata_only", "skipped"]
    assert {"id", "family", "severity", "status", "checked", "failed", "threshold", "findings", "findingsTotal"} == set(
        data["gates"][0]
    )
    assert {"callSites", "resolved", "unresolvedByReason", "edgesByConfidence"} <= set(data["graph"])
    assert {"filesScanned", "blocked", "redactions", "weakDefaults", "allows", "engines", "ruleset"} == set(
        data["redaction"]
    )


def test_counts_are_those_of_the_run() -> None:
    run = healthy()
    report = judge(run)
    assert report.summary.chunks == len(run.chunks)
    assert sum(report.summary.by_type.values()) == sum(report.summary.by_role.values()) == len(run.chunks)
    assert report.summary.tokens.max == max(c.token_estimate for c in run.chunks)
    assert report.summary.tokens.total == sum(c.token_estimate for c in run.chunks)
    assert report.coverage.non_blank_lines_owned == 1.0
    assert report.graph.edges_by_confidence == {"0.9": 1, "1.0": 2}
    assert report.redaction.blocked == 1
    assert report.redaction.redactions.by_kind == {"password": 1}
    assert report.redaction.weak_defaults == 1


@pytest.mark.parametrize("sizes", [[], [5], [1, 2], [3, 1, 2], list(range(1, 101))])
def test_percentiles_are_nearest_rank(sizes: list[int]) -> None:
    run = healthy()
    method = next(c for c in run.chunks if c.chunk_type == "method_chunk")
    tokens = judge(replace(run, chunks=tuple(replace(method, token_estimate=n) for n in sizes))).summary.tokens
    ordered = sorted(sizes)
    assert tokens.median == (ordered[(len(ordered) + 1) // 2 - 1] if ordered else 0)
    assert tokens.p95 == (ordered[max(1, -(-95 * len(ordered) // 100)) - 1] if ordered else 0)


def test_outcomes_sum_to_the_tree_and_lists_say_what_was_cut() -> None:
    run = healthy()
    skipped = tuple(Entry(f"big/{n}.bin", "too_large") for n in range(LISTED + 7))
    files = tuple(
        replace(f, outcome=Outcome.PARTIAL, broken=((2, 3),), reason="syntax") if f.path == "src/orders.py" else f
        for f in run.files
    )
    coverage = judge(replace(run, files=files, skipped=skipped, entries=len(files) + len(skipped))).coverage
    assert sum(coverage.files.values()) == coverage.entries
    assert coverage.files["skipped"] == LISTED + 7
    assert coverage.cut == {"skipped": 7}
    assert len(coverage.skipped) == LISTED
    assert coverage.reasons["too_large"] == LISTED + 7
    assert coverage.partial[0].lines == ((2, 3),)


def test_yaml_loads_back_equal_and_repeats_byte_for_byte() -> None:
    report = judge(healthy())
    assert yaml.safe_load(render_yaml(report)) == plain(report)
    assert render_yaml(report) == render_yaml(judge(healthy()))
    assert b"&id" not in render_yaml(report)


def test_findings_are_cut_in_yaml_and_their_total_is_kept() -> None:
    run = replace(healthy(), notes=tuple(PolicyNote("policy", f"ignored {n}") for n in range(FINDINGS + 40)))
    report = judge(run)
    shown = next(g for g in plain(report)["gates"] if g["id"] == "run_notes")
    kept = next(g for g in report.gates if g.id == "run_notes")
    assert len(shown["findings"]) == FINDINGS
    assert shown["findingsTotal"] == FINDINGS + 40 == len(kept.findings)


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda x: st.lists(x, max_size=4) | st.dictionaries(st.text(max_size=9), x, max_size=4),
        max_leaves=12,
    )
)
def test_any_text_survives_yaml(value: object) -> None:
    assert yaml.safe_load(dump(value)) == value


def test_unpaired_surrogates_do_not_break_the_report() -> None:
    assert yaml.safe_load(dump({"path": "a\udcff"})) == {"path": "a?"}


@pytest.mark.seed("P36")
def test_redaction_report_tells_places_and_rules_only() -> None:
    data = yaml.safe_load(render(healthy()))
    assert next(iter(data)) == "schemaVersion"
    assert data["redactions"] == [
        {
            "path": "config/app.yaml",
            "firstLine": 3,
            "lastLine": 3,
            "kind": "password",
            "rule": "key-name",
            "layer": "config",
            "confidence": 0.95,
            "count": 1,
        }
    ]
    assert data["blocked"] == [{"path": ".env.production", "reason": "blocked:env_file"}]
    assert data["weakDefaults"] == [{"path": "config/app.yaml", "line": 2, "rule": "localhost"}]
    assert data["totals"]["byKind"] == {"password": 1}
    assert {"encrypted", "allows", "engines", "ruleset", "commitSha"} <= set(data)
