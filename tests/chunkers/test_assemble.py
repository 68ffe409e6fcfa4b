"""Ownership and size, on hand-made units."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.assemble import Assembled, assemble
from chunkers.chunker import Chunker, ChunkingInput
from chunkers.policy import Chunking, ChunkingPolicy
from chunkers.source import Category, Classification
from chunkers.symbol import FileFacts
from chunkers.unit import Cut, Unit
from tests.road import clean_text, road


def assembled(
    data: bytes, units: list[Unit], policy: ChunkingPolicy | None = None, language: str = "java"
) -> Assembled:
    facts = FileFacts("a.x", language, "source")
    input_ = ChunkingInput(
        "a.x", Classification(Category.SOURCE, language, "test"), clean_text(data), policy or ChunkingPolicy()
    )
    cut = Cut(tuple(units), facts)
    return assemble(input_, cut, Chunker("test", "1", lambda _: 1, lambda _: cut))


def unit(data: bytes, text: bytes, kind: str = "method_chunk", parent: int | None = None, name: str = "") -> Unit:
    start = data.index(text)
    return Unit(kind, name or text.decode(), name or text.decode(), start, start + len(text), parent)


def test_the_innermost_unit_owns_a_line_and_the_overview_the_rest() -> None:
    data = b"// licence\n\nclass A {\n  int x;\n  void f() {\n  }\n}\n"
    units = [
        unit(data, b"class A {\n  int x;\n  void f() {\n  }\n}", "class_chunk"),
        unit(data, b"void f() {\n  }", parent=0),
    ]
    overview, type_, method = assembled(data, units).drafts
    assert (overview.chunk_type, overview.raw) == ("file_overview", "// licence\n")
    assert type_.raw == "class A {\n  int x;\n}\n"
    assert [(s.start_line, s.end_line) for s in type_.segments] == [(3, 4), (7, 7)]
    assert method.raw == "  void f() {\n  }\n"
    assert (method.parent, type_.parent) == (1, 0)


def test_units_that_share_a_line_split_it_by_columns() -> None:
    data = b"class A { void f(){} void g(){} }\n"
    units = [
        unit(data, b"class A { void f(){} void g(){} }", "class_chunk"),
        unit(data, b"void f(){}", parent=0),
        unit(data, b"void g(){}", parent=0),
    ]
    done = assembled(data, units)
    assert [d.raw for d in done.drafts] == ["class A { \n }", "void f(){} ", "void g(){}"]
    assert (done.lines, done.owned) == (1, 1)


def test_equal_names_get_ordinals_in_source_order_even_beside_a_literal_one() -> None:
    data = b"a\nb\nc\n"
    units = [unit(data, b"a", name="x"), unit(data, b"b", name="x~2"), unit(data, b"c", name="x")]
    assert [d.logical for d in assembled(data, units).drafts] == ["x", "x~2", "x~3"]


def test_a_file_without_text_has_no_chunk() -> None:
    assert assembled(b"\n \n", []).drafts == ()


def test_a_giant_line_is_cut_by_columns_under_the_cap() -> None:
    data = b"x = [" + b"'word', " * 9000 + b"]\n"
    done = assembled(data, [unit(data, data.rstrip(b"\n"), "module_chunk", name="m")], language="python")
    parent, *parts = done.drafts
    assert parent.attributes["mode"] == "outline_plus_blocks"
    assert "".join(part.raw or "" for part in parts).replace("\n", "") == data.decode().replace("\n", "")
    assert max(part.token_estimate for part in parts) <= 1200
    assert done.owned == done.lines == 1


def test_the_outline_of_a_unit_cut_at_lines_shows_its_declaration() -> None:
    data = b"// long comment\n" * 2000 + b"void f() {\n}\n"
    at = data.index(b"void f()")
    method = Unit("method_chunk", "f", "f", 0, len(data), declaration=(at, at + 8))
    parent, *parts = assembled(data, [method]).drafts
    assert parent.raw == "void f() {\n"
    assert all(not segment.own for segment in parent.segments)
    assert len(parts) > 3


def test_without_overview_chunks_nothing_is_repeated() -> None:
    data = b"class A {\n  void f() {\n  }\n}\n"
    type_ = Unit("class_chunk", "A", "A", 0, len(data) - 1, show=((2, 2),))
    units = [type_, unit(data, b"void f() {\n  }", parent=0)]
    with_views = assembled(data, units).drafts[0]
    without = assembled(data, units, ChunkingPolicy(chunking=Chunking(create_overview_chunks=False))).drafts[0]
    assert [s.own for s in with_views.segments] == [True, False, True]
    assert [s.own for s in without.segments] == [True, True]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_the_units_every_line_is_owned_once_and_no_leaf_is_over_the_cap(data: st.DataObject) -> None:
    text = data.draw(st.text(st.sampled_from("ab \n;{}é\t"), min_size=1, max_size=400)).encode()
    units: list[Unit] = []
    for number in range(data.draw(st.integers(0, 6))):
        parent = data.draw(st.sampled_from([None, *range(len(units))]))
        low, high = (units[parent].start, units[parent].end) if parent is not None else (0, len(text))
        taken = [u.end for u in units if u.parent == parent]
        start = data.draw(st.integers(max([low, *taken]), high)) if max([low, *taken]) < high else None
        if start is None or start >= high:
            continue
        units.append(Unit("block_chunk", f"u{number}", "u", start, data.draw(st.integers(start + 1, high)), parent))
    policy = ChunkingPolicy(chunking=Chunking(max_tokens_per_chunk=30, target_tokens=15, min_tokens=1))
    done = assembled(text, units, policy)
    assert done.owned == done.lines
    parents = {d.parent for d in done.drafts}
    for index, draft in enumerate(done.drafts):
        assert draft.segments
        assert draft.token_estimate <= 30 or index in parents
        assert draft.raw == assembled(text, units, policy).drafts[index].raw


def test_a_signature_longer_than_a_chunk_shows_how_it_begins() -> None:
    names = "".join(f"    subscription_number_{number}_of_many,\n" for number in range(300))
    result = road("tests/fixtures.py", f"@pytest.fixture\ndef many(\n{names}):\n    return 1\n")
    outline = next(draft for draft in result.drafts if draft.chunk_type == "method_chunk")
    assert outline.raw is not None
    assert outline.raw.startswith("def many(\n    subscription_number_0_of_many,\n")
    assert 400 < outline.token_estimate <= 450
    assert (result.lines, result.owned) == (304, 304)
