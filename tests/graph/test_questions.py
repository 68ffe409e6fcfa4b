"""Questions to the graph: callers, callees, tests, impact, path, unused, cycles, ranking, and what leaves it as text."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkers.span import Span
from graph.components import components
from graph.export import PictureTooLargeError, to_dot, to_graphml, to_mermaid, to_node_link, to_svg
from graph.export.layers import layered
from graph.model import Edge, Evidence, GraphTables, Linked, Node
from graph.queries import AmbiguousNameError, Questions, neighbourhood
from graph.ranking import ranked
from graph.symbol_graph import GraphTooLargeError, as_networkx
from tests.graph.snapshot import edge, edges, linked

FILES = {
    "shop/__init__.py": "",
    "shop/a.py": "from shop.b import second\n\n\ndef first():\n    return second()\n\n\ndef lonely():\n    return first()\n",
    "shop/b.py": "from shop import c\n\n\ndef second():\n    return c.third()\n",
    "shop/c.py": "import shop.a\n\n\ndef third():\n    return 1\n",
    "tests/test_a.py": "from shop.b import second\n\n\ndef test_second():\n    assert second() == 1\n",
}


@pytest.fixture(scope="module")
def answer() -> Linked:
    return linked(FILES)


@pytest.fixture(scope="module")
def ask(answer: Linked) -> Questions:
    return Questions(answer.tables)


def test_callers_and_callees_by_distance(ask: Questions) -> None:
    third = ask.one("shop.c.third")
    assert [(hit.node.name, hit.distance) for hit in ask.callers(third, depth=3)] == [
        ("second", 1),
        ("first", 2),
        ("test_second", 2),
        ("lonely", 3),
    ]
    assert [hit.node.name for hit in ask.callees(ask.one("lonely"), depth=9)] == ["first", "second", "third"]
    assert [hit.node.name for hit in ask.callees(ask.one("lonely"))] == ["first"]


def test_tests_of_a_callee_come_through_its_callers(ask: Questions) -> None:
    assert [(hit.node.id, hit.distance) for hit in ask.tests(ask.one("third"))] == [("test_case:test_second", 2)]


def test_impact_is_everything_that_may_notice(ask: Questions) -> None:
    names = {hit.node.name for hit in ask.impact(ask.one("third"))}
    assert {"second", "first", "lonely", "test_second"} <= names


def test_the_path_is_a_chain_of_edges(ask: Questions) -> None:
    chain = ask.path(ask.one("lonely"), ask.one("third"))
    assert [edge.target for edge in chain] == ["symbol:shop.a.first", "symbol:shop.b.second", "symbol:shop.c.third"]
    assert ask.path(ask.one("third"), ask.one("lonely")) == []


def test_unused_and_cycles(ask: Questions) -> None:
    assert [node.name for node in ask.unused()] == ["lonely"]
    assert ask.cycles() == [["file:shop/a.py", "file:shop/b.py", "file:shop/c.py"]]


def test_an_ambiguous_name_is_answered_with_its_candidates(ask: Questions) -> None:
    with pytest.raises(AmbiguousNameError, match="no node"):
        ask.one("nothing")


def test_components_of_a_deep_chain_need_no_recursion() -> None:
    chain = {str(at): [str(at + 1)] for at in range(20_000)}
    chain["20000"] = ["19990"]
    largest = max(components(chain), key=len)
    assert len(largest) == 11


def test_ranking_prefers_what_is_near_the_seed(answer: Linked) -> None:
    scores = ranked(answer.tables, ["symbol:shop.a.first"])
    assert scores["symbol:shop.b.second"] > scores["symbol:shop.c.third"]
    assert sum(scores.values()) == pytest.approx(1.0)
    assert ranked(answer.tables, ["symbol:nobody"]) == {}


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40),
    st.sets(st.integers(0, 9), min_size=1, max_size=3),
)
def test_pushed_ranks_are_those_of_power_iteration(links: list[tuple[int, int]], seeds: set[int]) -> None:
    nodes = tuple(Node(f"n{at}", "function", f"n{at}") for at in range(10))
    edges = tuple(Edge(f"n{a}", f"n{b}", "CALLS", 0.5, "exact", "r", ()) for a, b in sorted(set(links)))
    got = ranked(GraphTables(nodes, edges), [f"n{seed}" for seed in seeds])
    start = [1 / len(seeds) if at in seeds else 0.0 for at in range(10)]
    rank = start
    for _ in range(200):
        after = [0.15 * one for one in start]
        for at in range(10):
            out = [b for a, b in set(links) if a == at]
            for b in out:
                after[b] += 0.85 * rank[at] / len(out)
            if not out:
                after = [one + 0.85 * rank[at] * first for one, first in zip(after, start, strict=True)]
        rank = after
    assert sum(got.values()) == pytest.approx(1.0)
    assert [got.get(f"n{at}", 0.0) for at in range(10)] == pytest.approx(rank, abs=1e-3)


def test_networkx_sees_every_node_and_edge_or_refuses(answer: Linked) -> None:
    view = as_networkx(answer.tables, 10_000)
    assert isinstance(view, nx.MultiDiGraph)
    assert view.number_of_edges() == len(answer.tables.edges)
    assert view.nodes["symbol:shop.a.first"]["kind"] == "function"
    assert view["symbol:shop.a.first"]["symbol:shop.b.second"]["CALLS"]["confidence"] > 0.9
    with pytest.raises(GraphTooLargeError, match="the limit for a view"):
        as_networkx(answer.tables, 1)


def test_exports_are_read_by_their_readers(answer: Linked) -> None:
    root = ET.fromstring(to_graphml(answer.tables))  # our own text
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert len(root.findall(f".//{space}edge")) == len(answer.tables.edges)
    loaded = nx.node_link_graph(json.loads(to_node_link(answer.tables)), edges="edges")
    assert loaded.number_of_nodes() == len(answer.tables.nodes)
    part = neighbourhood(Questions(answer.tables), "symbol:shop.b.second", hops=1)
    assert {node.id for node in part.nodes} >= {"symbol:shop.a.first", "symbol:shop.c.third"}
    assert to_mermaid(part).startswith("flowchart LR\n")
    assert to_dot(part).count(" -> ") == len(part.edges)


def test_a_picture_shows_every_node_and_edge_and_escapes_what_it_shows(answer: Linked) -> None:
    nodes = (
        Node('symbol:a.<T>&"b"', "function", "a<script>alert('x')</script>", "a&b.py", Span(1, 1), 1),
        Node("external:x", "external", "x\x00" + "y" * 90),
        Node("symbol:lonely", "class", "lonely", "a.py", Span(2, 2), 2),
    )
    edge = Edge(nodes[0].id, nodes[1].id, "CALLS", 0.5, "exact", "<rule>", (Evidence("a&b.py", 1, 1, 1, 2),))
    root = ET.fromstring(to_svg(GraphTables(nodes, (edge, edge))))  # our own text
    space = "{http://www.w3.org/2000/svg}"
    assert [group.get("data-id") for group in root.findall(f"{space}g")] == [node.id for node in nodes]
    assert {child.tag.removeprefix(space) for child in root.iter()} <= {
        "svg",
        "title",
        "rect",
        "defs",
        "marker",
        "path",
        "g",
        "text",
    }
    assert root.findall(f"{space}path")[0].get("stroke-dasharray")
    assert max(len(text.text or "") for text in root.iter(f"{space}text")) == 38
    part = neighbourhood(Questions(answer.tables), "symbol:shop.b.second", hops=2)
    drawn = ET.fromstring(to_svg(part))
    assert len(drawn.findall(f"{space}path")) == len(part.edges)
    assert len(drawn.findall(f"{space}g")) == len(part.nodes)
    assert ET.fromstring(to_svg(GraphTables((), ()))) is not None


def test_a_picture_nobody_could_read_is_refused() -> None:
    nodes = tuple(Node(f"symbol:n{at}", "function", f"n{at}") for at in range(201))
    with pytest.raises(PictureTooLargeError, match="201 nodes"):
        to_svg(GraphTables(nodes, ()))


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60))
def test_layers_give_each_node_a_place_of_its_own_and_run_forward_where_no_circle_forbids(
    links: list[tuple[int, int]],
) -> None:
    ids = [f"n{at}" for at in range(13)]
    places = layered(ids, [(f"n{a}", f"n{b}") for a, b in links])
    assert len(set(places.values())) == len(places)
    assert set(places) == {f"n{end}" for a, b in links if a != b for end in (a, b)}
    if all(a < b for a, b in links):
        assert all(places[f"n{a}"][0] < places[f"n{b}"][0] for a, b in links)


def test_every_export_is_read_back_whole(answer: Linked) -> None:
    part = neighbourhood(Questions(answer.tables), "symbol:shop.b.second", hops=2)
    wanted = {(edge.source, edge.target, edge.kind) for edge in part.edges}
    loaded = nx.node_link_graph(json.loads(to_node_link(part)), edges="edges")
    assert {(a, b, kind) for a, b, kind in loaded.edges(keys=True)} == wanted
    read = nx.parse_graphml(to_graphml(part), force_multigraph=True)
    assert {(a, b, data["kind"]) for a, b, data in read.edges(data=True)} == wanted
    dot = re.findall(
        r'^  ("(?:[^"\\\\]|\\\\.)*") -> ("(?:[^"\\\\]|\\\\.)*") \[label="(\w+) ', to_dot(part), re.MULTILINE
    )
    assert {(json.loads(a), json.loads(b), kind) for a, b, kind in dot} == wanted
    names = dict(re.findall(r'^  (n\d+)\["(.*)"\]$', to_mermaid(part), re.MULTILINE))
    drawn = re.findall(r"^  (n\d+) -->\|(\w+)\| (n\d+)$", to_mermaid(part), re.MULTILINE)
    shown = {node.id: node.name for node in part.nodes}
    assert sorted((names[a], names[b], kind) for a, kind, b in drawn) == sorted(
        (shown[a], shown[b], kind) for a, b, kind in wanted
    )


def test_fixtures_are_used_by_the_tests_that_name_them() -> None:
    files = {
        "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef base(): ...\n\n\n@pytest.fixture\ndef app(base, tmp_path): ...\n",
        "tests/sub/test_a.py": "def test_one(app): ...\n\n\ndef helper(app): ...\n",
    }
    answer = linked(files)
    assert edges(answer, "USES_FIXTURE") == {
        ("test_case:test_one", "symbol:tests.conftest.app"),
        ("symbol:tests.conftest.app", "symbol:tests.conftest.base"),
    }
    spot = edge(answer, "test_case:test_one", "symbol:tests.conftest.app", "USES_FIXTURE").evidence[0]
    assert (spot.path, spot.line, spot.column, spot.end_column) == ("tests/sub/test_a.py", 1, 14, 17)
    assert "app" not in {node.name for node in Questions(answer.tables).unused()}
