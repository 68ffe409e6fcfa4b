"""`repochunk graph score`: a truth in, precision and recall out, and a rule that claims too much fails the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.analyzer.called import call
from tests.repos import repository_of

FILES: dict[str, str | bytes] = {
    "shop.py": "def price():\n    return 1\n\n\ndef total():\n    return price() + len([])\n",
    "web/cart.ts": "export function sum() { return 1; }\nexport function show() { return sum(); }\n",
}
RIGHT: dict[str, Any] = {
    "format": "graph-truth-calls/1",
    "files": ["shop.py", "web/cart.ts"],
    "kinds": ["call"],
    "calls": [[0, 6, 11, 0, 1, 0], [1, 2, 32, 1, 1, 0]],
    "external": [[0, 6, 21]],
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("score")
    repository = repository_of(folder / "repo", FILES)
    assert call("analyze", repository.path, "--out", folder / "out", "--quiet", "--no-store").returncode == 0
    return folder / "out"


def scored(out: Path, truth: dict[str, Any], *options: object) -> Any:
    file = out.parent / "truth.json"
    file.write_text(json.dumps(truth))
    return call("graph", "score", file, "--out", out, *options)


def test_each_language_rule_and_band_is_judged(out: Path) -> None:
    answer = json.loads(scored(out, RIGHT, "--json").stdout)
    assert {name: (one["precision"], one["recall"]) for name, one in answer["languages"].items()} == {
        "python": (1.0, 1.0),
        "typescript": (1.0, 1.0),
    }
    assert answer["rules"]["same_scope"]["edges"] == answer["bands"]["0.98"]["right"] == 2
    assert answer["all"]["external"] == 1
    table = scored(out, RIGHT).stdout
    assert [line.split()[0] for line in table.splitlines() if line][:3] == ["language", "python", "typescript"]


def test_a_rule_that_claims_too_much_fails(out: Path) -> None:
    wrong = {**RIGHT, "calls": [[0, 6, 11, 0, 5, 0]], "external": [[1, 2, 32]]}
    assert scored(out, wrong).returncode == 0
    done = scored(out, wrong, "--fail-below", "0.07")
    assert done.returncode == 1
    assert "same_scope: 0 of 2 edges are right (0.000), it claims 0.980" in done.stderr
    assert scored(out, wrong, "--fail-below", "0.07", "--least", "3").returncode == 0
    assert scored(out, wrong, "--fail-below", "0.07", "--min-confidence", "0.99").returncode == 0


@pytest.mark.parametrize(
    ("truth", "options", "told"),
    [
        ({"format": "other"}, (), "format graph-truth-calls/1 is needed"),
        ({**RIGHT, "calls": [[9]]}, (), "breaks its format"),
        (RIGHT, ("--prefix", "nowhere/"), "no call site is left"),
    ],
)
def test_a_truth_that_cannot_be_used_is_refused(
    out: Path, truth: dict[str, Any], options: tuple[str, ...], told: str
) -> None:
    done = scored(out, truth, *options)
    assert (done.returncode, told in done.stderr) == (2, True)


def test_files_of_another_snapshot_are_told(out: Path) -> None:
    done = scored(out, {**RIGHT, "files": ["shop.py", "web/gone.ts"]})
    assert "web/gone.ts" in done.stderr
    assert call("graph", "score", "/nowhere.json", "--out", out).returncode == 2


def test_a_picture_is_of_a_neighbourhood(out: Path) -> None:
    drawn = call("graph", "export", "--format", "svg", "--around", "shop.total", "--hops", "1", "--out", out)
    assert (drawn.returncode, drawn.stdout.count("<g data-id=")) == (0, 3)
    assert drawn.stdout.endswith("</svg>\n")
    assert call("graph", "export", "--format", "mermaid", "--out", out).stdout.startswith("flowchart LR\n")
