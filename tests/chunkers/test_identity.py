import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkers.identity import chunk_id, content_hash, logical_chunk_id, normalize, snapshot_id
from tests.road import road

PARTS = ("repo", "src/a.py", "method_chunk", "A.f")


@pytest.mark.seed("P3")
def test_the_logical_id_depends_on_each_of_its_parts_and_on_nothing_else() -> None:
    base = logical_chunk_id(*PARTS)
    assert base == logical_chunk_id(*PARTS)
    assert base.startswith("chunklog_")
    assert len(base) == len("chunklog_") + 26
    for index in range(len(PARTS)):
        other = [part + "x" if i == index else part for i, part in enumerate(PARTS)]
        assert logical_chunk_id(*other) != base


@pytest.mark.seed("P2")
def test_the_instance_id_depends_on_tenant_logical_id_snapshot_and_content() -> None:
    parts = ("default", logical_chunk_id(*PARTS), snapshot_id("0" * 40), content_hash("x"))
    base = chunk_id(*parts)
    assert {
        chunk_id(*[part + "x" if i == index else part for i, part in enumerate(parts)]) for index in range(4)
    }.isdisjoint({base})


def test_parts_cannot_run_into_each_other() -> None:
    assert logical_chunk_id("a", "b", "c", "d") != logical_chunk_id("ab", "", "c", "d")


@pytest.mark.seed("P4")
@given(st.text(st.sampled_from("ab \t\r\n"), max_size=60))
def test_normalizing_is_idempotent_and_ignores_line_ends_and_trailing_blanks(text: str) -> None:
    once = normalize(text)
    assert normalize(once) == once
    assert normalize(text.replace("\r\n", "\n")) == once
    assert normalize(text + "\n\n") == once
    assert all(line == line.rstrip(" \t\r\f\v") for line in once.split("\n"))


@pytest.mark.seed("P4", "P32")
def test_indentation_and_inner_white_space_keep_their_meaning() -> None:
    assert normalize("if x:\n    y  =  1\n") == "if x:\n    y  =  1\n"
    assert normalize("if x:\n  y = 1\n") != normalize("if x:\ny = 1\n")


SOURCE = "import os\n\n\nclass A:\n    def f(self):\n        return os\n\n\ndef g():\n    return 1\n"


@pytest.mark.seed("P5")
def test_lines_inserted_above_change_no_logical_name_and_no_hash() -> None:
    before = {(d.chunk_type, d.logical): d.content_hash for d in road("a.py", SOURCE).drafts}
    after = {(d.chunk_type, d.logical): d.content_hash for d in road("a.py", "# a comment\n\n\n" + SOURCE).drafts}
    changed = {key for key in before if after.get(key) != before[key]}
    assert set(before) == set(after)
    assert {kind for kind, _ in changed} <= {"file_overview"}


@pytest.mark.seed("P32")
def test_raw_text_is_the_source_and_normalized_text_keeps_identifiers() -> None:
    text = SOURCE.replace("\n", "\r\n")
    method = next(d for d in road("a.py", text).drafts if d.title == "A.f")
    assert method.raw == "    def f(self):\r\n        return os\r\n"
    assert method.normalized == "    def f(self):\n        return os\n"
