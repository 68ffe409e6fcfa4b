"""Records told as plain data, held against pydantic, which reads the same records back."""

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from chunkers.policy import ChunkingPolicy, GateSetting, Paths, RedactionPolicy, RedactionRule, VisibilityRule
from reports.plain import plain
from reports.quality import judge
from reports.report import QualityReport
from tests.reports.healthy import healthy

POLICIES = (
    ChunkingPolicy(),
    replace(
        ChunkingPolicy(),
        paths=Paths(include=("src/**",), generated=("a", "b")),
        visibility=(VisibilityRule("internal/**", "restricted"),),
        redaction=RedactionPolicy((RedactionRule("r", "x{3}", keywords=("k",), min_entropy=2.5),)),
        gates={"z": GateSetting("error", 0.25), "a": GateSetting()},
        repository_id="owner/näme",
    ),
)


@pytest.mark.parametrize("policy", POLICIES, ids=["default", "all"])
def test_a_policy_is_told_as_pydantic_tells_it(policy: ChunkingPolicy) -> None:
    adapter = TypeAdapter(ChunkingPolicy)
    assert plain(policy) == adapter.dump_python(policy, mode="json", by_alias=True)
    assert adapter.validate_python(plain(policy)) == policy


def test_a_report_is_told_as_pydantic_tells_it() -> None:
    report = judge(healthy())
    told = TypeAdapter(QualityReport).dump_python(report, mode="json", by_alias=True)
    assert plain(report) == told
    assert list(plain(report)) == list(told)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(TypeError, match="set is no record"):
        plain({"a": {1, 2}})
