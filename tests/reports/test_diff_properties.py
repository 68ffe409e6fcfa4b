"""Whatever changes between two snapshots, a diff accounts for every chunk once and its plan turns one index into the other."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.chunk import Chunk
from chunkers.identity import content_hash, logical_chunk_id, normalize
from chunkers.kinds import METADATA
from reports.diff import Side, diff
from tests.reports.healthy import healthy

BASE = next(c for c in healthy().chunks if c.chunk_type == "method_chunk")
NAMES = st.sampled_from([f"f{n}" for n in range(6)])
PATHS = st.sampled_from(["a.py", "b.py", "c.py"])
TEXTS = st.sampled_from(
    [f"def f(x):\n    y = {n}\n    return x + y\n" for n in range(3)] + ["import os\n", "class Other:\n    pass\n"]
)
NODES = st.sampled_from([(), ("symbol:a",), ("symbol:b",)])


def made(name: str, path: str, raw: str, nodes: tuple[str, ...]) -> Chunk:
    digest = content_hash(normalize(raw))
    return replace(
        BASE,
        title=name,
        logical_chunk_id=logical_chunk_id("r", path, BASE.chunk_type, name),
        chunk_id=f"chunk_{name}{path}{digest[-9:]}",
        content_hash=digest,
        content=replace(BASE.content, raw=raw, normalized=normalize(raw)),
        source=replace(BASE.source, path=path),
        linked_nodes=nodes,
    )


SNAPSHOTS = st.dictionaries(st.tuples(NAMES, PATHS), st.tuples(TEXTS, NODES), max_size=9).map(
    lambda cells: tuple(made(name, path, raw, nodes) for (name, path), (raw, nodes) in sorted(cells.items()))
)


def side(chunks: tuple[Chunk, ...]) -> Side:
    return Side("c" * 40, "snap_c", "r", chunks)


@settings(max_examples=300, deadline=None)
@given(SNAPSHOTS, SNAPSHOTS)
def test_every_chunk_is_in_exactly_one_list(before: tuple[Chunk, ...], after: tuple[Chunk, ...]) -> None:
    found = diff(side(before), side(after))
    old = [*(e.logical_chunk_id for e in found.removed), *(m.from_.logical_chunk_id for m in found.moved)]
    new = [*(e.logical_chunk_id for e in found.added), *(m.to.logical_chunk_id for m in found.moved)]
    both = [e.logical_chunk_id for part in (found.changed, found.relinked, found.updated) for e in part]
    assert len(set(old)) == len(old)
    assert len(set(new)) == len(new)
    assert len(before) == len(old) + len(both) + found.unchanged
    assert len(after) == len(new) + len(both) + found.unchanged
    assert set(found.reasons) == {*new, *both, *(e.logical_chunk_id for e in found.removed)}


@settings(max_examples=300, deadline=None)
@given(SNAPSHOTS, SNAPSHOTS)
def test_the_vector_plan_turns_one_index_into_the_other(before: tuple[Chunk, ...], after: tuple[Chunk, ...]) -> None:
    plan = diff(side(before), side(after)).refresh.vectors
    index = {c.logical_chunk_id: c.content_hash for c in before if c.role != METADATA}
    texts = {c.logical_chunk_id: c.content_hash for c in after}
    for gone, come in plan.rekey:
        assert index[gone] == texts[come]
    for gone in plan.delete:
        del index[gone]
    index |= {come: texts[come] for come in plan.write}
    assert index == {c.logical_chunk_id: c.content_hash for c in after if c.role != METADATA}


@settings(max_examples=100, deadline=None)
@given(SNAPSHOTS)
def test_nothing_differs_from_itself(chunks: tuple[Chunk, ...]) -> None:
    found = diff(side(chunks), side(chunks))
    assert found.unchanged == len(chunks)
    assert found.reasons == {}
