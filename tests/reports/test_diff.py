from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import Chunk, Segment
from chunkers.identity import chunk_id, content_hash, logical_chunk_id, normalize
from reports.diff import ChunkDiff, Side, diff, render_json, render_markdown, render_yaml
from reports.diff.lineage import similarity
from reports.diff.render import code
from reports.reading import DIFF, read_diff
from reports.tables import defined_nodes
from reports.view import RunView
from tests.reports.healthy import healthy

RUN = healthy()


def side(chunks: tuple[Chunk, ...], commit: str = "b" * 40) -> Side:
    return Side(commit, f"snap_{commit[:12]}", "acme/shop", chunks, defined_nodes(RunView(RUN)))


def between(chunks: tuple[Chunk, ...]) -> ChunkDiff:
    return diff(side(RUN.chunks, "a" * 40), side(chunks))


def first(kind: str) -> Chunk:
    return next(c for c in RUN.chunks if c.chunk_type == kind)


def swapped(kind: str, change: Callable[[Chunk], Chunk]) -> tuple[Chunk, ...]:
    old = first(kind)
    return tuple(change(c) if c is old else c for c in RUN.chunks)


def rewritten(chunk: Chunk, raw: str, **fields: Any) -> Chunk:
    digest = content_hash(normalize(raw))
    own = chunk_id(chunk.tenant_id, chunk.logical_chunk_id, chunk.snapshot_id, digest)
    content = replace(chunk.content, raw=raw, normalized=normalize(raw))
    return replace(chunk, content=content, content_hash=digest, chunk_id=own, **fields)


def elsewhere(chunk: Chunk, path: str, logical: str | None = None) -> Chunk:
    name = logical_chunk_id(chunk.repository_id, path, chunk.chunk_type, logical or chunk.title)
    own = chunk_id(chunk.tenant_id, name, chunk.snapshot_id, chunk.content_hash)
    source, proof = replace(chunk.source, path=path), replace(chunk.provenance, path=path)
    return replace(chunk, logical_chunk_id=name, chunk_id=own, source=source, provenance=proof)


@pytest.mark.seed("P39")
def test_equal_snapshots_have_an_empty_diff() -> None:
    found = between(RUN.chunks)
    assert found.unchanged == len(RUN.chunks)
    lists = (found.added, found.removed, found.changed, found.moved, found.relinked, found.updated)
    assert not any(lists)
    assert found.reasons == {}
    plan = found.refresh
    assert not any((plan.vectors.write, plan.vectors.delete, plan.tests, plan.docs, plan.memory, plan.routes))


@pytest.mark.seed("P5")
@pytest.mark.seed("P39")
def test_a_shift_of_lines_is_no_difference() -> None:
    def shifted(chunk: Chunk) -> Chunk:
        segments = tuple(replace(s, start_line=s.start_line + 7, end_line=s.end_line + 7) for s in chunk.segments)
        return replace(chunk, segments=segments, provenance=replace(chunk.provenance, span=(99, 120)))

    assert between(tuple(map(shifted, RUN.chunks))).unchanged == len(RUN.chunks)


@pytest.mark.seed("P38")
@pytest.mark.seed("P39")
@pytest.mark.seed("P40")
def test_a_changed_method_refreshes_its_vector_tests_docs_and_route_and_nothing_else() -> None:
    method = first("method_chunk")
    found = between(swapped("method_chunk", lambda c: rewritten(c, str(c.content.raw) + "        audit(order)\n")))
    assert [e.logical_chunk_id for e in found.changed] == [method.logical_chunk_id]
    assert found.unchanged == len(RUN.chunks) - 1
    assert found.reasons == {method.logical_chunk_id: "content_changed"}
    assert found.refresh.vectors.delete == found.refresh.vectors.write == (method.logical_chunk_id,)
    assert [e.title for e in found.refresh.tests] == ["test_create_rejects"]
    assert [e.title for e in found.refresh.docs] == ["Purpose"]
    assert [e.title for e in found.refresh.routes] == ["POST /orders"]


def test_an_overview_that_only_shows_another_member_touches_nobody() -> None:
    def shown(chunk: Chunk) -> Chunk:
        more = rewritten(chunk, f"{chunk.content.raw}    def cancel(self):\n", symbols=("cancel",))
        return replace(more, segments=(*chunk.segments, Segment(9, 9, own=False)))

    old = swapped("class_chunk", lambda c: replace(c, linked_nodes=("symbol:orders.Orders",)))
    news = tuple(shown(c) if c.chunk_type == "class_chunk" else c for c in old)
    test = replace(first("test_case_chunk"), linked_nodes=("symbol:orders.Orders",))
    olds, news = ((*(c for c in side_ if c.role != "behavior_evidence"), test) for side_ in (old, news))
    found = diff(Side("a" * 40, "snap_a", "r", tuple(olds)), Side("b" * 40, "snap_b", "r", tuple(news)))
    assert set(found.reasons.values()) == {"members_changed"}
    assert found.refresh.tests == ()
    rewritten_class = tuple(rewritten(c, "class Orders(Base):\n") if c.chunk_type == "class_chunk" else c for c in news)
    again = diff(Side("a" * 40, "snap_a", "r", tuple(olds)), Side("b" * 40, "snap_b", "r", rewritten_class))
    assert [e.title for e in again.refresh.tests] == ["test_create_rejects"]


def test_added_and_removed_files_and_units_have_their_reasons() -> None:
    method = first("method_chunk")
    other = elsewhere(rewritten(method, "def cancel(self):\n    pass\n", title="cancel"), "src/cancel.py")
    more = elsewhere(
        rewritten(method, "def ship(order, carrier):\n    carrier.take(order)\n", title="ship"),
        str(method.source.path),
        "ship",
    )
    added = between((*RUN.chunks, other, more))
    assert added.reasons == {other.logical_chunk_id: "file_added", more.logical_chunk_id: "unit_added"}
    removed = diff(side((*RUN.chunks, other, more)), side(RUN.chunks))
    assert removed.reasons == {other.logical_chunk_id: "file_removed", more.logical_chunk_id: "unit_removed"}
    assert removed.refresh.vectors.write == ()
    assert set(removed.refresh.vectors.delete) == {other.logical_chunk_id, more.logical_chunk_id}


def test_a_renamed_file_keeps_lineage_and_vectors() -> None:
    found = between(
        tuple(elsewhere(c, "src/shop/orders.py") if c.source.path == "src/orders.py" else c for c in RUN.chunks)
    )
    assert not found.added
    assert not found.removed
    assert {(m.from_.path, m.to.path) for m in found.moved} == {("src/orders.py", "src/shop/orders.py")}
    assert all(m.same_content and m.similarity == 1.0 and m.lineage_id.startswith("lineage_") for m in found.moved)
    assert len(found.refresh.vectors.rekey) == len(found.moved) == 3
    assert set(found.reasons.values()) == {"file_moved"}


def test_a_renamed_and_edited_method_is_still_the_same_one() -> None:
    method = first("method_chunk")
    renamed = rewritten(
        method, str(method.content.raw).replace("create", "place"), title="Orders.place", signature="def place(self)"
    )
    found = between(
        tuple(elsewhere(renamed, "src/orders.py", "Orders.place") if c is method else c for c in RUN.chunks)
    )
    assert [(m.from_.title, m.to.title, m.same_content) for m in found.moved] == [
        ("Orders.create", "Orders.place", False)
    ]
    assert found.moved[0].similarity > 0.7
    assert set(found.reasons.values()) == {"unit_renamed"}


def test_an_unlike_unit_is_no_move() -> None:
    method = first("method_chunk")
    unlike = elsewhere(
        rewritten(method, "def total(xs):\n    return sum(xs)\n", title="total"), "src/orders.py", "total"
    )
    found = between(tuple(unlike if c is method else c for c in RUN.chunks))
    assert not found.moved
    assert [e.title for e in found.added] == ["total"]


def test_lineage_goes_on_through_a_second_move() -> None:
    method = first("method_chunk")
    found = diff(side((method,)), side((elsewhere(method, "src/b.py"),)), {method.logical_chunk_id: "lineage_old"})
    assert found.moved[0].lineage_id == "lineage_old"


def test_copies_move_one_by_one() -> None:
    method = first("method_chunk")
    olds = tuple(elsewhere(method, f"old/{n}.py") for n in range(3))
    news = tuple(elsewhere(method, f"new/{n}.py") for n in range(2))
    found = diff(side(olds), side(news))
    assert len(found.moved) == 2
    assert len({m.to.logical_chunk_id for m in found.moved}) == 2
    assert len(found.removed) == 1


def masked(chunk: Chunk) -> Chunk:
    redaction = replace(chunk.security.redaction, redacted_patterns=("token",), applied=True)
    return replace(chunk, security=replace(chunk.security, redaction=redaction))


def newer(chunk: Chunk) -> Chunk:
    made = replace(chunk.provenance.produced_by, chunker_version="2")
    return replace(chunk, provenance=replace(chunk.provenance, produced_by=made))


def graded(chunk: Chunk, **fields: Any) -> Chunk:
    return replace(chunk, quality=replace(chunk.quality, **fields))


def scoped(chunk: Chunk, scope: str) -> Chunk:
    return replace(chunk, security=replace(chunk.security, visibility_scope=scope))


TRIGGERS: list[tuple[str, str, Callable[[Chunk], Chunk], str]] = [
    ("changed", "config_section_chunk", lambda c: rewritten(c, "database:\n  host: other\n"), "config_key_changed"),
    (
        "changed",
        "method_chunk",
        lambda c: rewritten(c, "def create(self):\n", signature="def create(self)"),
        "signature_changed",
    ),
    ("changed", "class_chunk", lambda c: rewritten(c, "class Orders(Base):\n", symbols=("cancel",)), "members_changed"),
    ("changed", "route_chunk", lambda c: rewritten(c, "handler: other\n"), "original_changed"),
    (
        "changed",
        "doc_section_chunk",
        lambda c: rewritten(c, "# Orders\nnew\n", chunk_type="api_operation_chunk"),
        "contract_changed",
    ),
    ("changed", "method_chunk", lambda c: rewritten(masked(c), "x\n"), "redaction_changed"),
    ("changed", "method_chunk", lambda c: rewritten(newer(c), "x\n"), "chunker_changed"),
    ("updated", "method_chunk", newer, "chunker_changed"),
    ("updated", "method_chunk", lambda c: graded(c, parse_status="PARTIAL"), "grammar_changed"),
    ("updated", "method_chunk", lambda c: scoped(c, "restricted"), "visibility_changed"),
    ("updated", "method_chunk", masked, "redaction_changed"),
    (
        "updated",
        "adr_decision_chunk",
        lambda c: graded(c, stale_risk="high", stale_reasons=("late",)),
        "staleness_changed",
    ),
    ("updated", "method_chunk", lambda c: replace(c, role="supporting_evidence"), "classification_changed"),
    ("updated", "method_chunk", lambda c: replace(c, token_estimate=1), "token_estimator_changed"),
    ("relinked", "method_chunk", lambda c: replace(c, linked_nodes=("symbol:other",)), "links_changed"),
]


@pytest.mark.seed("P38")
@pytest.mark.parametrize(("where", "kind", "change", "reason"), TRIGGERS)
def test_every_trigger_names_its_reason(where: str, kind: str, change: Callable[[Chunk], Chunk], reason: str) -> None:
    old = first(kind)
    found = between(swapped(kind, change))
    assert [e.logical_chunk_id for e in getattr(found, where)] == [old.logical_chunk_id]
    assert found.reasons == {old.logical_chunk_id: reason}
    if where != "changed":
        assert not found.refresh.vectors.write


def test_routes_added_by_the_graph_say_so() -> None:
    without = tuple(c for c in RUN.chunks if c.chunk_type != "route_chunk")
    assert set(diff(side(without), side(RUN.chunks)).reasons.values()) == {"graph_changed"}


def test_memory_that_cites_a_changed_file_is_listed() -> None:
    route = first("route_chunk")
    named = {"chunk_type": "memory_chunk", "logical_chunk_id": "chunklog_memory", "title": "a memory"}
    memory = rewritten(route, "validators are registered\n", linked_nodes=(), **named)
    olds = (*RUN.chunks, memory)
    news = tuple(
        rewritten(c, "changed\n") if c.chunk_type == "method_chunk" and c.source.path == "src/orders.py" else c
        for c in olds
    )
    assert [e.title for e in diff(side(olds), side(news)).refresh.memory] == ["a memory"]


def test_the_three_spellings_say_the_same(tmp_path: Any) -> None:
    found = between(swapped("method_chunk", lambda c: rewritten(c, "x = 1\n")))
    assert yaml.safe_load(render_yaml(found)) == orjson.loads(render_json(found))
    assert list(orjson.loads(render_json(found)))[2:4] == ["from", "to"]
    (tmp_path / DIFF).write_bytes(render_yaml(found))
    assert read_diff(tmp_path / DIFF) == found
    text = render_markdown(found)
    assert "`Orders.create` `src/orders.py:4-9`" in text
    assert "**Tests to run** (1)" in text
    assert "content changed" in text
    assert (
        render_markdown(between(RUN.chunks))
        == f"### Evidence changed from `{'a' * 12}` to `{'b' * 12}`\n\nNo chunk changed ({len(RUN.chunks)} unchanged).\n"
    )


def test_long_lists_are_cut_in_markdown() -> None:
    method = first("method_chunk")
    many = tuple(
        elsewhere(rewritten(method, f"def f{n}(): return {n}\n", title=f"f{n}"), f"src/{n}.py") for n in range(30)
    )
    text = render_markdown(between((*RUN.chunks, *many)))
    assert "- and 10 more" in text
    assert "Added (30)" in text


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_names_cannot_leave_their_code_span(text: str) -> None:
    spelled = code(text)
    fence = spelled[: len(spelled) - len(spelled.lstrip("`"))]
    inside = spelled[len(fence) : -len(fence)]
    assert spelled.endswith(fence)
    assert "\n" not in spelled
    assert fence not in inside


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")))
def test_similarity_is_a_symmetric_share(one: list[str], two: list[str]) -> None:
    a, b = Counter(one), Counter(two)
    assert similarity(a, b) == similarity(b, a)
    assert 0.0 <= similarity(a, b) <= 1.0
    assert (similarity(a, b) == 1.0) == (a == b and bool(one))


def test_sides_account_for_every_chunk() -> None:
    news = tuple(c for c in RUN.chunks if c.chunk_type != "config_section_chunk")
    found = between(news)
    lists = (found.changed, found.added, found.moved, found.relinked, found.updated)
    assert found.unchanged + sum(map(len, lists)) == len(news)
