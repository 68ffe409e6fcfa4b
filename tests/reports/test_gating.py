from __future__ import annotations

from dataclasses import replace

import pytest

from chunkers.policy import ChunkingPolicy, GateSetting
from reports.errors import OutputError
from reports.gating import Limits, parse_maximum, rejudge
from reports.quality import judge
from reports.record import PolicyNote, RunRecord
from reports.report import QualityReport
from tests.reports.healthy import healthy


def noted(*messages: str, severity: str = "warning") -> QualityReport:
    run = replace(healthy(), notes=tuple(PolicyNote("policy", text) for text in messages))
    return judge(replace(run, policy=ChunkingPolicy(gates={"run_notes": GateSetting(severity=severity)})))


def failing(run: RunRecord) -> QualityReport:
    return judge(replace(run, chunks=tuple(replace(c, signature=None) for c in run.chunks)))


def test_errors_fail_and_warnings_only_when_asked() -> None:
    warned = noted("a")
    assert warned.verdict == "warn"
    assert rejudge(warned).passed
    assert [g.id for g in rejudge(warned, Limits("warning")).failing] == ["run_notes"]
    assert [g.id for g in rejudge(failing(healthy())).failing] == ["method_signature"]


def test_a_maximum_replaces_the_gates_own_threshold() -> None:
    report = noted("a", "b", "c")
    assert not rejudge(report, Limits(maxima={"run_notes": 2})).passed
    assert rejudge(report, Limits("warning", {"run_notes": 3})).passed
    assert rejudge(failing(healthy()), Limits(maxima={"method_signature": 5})).passed


def test_with_a_baseline_only_new_findings_fail() -> None:
    before = noted("a", "b", severity="error")
    assert not rejudge(before).passed
    assert rejudge(before, baseline=before).passed
    after = rejudge(noted("b", "c", severity="error"), baseline=before)
    assert [(g.id, g.counted) for g in after.failing] == [("run_notes", 1)]
    assert [f.message for f in after.failing[0].findings] == ["policy: c"]


def test_equal_findings_count_one_by_one() -> None:
    assert rejudge(noted("a", "a", severity="error"), baseline=noted("a", severity="error")).failing[0].counted == 1


def test_cut_lists_are_compared_by_count() -> None:
    many = noted(*(f"n{i}" for i in range(40)), severity="error")
    cut = replace(many, gates=tuple(replace(g, findings=g.findings[:25]) for g in many.gates))
    assert rejudge(cut, baseline=cut).passed
    more = noted(*(f"n{i}" for i in range(42)), severity="error")
    judged = rejudge(replace(more, gates=tuple(replace(g, findings=g.findings[:25]) for g in more.gates)), baseline=cut)
    assert [(g.id, g.counted) for g in judged.failing] == [("run_notes", 2)]


def test_a_gate_the_baseline_does_not_know_counts_in_full() -> None:
    report = failing(healthy())
    older = replace(report, gates=tuple(g for g in report.gates if g.id != "method_signature"))
    assert not rejudge(report, baseline=older).passed


def test_a_gate_that_could_not_look_fails_whatever_is_allowed() -> None:
    blind = judge(replace(healthy(), stages=frozenset({"chunking"})))
    judged = rejudge(blind, Limits(maxima={g.id: 10_000 for g in blind.gates}), baseline=blind)
    assert {g.why for g in judged.failing} == {"could not look"}
    assert "outgoing_secrets" in {g.id for g in judged.failing}


def test_bad_arguments_say_what_to_write() -> None:
    report = noted()
    with pytest.raises(OutputError, match="did you mean size_bands"):
        rejudge(report, Limits(maxima={"size_band": 1}))
    with pytest.raises(OutputError, match="use error or warning"):
        rejudge(report, Limits("info"))
    for text in ("size_bands", "=3", "size_bands=many", "size_bands=-1"):
        with pytest.raises(OutputError, match="RULE=N"):
            parse_maximum(text)
    assert parse_maximum("size_bands=12") == ("size_bands", 12)
