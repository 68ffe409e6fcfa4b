from pathlib import Path

from tests.conftest import Cli
from tests.repos import repository_of


def test_a_component_is_cited_without_its_name_in_its_lines(tmp_path: Path, cli: Cli) -> None:
    files = {
        "src/Card.vue": "<script setup>\nimport { money } from './money'\n</script>\n<template>\n  <p>{{ money(1) }}</p>\n</template>\n",
        "src/Page.vue": "<script setup>\nimport Card from './Card.vue'\n</script>\n<template>\n  <Card />\n</template>\n",
        "src/money.js": "export function money(a) {\n  return a\n}\n",
    }
    repository = repository_of(tmp_path / "repo", files)
    out = tmp_path / "out"
    assert cli("analyze", repository.path, "--out", out, "--quiet").returncode == 0
    assert "src/Card.vue:1" in (out / "current" / "chunks.json").read_text()
    done = cli("verify", out)
    assert done.returncode == 0, done.stderr
    edges = (out / "current" / "symbol-graph.json").read_text()
    assert "symbol:src/Card.Card" in edges
