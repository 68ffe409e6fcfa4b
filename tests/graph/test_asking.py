"""What is asked once and kept: the answers that a key without one of its parts would give to the wrong place."""

from __future__ import annotations

from graph.ledger import Ledger
from graph.model import Evidence
from tests.graph.snapshot import edges, linked

_TYPES = """package a;
class Left { void run() {} Left next() { return this; } }
class Right { void run() {} Right next() { return this; } }
"""


def test_equal_chains_in_one_line_mean_what_their_methods_bind() -> None:
    text = "package a;\nclass Both { void one(Left it) { it.next().run(); } void two(Right it) { it.next().run(); } }\n"
    found = edges(linked({"a/Types.java": _TYPES, "a/Both.java": text}), "CALLS")
    assert {(source[-10:], target) for source, target in found} == {
        (".one(Left)", "symbol:a.Left.next()"),
        (".one(Left)", "symbol:a.Left.run()"),
        ("two(Right)", "symbol:a.Right.next()"),
        ("two(Right)", "symbol:a.Right.run()"),
    }


def test_calls_on_generic_types_from_beyond_ask_the_tables_of_their_own_arguments() -> None:
    text = """import { Entity, Repository } from 'typeorm';
@Entity('users') export class User { id: number; }
@Entity('orders') export class Order { id: number; }
export function first(repo: Repository<User>) { return repo.findAll(); }
export function second(repo: Repository<Order>) { return repo.findAll(); }
"""
    assert edges(linked({"src/app.ts": text}), "QUERIES_TABLE") == {
        ("symbol:src/app.first", "table:users"),
        ("symbol:src/app.second", "table:orders"),
    }


def test_an_edge_keeps_its_strongest_reading_the_first_of_equals_and_every_proof_once() -> None:
    early, late = Evidence("a.py", 1, 1, 1, 2), Evidence("a.py", 2, 1, 2, 2)
    ledger = Ledger()
    ledger.enter("a", "b", "CALLS", late, (0.5, "exact", "weak"))
    ledger.edge("a", "b", "CALLS", [early, late], confidence=0.9, resolution="inferred", rule="strong")
    ledger.enter("a", "b", "CALLS", early, (0.9, "exact", "as strong"))
    ledger.edge("a", "c", "CALLS", [], confidence=1 / 3, resolution="exact", rule="unproven")
    ledger.enter("a", "b", "TESTS", late, (0.2, "exact", "other kind"))
    told = [
        (one.target, one.kind, one.confidence, one.resolution, one.rule, one.evidence) for one in ledger.tables().edges
    ]
    assert told == [
        ("b", "CALLS", 0.9, "inferred", "strong", (early, late)),
        ("b", "TESTS", 0.2, "exact", "other kind", (late,)),
        ("c", "CALLS", 0.3333, "exact", "unproven", ()),
    ]
