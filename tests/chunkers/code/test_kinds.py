from __future__ import annotations

import pytest

from chunkers.chunk import ChunkDraft, FileResult
from tests.road import road

SHOP = """/* Copyright 2024 Example Org. */
package shop;

import java.util.List;
import java.util.Map;

/** Sells. */
@Service
public class Shop {
    private final Map<String, Item> items;

    // builds it
    public Shop(Map<String, Item> items) {
        this.items = items;
    }

    /** Finds. */
    @Cached
    public List<Item> find(String name) {
        return List.of(items.get(name));
    }
}
"""

TEST = """import shop

def setup_module():
    shop.open()

def test_sells():
    assert shop.sell(1)

class TestReturns:
    def test_takes_back(self):
        assert shop.take(1)
"""


def titled(result: FileResult, title: str, kind: str | None = None) -> ChunkDraft:
    return next(d for d in result.drafts if d.title == title and kind in {None, d.chunk_type})


@pytest.mark.seed("P7")
def test_a_file_overview_owns_head_and_imports_and_shows_signatures() -> None:
    overview = titled(road("src/Shop.java", SHOP), "Shop.java")
    assert overview.role == "navigation"
    raw = overview.raw or ""
    assert raw.startswith("/* Copyright")
    assert "import java.util.Map;" in raw
    assert "public List<Item> find(String name) {" in raw
    assert "return List.of" not in raw
    assert overview.attributes["imports"] == ["java.util.List", "java.util.Map"]


@pytest.mark.seed("P8")
def test_a_class_overview_has_declaration_annotations_fields_and_signatures_but_no_bodies() -> None:
    draft = titled(road("src/Shop.java", SHOP), "Shop")
    raw = draft.raw or ""
    assert raw.startswith("/** Sells. */\n@Service\npublic class Shop {")
    for line in (
        "private final Map<String, Item> items;",
        "public Shop(Map<String, Item> items) {",
        "public List<Item> find(String name) {",
    ):
        assert line in raw
    assert "this.items = items" not in raw
    assert draft.attributes["members"] == ["Shop.Shop(Map)", "Shop.find(String)"]
    owned = [(s.start_line, s.end_line) for s in draft.segments if s.own]
    assert owned == [(7, 10), (22, 22)]


@pytest.mark.seed("P9")
def test_a_method_has_comment_annotations_signature_body_parent_and_imports() -> None:
    result = road("src/Shop.java", SHOP)
    draft = titled(result, "Shop.find")
    assert (draft.raw or "").startswith("    /** Finds. */\n    @Cached\n    public List<Item> find(String name) {\n")
    assert draft.symbol == "Shop.find(String)"
    assert draft.signature == "public List<Item> find(String name)"
    assert draft.overlap.includes_imports == ("List",)
    assert draft.parent is not None
    assert result.drafts[draft.parent].title == "Shop"
    assert draft.attributes["parameters"] == [{"name": "name", "type": "String"}]
    assert draft.attributes["returns"] == "List<Item>"
    assert draft.attributes["visibility"] == "public"
    assert draft.attributes["docstring"] is True


@pytest.mark.seed("P14")
def test_a_suite_lists_its_cases_and_each_case_knows_its_set_up() -> None:
    result = road("tests/test_shop.py", TEST)
    suites = {d.title: d for d in result.drafts if d.chunk_type == "test_suite_overview"}
    assert suites["test_shop.py"].attributes["cases"] == ["test_sells"]
    assert suites["TestReturns"].attributes["cases"] == ["TestReturns.test_takes_back"]
    assert "def test_takes_back(self):" in (suites["TestReturns"].raw or "")
    case = titled(result, "test_sells")
    assert case.role == "behavior_evidence"
    assert [(span.reason, span.start_line, span.end_line) for span in case.overlap.spans] == [("setUp", 3, 4)]


@pytest.mark.seed("P28")
def test_overlap_is_metadata_and_never_copied_text() -> None:
    draft = titled(road("src/Shop.java", SHOP), "Shop.find")
    assert draft.overlap.includes_leading_comment
    assert "import" not in (draft.raw or "")
    assert all(segment.own for segment in draft.segments)


def test_a_function_inside_a_function_is_listed_and_a_class_inside_has_its_chunk() -> None:
    text = "def outer():\n    def inner():\n        pass\n    class Local:\n        def m(self): pass\n    return inner, Local\n"
    result = road("a.py", text)
    outer = titled(result, "outer")
    assert outer.symbols == ("outer.<locals>.inner",)
    assert titled(result, "Local", "class_chunk").symbol == "outer.<locals>.Local"
    assert not any(d.title == "inner" for d in result.drafts)


def test_a_language_without_a_plug_in_is_cut_by_named_nodes() -> None:
    text = "-- Copyright\nlocal M = {}\n\n-- adds\nfunction M.add(a, b)\n  return a + b\nend\n\nreturn M\n"
    result = road("m.lua", text)
    draft = titled(result, "M.add")
    assert draft.chunk_type == "method_chunk"
    assert (draft.raw or "").startswith("-- adds\nfunction M.add")
    assert result.lines == result.owned
