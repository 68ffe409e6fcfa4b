"""Policy files, and what each switch changes."""

from pathlib import Path

import pytest

from analyzer.errors import RequestError
from analyzer.policy import digest, parse_policy, render, tightened
from chunkers.chunk import ChunkDraft
from chunkers.policy import ChunkingPolicy, GateSetting
from tests.analyzer.called import call
from tests.conftest import Outputs
from tests.repos import repository_of
from tests.road import road

JAVA = """\
package a;

class A {
    private final B b;

    /** Says hello. */
    @Deprecated
    void hello() {
        b.hello();
    }
}
"""
LONG = "def f(x):\n" + "".join(f"    if x == {n}:\n        print('a word for number {n}', x)\n" for n in range(200))


def drafts(path: str, text: str, policy: str) -> dict[str, ChunkDraft]:
    return {d.title: d for d in road(path, text, parse_policy(policy, "test")).drafts}


def test_a_policy_reads_back_equal() -> None:
    policy = parse_policy(
        "chunking: {maxTokensPerChunk: 900}\nvisibility: [{glob: 'docs/**', scope: internal}]\n", "test"
    )
    assert parse_policy(render(policy), "again") == policy
    assert digest(policy) != digest(ChunkingPolicy())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chunkng: {}", "did you mean 'chunking'"),
        ("chunking: {maxTokens: 3}", "did you mean 'chunking.maxTokensPerChunk'"),
        ("chunking: {minTokens: 9000}", "minTokens <= targetTokens"),
        ("visibility: [{glob: a, scope: secret}]", "none of public"),
        ("gates: {ownership: {severity: fatal}}", "none of info"),
        ("- a", "a policy is a mapping"),
        ("a: [", "not readable as YAML"),
        ("limits: {maxParseBytes: many}", "limits.maxParseBytes"),
    ],
)
def test_a_wrong_policy_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(RequestError, match=r"p\.yaml") as error:
        parse_policy(text, "p.yaml")
    assert message in str(error.value)


@pytest.mark.seed("P31")
def test_max_tokens_cuts_what_is_larger() -> None:
    assert not any(
        d.parent is not None and d.chunk_type == "block_chunk"
        for d in drafts("a.py", LONG, "chunking: {maxTokensPerChunk: 9000}").values()
    )
    cut = drafts("a.py", LONG, "chunking: {maxTokensPerChunk: 300, targetTokens: 150}")
    assert len([d for d in cut.values() if d.chunk_type == "block_chunk"]) > 3


@pytest.mark.seed("P10", "P30", "P31")
def test_block_chunks_switch_chooses_labelled_blocks_or_plain_parts() -> None:
    on = drafts("a.py", LONG, "")
    off = drafts("a.py", LONG, "chunking: {createBlockChunksForLargeMethods: false}")
    assert on["f"].attributes["mode"] == off["f"].attributes["mode"] == "outline_plus_blocks"
    assert not any("cut_at_lines" in d.flags for d in on.values())
    assert any("cut_at_lines" in d.flags for d in off.values())


@pytest.mark.seed("P31")
def test_leading_comments_switch_moves_them_to_the_type() -> None:
    on, off = drafts("A.java", JAVA, ""), drafts("A.java", JAVA, "chunking: {includeLeadingComments: false}")
    assert "Says hello" in (on["A.hello"].raw or "")
    assert "Says hello" not in (off["A.hello"].raw or "")
    assert "Says hello" in (off["A"].raw or "")


@pytest.mark.seed("P31")
def test_annotations_switch_moves_them_to_the_type() -> None:
    on = drafts("A.java", JAVA, "")
    off = drafts("A.java", JAVA, "chunking: {includeAnnotations: false, includeLeadingComments: false}")
    assert "@Deprecated" in (on["A.hello"].raw or "")
    assert "@Deprecated" not in (off["A.hello"].raw or "")
    assert "@Deprecated" in (off["A"].raw or "")


@pytest.mark.seed("P7", "P31")
def test_overview_switch_decides_whether_lines_are_repeated() -> None:
    on, off = drafts("A.java", JAVA, ""), drafts("A.java", JAVA, "chunking: {createOverviewChunks: false}")
    assert "void hello()" in (on["A"].raw or "")
    assert "void hello()" not in (off["A"].raw or "")
    assert "package a;" in (off["A.java"].raw or ""), "what nothing else owns stays with the file"


def test_a_committed_policy_may_only_tighten() -> None:
    text = "chunking: {maxTokensPerChunk: 600}\nredaction: {inlineAllow: true}\nlimits: {maxEntries: 1}\npaths: {exclude: ['*'], blocked: ['x/**']}\n"
    policy, notes = tightened(
        ChunkingPolicy(), text + "gates: {size_bands: {severity: error}, ownership: {severity: info}}\ntenantId: evil\n"
    )
    assert policy.chunking.max_tokens_per_chunk == 600
    assert policy.paths.blocked == ("x/**",)
    assert policy.paths.exclude == ()
    assert policy.redaction == ChunkingPolicy().redaction
    assert policy.limits == ChunkingPolicy().limits
    assert policy.tenant_id == "default"
    assert policy.gates["size_bands"].severity == "error"
    assert "ownership" not in policy.gates
    assert {note.message.split("'")[1] for note in notes} == {
        "redaction",
        "limits",
        "paths.exclude",
        "gates.ownership.severity",
        "tenantId",
    }


def test_a_committed_policy_may_lower_a_threshold_and_never_raise_it() -> None:
    lower, no_notes = tightened(ChunkingPolicy(), "gates: {size_bands: {threshold: 0.001}}")
    assert lower.gates["size_bands"].threshold == 0.001
    assert no_notes == ()
    higher, notes = tightened(ChunkingPolicy(), "gates: {size_bands: {threshold: 0.999}}")
    assert higher.gates.get("size_bands", None) in (None, GateSetting())
    assert [note.message.split("'")[1] for note in notes] == ["gates.size_bands.threshold"]


def test_a_setting_that_changes_nothing_yet_is_told(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text("chunking: {preserveEvidenceSpans: false}\nstrategies: {'*.txt': {name: fixed}}\n")
    repository = repository_of(tmp_path / "repo", {"a.txt": "x\n"})
    assert call("analyze", repository.path, "--out", tmp_path / "out", "--policy", policy, "--quiet").returncode == 0
    report = Outputs(tmp_path / "out" / "current").text("chunk-quality-report.yaml")
    for key in ("chunking.preserveEvidenceSpans", "strategies"):
        assert f"{key}'" in report.replace("''", "'")
    checked = call("policy", "check", policy)
    assert checked.returncode == 1
    assert checked.stdout.count("changes nothing in this version") == 2


def test_a_broken_committed_policy_is_reported_and_the_run_goes_on(tmp_path: Path) -> None:
    repository = repository_of(tmp_path / "repo", {".repochunk.yaml": "chunkng: {}\n", "a.py": "x = 1\n"})
    done = call("analyze", repository.path, "--out", tmp_path / "out", "--quiet")
    assert done.returncode == 0, done.stderr
    report = Outputs(tmp_path / "out" / "current").text("chunk-quality-report.yaml")
    assert "committed_policy_ignored" in report


@pytest.mark.seed("P35", "P48")
def test_visibility_rules_narrow_and_composed_chunks_take_the_narrowest(tmp_path: Path) -> None:
    flask = "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.get('/x')\ndef x():\n    return helper()\n\n\ndef helper():\n    return ''\n"
    repository = repository_of(tmp_path / "repo", {"web.py": flask, "docs/a.md": "# A\n\nText.\n"})
    policy = tmp_path / "p.yaml"
    policy.write_text("visibility:\n  - {glob: '**', scope: internal}\n  - {glob: 'web.py', scope: restricted}\n")
    assert call("analyze", repository.path, "--out", tmp_path / "out", "--policy", policy, "--quiet").returncode == 0
    scopes = {
        (c["source"]["path"], c["chunkType"]): c["security"]["visibilityScope"]
        for c in Outputs(tmp_path / "out" / "current").chunks
    }
    assert scopes["docs/a.md", "doc_section_chunk"] == "internal"
    assert scopes["web.py", "method_chunk"] == "restricted"
    assert scopes[None, "route_chunk"] == "restricted"
    shown = call("show", "web.py:8", "--out", tmp_path / "out")
    assert shown.returncode == 2
    assert "--clearance restricted" in shown.stderr
    assert call("show", "web.py:8", "--out", tmp_path / "out", "--clearance", "restricted").returncode == 0
