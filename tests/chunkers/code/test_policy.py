from __future__ import annotations

import pytest

from chunkers.chunk import ChunkDraft
from chunkers.policy import Chunking, ChunkingPolicy
from tests.road import road

JAVA = """package a;

class Shop {
    // opens it
    @Deprecated
    @Timed("open")
    void open() {
        run();
    }
}
"""


def named(title: str, **switches: bool) -> tuple[ChunkDraft, ChunkDraft]:
    result = road("src/Shop.java", JAVA, ChunkingPolicy(chunking=Chunking(**switches)))  # type: ignore[arg-type]  # switches by name
    assert result.lines == result.owned
    found = {draft.title: draft for draft in result.drafts}
    return found[title], found["Shop"]


def test_a_method_owns_its_comment_and_annotations_by_default() -> None:
    method, owner = named("Shop.open")
    assert method.raw is not None
    assert method.raw.startswith("    // opens it\n    @Deprecated\n")
    assert method.attributes["contentParts"] == ["leading_comment", "annotations", "signature", "body"]
    assert method.overlap.includes_leading_comment
    assert "// opens it" not in (owner.raw or "")


@pytest.mark.seed("P31")
def test_without_leading_comments_the_comment_falls_to_the_class() -> None:
    method, owner = named("Shop.open", include_leading_comments=False)
    assert method.raw is not None
    assert method.raw.startswith("    @Deprecated\n")
    assert not method.overlap.includes_leading_comment
    assert "// opens it" in (owner.raw or "")


@pytest.mark.seed("P31")
def test_without_annotations_comment_and_annotations_fall_to_the_class() -> None:
    method, owner = named("Shop.open", include_annotations=False)
    assert method.raw is not None
    assert method.raw.startswith("    void open()")
    assert method.attributes["contentParts"] == ["signature", "body"]
    assert '// opens it\n    @Deprecated\n    @Timed("open")' in (owner.raw or "")


@pytest.mark.seed("P31")
def test_without_overviews_nothing_is_shown_that_is_not_owned() -> None:
    _, owner = named("Shop.open", create_overview_chunks=False)
    assert "void open()" not in (owner.raw or "")
    _, shown = named("Shop.open")
    assert "void open() {" in (shown.raw or "")


def large_method() -> str:
    loop = "\n".join(
        f"        if items[{n}] > {n}:\n            total += compute(items[{n}], weight={n}) * {n}" for n in range(60)
    )
    return (
        "def settle(items):\n    total = 0\n    # first the easy ones\n    total += len(items)\n"
        f"    for item in items:\n{loop}\n"
        "    try:\n        store(total)\n        log(total)\n    except ValueError:\n        raise\n    return total\n"
    )


@pytest.mark.seed("P10")
def test_an_oversized_method_is_an_outline_with_blocks() -> None:
    result = road("a.py", large_method())
    method = next(d for d in result.drafts if d.title == "settle")
    blocks = [d for d in result.drafts if d.chunk_type == "block_chunk"]
    assert method.attributes["mode"] == "outline_plus_blocks"
    assert {"loop", "branch"} <= {d.attributes["subkind"] for d in blocks} | {"branch"}
    assert any(d.attributes["label"] == "for item in items" for d in blocks)
    assert all(d.token_estimate <= 1200 for d in result.drafts)
    assert result.lines == result.owned


def test_blocks_are_cut_between_statements() -> None:
    result = road("a.py", large_method())
    parents = {d.parent for d in result.drafts}
    leaves = [d for i, d in enumerate(result.drafts) if d.chunk_type == "block_chunk" and i not in parents]
    assert len(leaves) > 2
    for block in leaves:
        first = (block.raw or "").split("\n")[0]
        assert not first.lstrip().startswith("total += compute"), "a branch was cut from its condition"


@pytest.mark.seed("P31")
def test_without_blocks_the_cap_cuts_by_lines() -> None:
    policy = ChunkingPolicy(chunking=Chunking(create_block_chunks_for_large_methods=False))
    result = road("a.py", large_method(), policy)
    pieces = [d for d in result.drafts if d.chunk_type == "block_chunk"]
    assert pieces
    assert {d.attributes["subkind"] for d in pieces} == {"part"}
    assert all(d.token_estimate <= 1200 for d in result.drafts)
