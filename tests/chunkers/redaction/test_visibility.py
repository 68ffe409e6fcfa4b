"""What the operator may let stand, through the command line: it stays, it is reported, and provider formats never qualify."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from tests.chunkers.redaction.texts import filled
from tests.conftest import Outputs, run_cli
from tests.repos import repository_of

_, VALUES = filled("«pw» «pw» «pw» «pw» «alnum:36»", 11)
LISTED, MARKED, BELOW, PLAIN, _TAIL = VALUES
PROVIDER = "ghp_" + _TAIL
FILES: dict[str, str | bytes] = {
    "conf/demo.yaml": f"demo:\n  password: {LISTED}\n",
    "conf/tree.yaml": f"one:\n  password: {BELOW}\ntwo:\n  password: {PLAIN}\n",
    "conf/marked.yaml": f"password: {MARKED} # chunk:allow-secret\ntoken: {PROVIDER} # chunk:allow-secret\n",
}
ALLOW = [
    {"path": "conf/demo.yaml", "rule": "named-password"},
    {"path": "conf/tree.yaml", "rule": "named-password", "keyPath": "one"},
    {"path": "**", "rule": "github-token"},
]


def _analyzed(folder: Path, redaction: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    policy = folder / "policy.yaml"
    policy.write_text(yaml.safe_dump({"redaction": redaction}))
    repository = repository_of(folder / "repository", FILES)
    done = run_cli("analyze", repository.path, "--out", folder / "out", "--policy", policy, "--no-cache", "--quiet")
    assert done.returncode in {0, 1}, done.stderr
    outputs = Outputs(folder / "out" / "current")
    return outputs.text("chunks.json"), yaml.safe_load(outputs.text("redaction-report.yaml"))


def test_nothing_stands_unless_the_operator_says_so(tmp_path: Path) -> None:
    chunks, report = _analyzed(tmp_path, {})
    assert [value for value in VALUES if value in chunks] == []
    assert report["allows"] == []
    assert report["engines"] == ["repochunk-rules"]
    assert report["totals"]["redactions"] == 5


def test_listed_and_marked_values_stand_and_are_reported_provider_formats_never(tmp_path: Path) -> None:
    chunks, report = _analyzed(tmp_path, {"allow": ALLOW, "inlineAllow": True})
    assert [value for value in VALUES if value in chunks] == [LISTED, MARKED, BELOW]
    assert PROVIDER not in chunks
    assert report["allows"] == [
        {"path": "conf/demo.yaml", "line": 2, "rule": "named-password"},
        {"path": "conf/marked.yaml", "line": 1, "rule": "named-password"},
        {"path": "conf/tree.yaml", "line": 2, "rule": "named-password"},
    ]
    assert {(row["path"], row["rule"]) for row in report["redactions"]} == {
        ("conf/marked.yaml", "github-token"),
        ("conf/tree.yaml", "named-password"),
    }


def test_a_marker_means_nothing_without_the_policy(tmp_path: Path) -> None:
    chunks, report = _analyzed(tmp_path, {"allow": ALLOW})
    assert MARKED not in chunks
    assert {row["path"] for row in report["allows"]} == {"conf/demo.yaml", "conf/tree.yaml"}


def test_a_policy_in_the_repository_allows_nothing(tmp_path: Path) -> None:
    own = yaml.safe_dump({"redaction": {"allow": ALLOW, "inlineAllow": True}})
    repository = repository_of(tmp_path / "repository", {**FILES, ".repochunk.yaml": own, "repochunk.yaml": own})
    done = run_cli("analyze", repository.path, "--out", tmp_path / "out", "--no-cache", "--quiet")
    assert done.returncode in {0, 1}, done.stderr
    written = Outputs(tmp_path / "out" / "current").everything().decode("utf-8", "replace")
    assert [value for value in VALUES if value in written] == []


def test_rules_test_never_prints_a_value(tmp_path: Path) -> None:
    key = [f"-----BEGIN {'PRIVATE'} KEY-----", *filled("«base64:64» «base64:64»", 3)[1]]
    texts = {
        **FILES,
        "app.py": f'PASSWORD = "{PLAIN}"\nurl = "postgres://app:{BELOW}@db/x"\n',
        "key.txt": "\n".join([*key, f"-----END {'PRIVATE'} KEY-----", ""]),
        "secret.yaml": f"kind: Secret\nstringData:\n  one: {PLAIN}\n  two: |\n    {MARKED}\n    {BELOW}\n",
        "wide.yaml": f"a: {'x ' * 60}\npassword: {PLAIN}\n",
    }
    policy = tmp_path / "policy.yaml"
    policy.write_text(yaml.safe_dump({"redaction": {"allow": ALLOW, "inlineAllow": True}}))
    for name, content in texts.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(content if isinstance(content, str) else content.decode())
        done = run_cli("rules", "test", name, "--policy", policy, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        printed = done.stdout + done.stderr
        assert [
            value for value in [*VALUES, PROVIDER, *key[1:]] if value in printed
        ] == []  # not even one that may stand
        assert " redactions" in printed
        assert f"{name}:" in printed
