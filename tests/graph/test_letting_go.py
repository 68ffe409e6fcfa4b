"""What stays of a snapshot when its graph is made: tables, links and drafts, and nothing that served to find them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from chunkers.chunk import FileResult
from chunkers.symbol import Binding
from graph import build, link
from graph.definition import Definition, FileView
from graph.resolve.engine import Engine
from tests.road import road

_FILES = {
    "shop/base.py": "class Base:\n    def total(self):\n        return self.tax()\n\n    def tax(self):\n        return 1\n",
    "shop/order.py": "from shop.base import Base\n\n\nclass Order(Base):\n    def pay(self, flow):\n        return flow(self.total())\n",
    "src/main/java/a/A.java": "package a;\nclass A { B b = new B(); int run() { return b.size() + b.next().size(); } }\n",
    "src/main/java/a/B.java": "package a;\nclass B { int size() { return 1; } B next() { return this; } }\n",
    "web/app.ts": "import { one } from './one';\nexport const run = () => one().then((x: number) => x);\n",
    "web/one.ts": "export async function one(): Promise<number> { return 1; }\n",
}


def _alive() -> list[str]:
    kinds = (Definition, FileView, Engine)
    return sorted(type(one).__name__ for one in gc.get_objects() if isinstance(one, kinds))


def test_nothing_of_the_resolution_outlives_it() -> None:
    """The collector is paused during a run: a ring among definitions, files and engines would stay in memory to its end."""
    found = [road(path, text) for path, text in _FILES.items()]
    gc.collect()
    gc.disable()
    try:
        before = _alive()
        linked = link(found)
        after = _alive()
    finally:
        gc.enable()
    assert any(edge.kind == "CALLS" for edge in linked.tables.edges)
    assert after == before


def test_uses_are_gone_before_drafts_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drafts are opened then: the two together would be most of a run's memory."""
    counts: list[int] = []
    linking = build.chunk_links

    def counted(*given: Any) -> Any:
        counts.append(sum(isinstance(one, Binding) for one in gc.get_objects()))
        return linking(*given)

    def given_away() -> Iterator[FileResult]:
        for path, text in _FILES.items():
            yield road(path, text)

    monkeypatch.setattr(build, "chunk_links", counted)
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(one, Binding) for one in gc.get_objects())
        linked = link(given_away())
    finally:
        gc.enable()
    assert linked.links
    assert counts == [before]
