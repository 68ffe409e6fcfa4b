"""Calibration: the scorer counts as it says, and no rule is less true on our own truth than the confidence it claims."""

from __future__ import annotations

import pytest

from chunkers.span import Span
from graph.calibration import Score, Tally, Truth, miscalibrated, read_truth, score
from graph.model import Edge, Evidence, GraphTables, Node
from graph.resolve.values import CONFIDENCE
from tests.graph.snapshot import CALLING, FIXTURES, case, linked, marked


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
    assert (judged.edges, judged.sites, judged.hit, judged.strayed) == (Tally(1, 3), 2, 1, 1)
    assert judged.recall == 0.5
    assert judged.by_rule == {"r": Tally(1, 2), "s": Tally(0, 1)}
    assert judged.by_band[0.97].precision == 0.5
    assert score(tables(call("b", 60, 0.4)), read_truth(TRUTH), minimum=0.9).edges == Tally()
    assert read_truth(TRUTH, prefixes=("src/",)) == Truth({}, frozenset())


def test_a_class_and_its_constructor_are_one_site() -> None:
    judged = score(tables(call("a", 50, 0.97, "INSTANTIATES"), call("b", 50, 0.97)), read_truth(TRUTH))
    assert judged.edges == Tally(1, 1)


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="graph-truth-calls/1"):
        read_truth({"format": "other"})


def test_a_band_that_claims_too_much_is_named() -> None:
    judged = Score(Tally(), 0, 0, 0, 0, 0.0, {}, {0.97: Tally(80, 100), 0.5: Tally(1, 3)})
    assert [band for band, _ in miscalibrated(judged)] == [0.97]


def test_no_rule_is_less_true_on_our_fixtures_than_it_claims() -> None:
    by_rule: dict[str, Tally] = {}
    for path in sorted((FIXTURES / "calls").glob("*.yaml")):
        files: dict[str, str] = case(path)["files"]  # type: ignore[assignment]  # the fixture's shape
        wanted = marked(files)
        for edge in linked(files).tables.edges:
            for proof in edge.evidence if edge.kind in CALLING else ():
                if (proof.path, proof.line) in wanted:
                    right = edge.target.removeprefix("symbol:") in wanted[proof.path, proof.line]
                    by_rule[edge.rule] = by_rule.get(edge.rule, Tally()).plus(right=right)
    assert sum(tally.judged for tally in by_rule.values()) > 100
    weak = {rule: tally for rule, tally in by_rule.items() if tally.precision < CONFIDENCE[rule] - 0.07}
    assert not weak
    assert len(by_rule) >= 9
