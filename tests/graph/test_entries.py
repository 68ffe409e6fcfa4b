"""Entry points besides HTTP: gRPC methods, GraphQL fields, commands, listeners, schedules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.graph.snapshot import FIXTURES, edges, linked

PROTO = """syntax = "proto3";
package acme.v1;
service Orders { rpc CreateOrder (Create) returns (Order); rpc Drop (Create) returns (Order); }
message Create { string id = 1; }
message Order { string id = 1; }
"""
SCHEMA = (
    "type Query { order(id: ID!): Order }\ntype Order { id: ID! lines: [String] }\ntype Mutation { addOrder: Order }\n"
)


def test_rpcs_are_joined_to_their_servers_by_the_generated_base() -> None:
    files = {
        "api.proto": PROTO,
        "a/S.java": "package a;\nclass S extends OrdersGrpc.OrdersImplBase { public void createOrder(Create c, Object o) {} void other() {} }\n",
        "s.py": "import orders_pb2_grpc\n\n\nclass S(orders_pb2_grpc.OrdersServicer):\n    def CreateOrder(self, request, context): ...\n",
        "go.mod": "module example.org/x\n",
        "s.go": """package x

type srv struct{ pb.UnimplementedOrdersServer }

func (s *srv) Drop(c *Ctx, r *Create) (*Order, error) { return nil, nil }
""",
        "s.ts": "export class C { @GrpcMethod('Orders', 'CreateOrder') make(x: any) {} }\n",
    }
    assert edges(linked(files), "IMPLEMENTS_RPC") == {
        ("symbol:a.S.createOrder(Create,Object)", "rpc:acme.v1.Orders.CreateOrder"),
        ("symbol:s.S.CreateOrder", "rpc:acme.v1.Orders.CreateOrder"),
        ("symbol:example.org/x.srv.Drop", "rpc:acme.v1.Orders.Drop"),
        ("symbol:s.C.make", "rpc:acme.v1.Orders.CreateOrder"),
    }


def test_fields_are_joined_to_their_resolvers_and_plain_properties_are_not() -> None:
    files = {
        "schema.graphql": SCHEMA,
        "a/C.java": """package a;
@Controller class C {
    @QueryMapping Order order(String id) { return null; }
    @MutationMapping("addOrder") Order add() { return null; }
    @SchemaMapping List<String> lines(Order order) { return null; }
    Order id() { return null; }
}
""",
        "r.py": "class Query:\n    def resolve_order(self, info, id): ...\n    def resolve_nothing(self, info): ...\n",
    }
    assert edges(linked(files), "RESOLVES_FIELD") == {
        ("symbol:a.C.order(String)", "graphql:Query.order"),
        ("symbol:a.C.add()", "graphql:Mutation.addOrder"),
        ("symbol:a.C.lines(Order)", "graphql:Order.lines"),
        ("symbol:r.Query.resolve_order", "graphql:Query.order"),
    }


def test_commands_listeners_and_schedules_lead_to_code() -> None:
    files = {
        "cli.py": """import click
import typer

app = typer.Typer()


@click.group()
def main(): ...


@main.command("run-all")
def run(): ...


@app.command()
def serve_it(): ...


@bot.command()
def no(): ...
""",
        "a/J.java": """package a;
class J {
    static final String TOPIC = "orders";
    @KafkaListener(topics = {TOPIC, "bills"}) void on(String text) {}
    @Scheduled(cron = "0 0 * * *") void nightly() {}
}
""",
    }
    assert edges(linked(files), "ROUTES_TO") == {
        ("cli:main", "symbol:cli.main"),
        ("cli:main run-all", "symbol:cli.run"),
        ("cli:serve-it", "symbol:cli.serve_it"),
        ("listener:orders", "symbol:a.J.on(String)"),
        ("listener:bills", "symbol:a.J.on(String)"),
        ("schedule:a.J.nightly()", "symbol:a.J.nightly()"),
    }


def test_a_contract_and_its_generated_class_of_one_name_stay_apart() -> None:
    files = {"api.proto": PROTO, "acme/v1/Order.java": "package acme.v1;\npublic class Order {}\n"}
    found = {node.id for node in linked(files).tables.nodes}
    assert {"symbol:acme.v1.Order", "message:acme.v1.Order", "message:acme.v1.Order.id"} <= found


def _cases() -> Iterator[Any]:
    for one in yaml.safe_load_all((FIXTURES / "entries" / "entries.yaml").read_text()):
        yield pytest.param(one, id=one["name"])


@pytest.mark.parametrize("case", list(_cases()))
def test_the_entry_points_are_exactly_these(case: dict[str, Any]) -> None:
    answer = linked(case["files"])
    names = {node.id: node.name for node in answer.tables.nodes}
    served = edges(answer, "ROUTES_TO")
    assert sorted(f"{source} -> {names[target]}" for source, target in served) == sorted(case["entries"])


def _remote() -> Iterator[Any]:
    for one in yaml.safe_load_all((FIXTURES / "remote" / "remote.yaml").read_text()):
        yield pytest.param(one, id=one["name"])


@pytest.mark.parametrize("case", list(_remote()))
def test_rpcs_and_fields_are_served_by_exactly_these(case: dict[str, Any]) -> None:
    answer = linked(case["files"])
    names = {node.id: node.name for node in answer.tables.nodes}
    found = edges(answer, case["kind"])
    assert sorted(f"{names[source]} -> {names[target]}" for source, target in found) == sorted(case["edges"])
