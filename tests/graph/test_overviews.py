"""Composed chunks beyond routes: flows of commands and listeners, what a suite is about, what a module holds and needs."""

from __future__ import annotations

from chunkers.chunk import ComposedDraft
from graph.model import Linked
from tests.graph.snapshot import linked

SHOP = {
    "shop/orders/service.py": """from shop.stock.depot import Depot


class OrderService:
    depot: Depot

    def place(self, order):
        self.check(order)
        self.depot.take(order)

    def check(self, order):
        return order
""",
    "shop/orders/cli.py": """import click
from shop.orders.service import OrderService


@click.command('place')
def place():
    service = OrderService()
    service.place(1)
""",
    "shop/orders/rules.py": "def rule(): ...\n",
    "shop/stock/depot.py": "class Depot:\n    def take(self, order):\n        log(order)\n\n\ndef log(order): ...\n",
    "shop/stock/other.py": "def unused(): ...\n",
    "shop/stock/more.py": "def more(): ...\n",
    "tests/test_service.py": """from shop.orders.service import OrderService


def test_place():
    OrderService().place(1)


def test_check():
    OrderService().check(1)


def test_nothing():
    assert True
""",
}
PROTO = """syntax = "proto3";
package acme;
service Orders { rpc Place (Order) returns (Order); }
message Order { string id = 1; }
"""
SERVER = """import orders_pb2_grpc


class S(orders_pb2_grpc.OrdersServicer):
    def Place(self, request, context):
        self.keep(request)

    def keep(self, request):
        store(request)


def store(request): ...
"""
SUITE = """from pkg.m{0} import C{0}


def test_a():
    C{0}().go()


def test_b():
    C{0}().go()
"""


def of(answer: Linked, kind: str) -> dict[str, ComposedDraft]:
    return {draft.logical: draft for draft in answer.composed if draft.chunk_type == kind}


def cited(draft: ComposedDraft) -> set[str]:
    return {source.file_span or source.schema_pointer or source.graph_edge or "" for source in draft.sources}


def test_a_command_is_followed_to_what_it_reaches() -> None:
    flow = of(linked(SHOP), "graph_path_chunk")["cli:place request flow"]
    assert flow.raw.splitlines() == [
        "cli command place",
        "  place shop/orders/cli.py:5-8",
        "    OrderService.place shop/orders/service.py:7-9",
        "      OrderService.check shop/orders/service.py:11-12",
        "      Depot.take shop/stock/depot.py:2-3",
        "        log shop/stock/depot.py:6-6",
    ]
    assert flow.attributes["graphPath"][:2] == ["cli command place", "place"]
    assert {"place ROUTES_TO place", "OrderService.place CALLS Depot.take", "shop/stock/depot.py:2-3"} <= cited(flow)
    assert flow.symbol == "cli:place"
    assert flow.confidence <= 0.95


def test_an_rpc_is_followed_from_what_serves_it() -> None:
    files = {"api.proto": PROTO, "s.py": SERVER}
    flow = of(linked(files), "graph_path_chunk")["rpc:acme.Orders.Place request flow"]
    assert [line.split()[0] for line in flow.raw.splitlines()[1:]] == ["S.Place", "S.keep", "store"]
    assert any("IMPLEMENTS_RPC" in one for one in cited(flow))


def test_a_suite_is_about_what_most_of_its_tests_reach() -> None:
    draft = of(linked(SHOP), "suite_subject_chunk")["subject of file:tests/test_service.py"]
    first, subject, *shown = draft.raw.splitlines()
    assert first == "suite: test_service.py"
    assert subject.startswith("subject: OrderService shop/orders/service.py:4-12 in 2 of 2 tests")
    assert [line.split(" tests ")[0] for line in shown] == [
        "- test_check tests/test_service.py:8-9",
        "- test_place tests/test_service.py:4-5",
    ]
    assert {source for source in cited(draft) if " TESTS " in source}
    assert draft.confidence <= 0.9


def test_a_module_says_what_it_holds_needs_and_serves() -> None:
    drafts = of(linked(SHOP), "module_overview")
    assert set(drafts) == {"module shop/orders", "module shop/stock"}
    orders, stock = (drafts[f"module shop/{name}"].raw for name in ("orders", "stock"))
    assert "needs: shop/stock " in orders
    assert "needed by: shop/orders " in stock
    assert "serves: place by place shop/orders/cli.py:5-8" in orders
    assert stock.splitlines()[1].startswith("holds: Depot shop/stock/depot.py:1-3 used")
    assert any(" CALLS " in one or " REFERENCES " in one for one in cited(drafts["module shop/orders"]))


def test_overviews_are_bounded() -> None:
    many = {f"pkg/m{number}.py": f"class C{number}:\n    def go(self): ...\n" for number in range(40)}
    many |= {f"tests/test_{number}.py": SUITE.format(number) for number in range(40)}
    answer = linked(many)
    assert len(of(answer, "module_overview")["module pkg"].raw.splitlines()) <= 40
    assert len(of(answer, "suite_subject_chunk")) == 40
    assert all(len(draft.raw.splitlines()) <= 20 for draft in of(answer, "suite_subject_chunk").values())


def test_a_flow_shows_the_table_behind_a_typed_repository() -> None:
    files = {
        "a/Owner.java": 'package a;\n@Entity @Table(name = "owners") class Owner {}\n',
        "a/Owners.java": "package a;\ninterface Owners extends JpaRepository<Owner, Integer> {\n    Owner findByName(String name);\n}\n",
        "a/C.java": 'package a;\n@RestController class C {\n    Owners owners;\n    @GetMapping("/o/{n}") Owner one(String n) {\n'
        "        return owners.findByName(n);\n    }\n}\n",
    }
    flow = of(linked(files), "graph_path_chunk")["GET /o/{} request flow"]
    assert flow.raw.splitlines()[-1].startswith("  Owners QUERIES_TABLE owners")
