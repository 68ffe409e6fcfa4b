"""What a run still holds when it is judged: chunks, graph and what files define, and nothing that served to find them."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

import pytest

from analyzer import pipeline
from analyzer.pipeline import Request, run
from chunkers.chunk import ChunkDraft, FileResult
from chunkers.symbol import Binding, Import, Reference, Symbol
from tests.repos import repository_of

FILES: dict[str, str | bytes] = {
    "shop/base.py": "import os\n\n\nclass Base:\n    def total(self):\n        tax = os.sep\n        return self.tax(tax)\n",
    "src/A.java": "package a;\nclass A { B b = new B(); int run() { int n = b.size(); return n; } }\n",
    "README.md": "# Shop\n\nSee `Base.total`.\n",
}
GONE = (ChunkDraft, Binding, Import, Reference)


def _alive() -> Counter[str]:
    kinds = (*GONE, FileResult, Symbol)
    return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, kinds))


@pytest.mark.parametrize("cached", [False, True])
def test_gates_find_neither_uses_nor_drafts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cached: bool) -> None:
    """Both are made by the thousand, and a record that is kept by mistake is kept to the end."""
    repository = repository_of(tmp_path / "shop", FILES)
    request = Request(repository.path, cache=tmp_path / "cache" if cached else None, workers=1)
    found: list[Counter[str]] = []
    judging = pipeline.judge

    def judge(*given: object) -> object:
        found.append(_alive())
        return judging(*given)  # type: ignore[arg-type]  # what the pipeline gives

    monkeypatch.setattr(pipeline, "judge", judge)
    for _ in range(2 if cached else 1):
        gc.collect()
        before = _alive()
        run(request)
        added = found.pop() - before
        assert added["FileResult"] == len(FILES)
        assert added["Symbol"] > len(FILES)
        assert not {kind.__name__: added[kind.__name__] for kind in GONE if added[kind.__name__]}
