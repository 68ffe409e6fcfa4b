"""Calibration: the scorer counts as it says, and no rule is less true on our own truth than the confidence it claims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chunkers.span import Span
from graph.calibration import Score, Tally, Truth, miscalibrated, overstated, read_truth, score, score_by_language
from graph.model import Edge, Evidence, GraphTables, Node
from graph.resolve.values import CONFIDENCE
from tests.graph.snapshot import FIXTURES, case, linked, truth_of


def tables(*edges: Edge) -> GraphTables:
    nodes = tuple(
        Node(f"symbol:{name}", "function", name, "m.py", Span(line, line), line)
        for name, line in (("a", 1), ("b", 20), ("c", 40))
    )
    return GraphTables(nodes, edges)


def call(target: str, line: int, confidence: float, kind: str = "CALLS", rule: str = "r") -> Edge:
    return Edge("symbol:c", f"symbol:{target}", kind, confidence, "exact", rule, (Evidence("m.py", line, 5, line, 6),))


TRUTH = {
    "format": "graph-truth-calls/1",
    "files": ["m.py"],
    "kinds": ["call"],
    "calls": [[0, 50, 4, 0, 1, 0], [0, 51, 4, 0, 20, 0]],
    "external": [[0, 60, 4]],
}


def test_sites_are_judged_inside_and_outside() -> None:
    judged = score(
        tables(call("a", 50, 0.97), call("a", 51, 0.97, rule="s"), call("b", 60, 0.4), call("b", 70, 0.9)),
        read_truth(TRUTH),
    )
    assert (judged.edges.right, judged.edges.judged) == (1, 3)
    assert (judged.sites, judged.hit, judged.strayed) == (2, 1, 1)
    assert judged.recall == 0.5
    assert judged.by_rule == {"r": Tally(1, 2, 0.97 + 0.4, 1), "s": Tally(0, 1, 0.97, 0)}
    assert [rule for rule, _ in overstated(judged)] == ["r", "s"]
    assert overstated(judged, least=3) == overstated(judged, tolerance=0.97) == []
    assert judged.by_band[0.97].precision == 0.5
    assert score(tables(call("b", 60, 0.4)), read_truth(TRUTH), minimum=0.9).edges == Tally()
    assert read_truth(TRUTH, prefixes=("src/",)) == Truth({}, frozenset())


def test_a_class_and_its_constructor_are_one_site() -> None:
    judged = score(tables(call("a", 50, 0.97, "INSTANTIATES"), call("b", 50, 0.97)), read_truth(TRUTH))
    assert (judged.edges.right, judged.edges.judged) == (1, 1)


def test_an_edge_on_a_redacted_line_is_judged_by_its_line() -> None:
    masked = Edge("symbol:c", "symbol:a", "CALLS", 0.97, "exact", "r", (Evidence("m.py", 50, None, 50, None),))
    elsewhere = Edge("symbol:c", "symbol:b", "CALLS", 0.97, "exact", "r", (Evidence("m.py", 60, None, 60, None),))
    judged = score(tables(masked, elsewhere), read_truth(TRUTH))
    assert (judged.edges.right, judged.edges.judged, judged.strayed) == (1, 2, 1)


def test_languages_are_judged_apart() -> None:
    known = tables(call("a", 50, 0.97))
    spoken = GraphTables((Node("file:m.py", "file", "m.py", "m.py", language="python"), *known.nodes), known.edges)
    assert {name: one.recall for name, one in score_by_language(spoken, read_truth(TRUTH)).items()} == {"python": 0.5}
    assert list(score_by_language(known, read_truth(TRUTH))) == ["unknown"]


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="graph-truth-calls/1"):
        read_truth({"format": "other"})
    with pytest.raises(ValueError, match="breaks its format"):
        read_truth({**TRUTH, "calls": [[7, 50, 4, 0, 1, 0]]})


def test_a_band_that_claims_too_much_is_named() -> None:
    judged = Score(Tally(), 0, 0, 0, 0, 0.0, {}, {0.97: Tally(80, 100), 0.5: Tally(1, 3)})
    assert [band for band, _ in miscalibrated(judged)] == [0.97]


def test_no_rule_is_less_true_on_our_own_truth_than_it_claims() -> None:
    told: list[Score] = []
    for path in sorted((FIXTURES / "calls").glob("*.yaml")):
        files: dict[str, str] = case(path)["files"]  # type: ignore[assignment]  # the fixture's shape
        answer = linked(files)
        told.append(score(answer.tables, read_truth(truth_of(files, answer))))
    by_rule: dict[str, Tally] = {}
    for rule, tally in (pair for one in told for pair in one.by_rule.items()):
        before = by_rule.get(rule, Tally())
        by_rule[rule] = Tally(
            before.right + tally.right,
            before.judged + tally.judged,
            before.claimed + tally.claimed,
            before.hit + tally.hit,
        )
    ours = replace(told[0], by_rule=by_rule)
    assert not overstated(ours, tolerance=0.07)
    assert sum(tally.judged for tally in by_rule.values()) > 120
    assert len(by_rule.keys() & CONFIDENCE.keys()) >= 10
    assert sum(one.strayed for one in told) == 0
    assert sum(one.hit for one in told) == sum(one.sites for one in told)
