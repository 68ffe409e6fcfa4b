"""`repochunk graph` answers as far as the reader's clearance goes: nodes and edges of files they may not see do not exist for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.analyzer.called import call
from tests.repos import repository_of

FILES: dict[str, str | bytes] = {
    "ops/rotation.py": "def rotate_ledger():\n    return 42\n",
    "app.py": "from ops.rotation import rotate_ledger\n\n\ndef run():\n    return rotate_ledger()\n",
}
HIDDEN = "symbol:ops.rotation.rotate_ledger"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clearance")
    policy = folder / "policy.yaml"
    policy.write_text("visibility: [{glob: 'ops/**', scope: restricted}]\n")
    repository = repository_of(folder / "repo", FILES)
    done = call("analyze", repository.path, "--out", folder / "out", "--policy", policy, "--quiet", "--no-store")
    assert done.returncode == 0
    return folder / "out"


def _asked(out: Path, *question: str) -> Any:
    return call("graph", *question, "--out", out)


def test_a_restricted_node_does_not_exist_for_others(out: Path) -> None:
    refused = _asked(out, "callers", "rotate_ledger")
    assert refused.returncode == 2
    assert "no node is called" in refused.stderr
    allowed = _asked(out, "callers", "rotate_ledger", "--clearance", "restricted")
    assert "symbol:app.run" in allowed.stdout


def test_no_edge_of_a_visible_node_names_it(out: Path) -> None:
    assert HIDDEN not in _asked(out, "show", "file:app.py").stdout
    assert HIDDEN in _asked(out, "show", "file:app.py", "--clearance", "restricted").stdout


def test_exports_leave_it_out(out: Path) -> None:
    shown = json.loads(_asked(out, "export", "--format", "json").stdout)
    assert "rotate_ledger" not in json.dumps(shown)
    assert "symbol:app.run" in json.dumps(shown)
    assert "rotate_ledger" in _asked(out, "export", "--format", "json", "--clearance", "restricted").stdout
    assert "rotate" not in _asked(out, "history", "app.run").stdout
