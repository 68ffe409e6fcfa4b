"""Composed chunks and links: names and places only, every line with its original, the weakest edge as confidence."""

from __future__ import annotations

import re

import pytest

from chunkers.chunk import ComposedDraft
from graph.model import Linked
from tests.graph.snapshot import edges, linked

JAVA = "src/main/java/com/acme/"
FILES = {
    JAVA + "OrderController.java": """package com.acme;

@RestController
@RequestMapping("/orders")
class OrderController {
    private final OrderService service;

    @PostMapping
    OrderResponse create(@RequestBody CreateOrder request) {
        secretWord();
        return service.create(request);
    }

    private void secretWord() { String word = "abracadabra"; }
}
""",
    JAVA + "OrderService.java": """package com.acme;

class OrderService {
    private OrderStore store;

    OrderResponse create(CreateOrder request) {
        store.save(request);
        return new OrderResponse();
    }
}
""",
    JAVA + "OrderStore.java": "package com.acme;\n\ninterface OrderStore {\n    void save(CreateOrder order);\n}\n",
    JAVA + "SqlStore.java": """package com.acme;

class SqlStore implements OrderStore {
    public void save(CreateOrder order) { log(); }
    void log() {}
}
""",
    JAVA + "CreateOrder.java": "package com.acme;\n\nrecord CreateOrder(String customer) {}\n",
    JAVA + "OrderResponse.java": "package com.acme;\n\nclass OrderResponse {}\n",
    "src/test/java/com/acme/OrderControllerTest.java": """package com.acme;

class OrderControllerTest {
    OrderController controller = new OrderController();

    @Test
    void shouldCreate() { controller.create(null); }
}
""",
    "openapi/api.yaml": """openapi: 3.0.0
info: {title: Orders, version: "1"}
servers:
  - url: https://example.org/v1
paths:
  /orders:
    post:
      operationId: create
      responses: {"200": {description: fine}}
  /gone/{id}:
    get:
      operationId: readGone
      responses: {"200": {description: fine}}
""",
}


@pytest.fixture(scope="module")
def answer() -> Linked:
    return linked(FILES)


def chunk(answer: Linked, kind: str) -> ComposedDraft:
    return next(draft for draft in answer.composed if draft.chunk_type == kind)


@pytest.mark.seed("P11", "P34")
def test_a_route_chunk_has_its_lines_in_order_and_each_place_holds_the_name(answer: Linked) -> None:
    route = chunk(answer, "route_chunk")
    assert route.title == "POST /orders"
    labels = [line.partition(":")[0] for line in route.raw.splitlines()]
    assert labels == ["handler", "request", "response", "calls", "calls", "contract", "tests"]
    for line in route.raw.splitlines():
        place = re.search(r"(\S+):(\d+)-(\d+)", line)
        if place is None:
            assert line == "contract: create openapi/api.yaml#/paths/~1orders/post"
            continue
        text = "\n".join(FILES[place.group(1)].split("\n")[int(place.group(2)) - 1 : int(place.group(3))])
        name = line.split()[1].rpartition(".")[2]
        assert name in text, line


@pytest.mark.seed("P12")
def test_a_composed_chunk_never_copies_a_body_and_names_all_its_originals(answer: Linked) -> None:
    for draft in answer.composed:
        assert "abracadabra" not in draft.raw
        assert {source.file_span.rpartition(":")[0] for source in draft.sources if source.file_span} <= set(draft.paths)
        assert any(source.graph_edge for source in draft.sources)
    route = chunk(answer, "route_chunk")
    spans = [source.file_span or "" for source in route.sources]
    assert any(span.startswith(JAVA + "OrderController.java:") for span in spans)
    assert any(source.schema_pointer == "openapi/api.yaml#/paths/~1orders/post" for source in route.sources)
    assert any(source.graph_edge == "OrderController.create CALLS OrderService.create" for source in route.sources)
    assert {"route:POST /orders", "api_operation:openapi/api.yaml#POST:/orders"} <= set(route.nodes)


@pytest.mark.seed("P26")
def test_a_graph_path_follows_the_flow_to_the_store_and_through_its_sole_implementation(answer: Linked) -> None:
    flow = chunk(answer, "graph_path_chunk")
    assert flow.title == "POST /orders request flow"
    assert flow.attributes["graphPath"] == [
        "POST /orders",
        "OrderController.create",
        "OrderController.secretWord",
        "OrderService.create",
        "OrderStore.save",
        "SqlStore.save",
        "SqlStore.log",
    ]
    assert flow.confidence == pytest.approx(0.85), "the weakest edge: the sole implementation of an interface"


def test_the_contract_is_joined_and_what_is_not_is_told(answer: Linked) -> None:
    assert edges(answer, "DESCRIBES") >= {("api_operation:openapi/api.yaml#POST:/orders", "route:POST /orders")}
    told = [(finding.rule, finding.path, finding.line) for finding in answer.findings if finding.rule == "spec_drift"]
    assert told == [("spec_drift", "openapi/api.yaml", 11)]


@pytest.mark.seed("P13")
def test_a_test_case_is_linked_to_itself_and_to_what_it_tests(answer: Linked) -> None:
    links = {(link.node, link.link_type) for link in answer.links if link.draft[1] == "test_case_chunk"}
    assert ("test_case:OrderControllerTest.shouldCreate", "DEFINES") in links
    assert ("symbol:com.acme.OrderController.create(CreateOrder)", "TESTS") in links
    assert not [1 for source, target in edges(answer, "CALLS") if "Test" in target and "Test" not in source]


def test_links_say_what_a_chunk_is_to_each_node(answer: Linked) -> None:
    links = {(link.draft[0], link.node): link for link in answer.links if link.draft[1] == "method_chunk"}
    handler = links[JAVA + "OrderController.java", "route:POST /orders"]
    assert handler.link_type == "HANDLES"
    called = links[JAVA + "OrderController.java", "symbol:com.acme.OrderService.create(CreateOrder)"]
    assert (called.link_type, called.confidence) == ("REFERENCES", 0.97)
    known = {node.id for node in answer.tables.nodes}
    assert all(link.node in known for link in answer.links)
    composed = {link.link_type for link in answer.links if link.draft[1] == "route_chunk"}
    assert composed == {"HANDLES", "DERIVED_FROM"}


def test_a_route_without_a_named_handler_cites_its_registration() -> None:
    text = 'from flask import Flask\napp = Flask(__name__)\napp.add_url_rule("/x", view_func=lambda: "x")\n'
    route = chunk(linked({"app.py": text}), "route_chunk")
    assert route.raw == "handler: app.py (inline) app.py:3-3\n"


@pytest.mark.seed("P27")
def test_a_repeated_convention_is_suggested_with_its_cases_and_never_as_a_fact() -> None:
    rules = {
        f"a/{name}Rule.java": f"package a;\nclass {name}Rule implements Rule {{}}\n"
        for name in ("Age", "Tax", "Size", "Name")
    }
    found = linked({"a/Rule.java": "package a;\ninterface Rule {}\n", **rules})
    memory = chunk(found, "memory_chunk")
    assert memory.title == "Suggestion: new kinds of Rule implement it and are named *Rule"
    assert memory.raw.splitlines()[:2] == ["4 types implement Rule a/Rule.java:2-2", "4 of 4 are named *Rule"]
    assert memory.attributes["status"] == "suggested"
    assert len(memory.attributes["evidence"]) == 5
    assert memory.confidence < 0.7
    three = dict(list(rules.items())[:3])
    assert not [
        draft
        for draft in linked({"a/Rule.java": "package a;\ninterface Rule {}\n", **three}).composed
        if draft.chunk_type == "memory_chunk"
    ]


def test_routes_of_two_applications_under_one_path_make_chunks_of_their_own() -> None:
    application = """from flask import Flask

app = Flask(__name__)

@app.get("/orders")
def orders():
    return load()

def load():
    return fetch()

def fetch():
    return 1
"""
    answer = linked({"shop/app.py": application, "admin/app.py": application})
    composed = [(draft.chunk_type, draft.logical) for draft in answer.composed]
    assert len(composed) == len(set(composed))
    assert sum(kind == "route_chunk" for kind, _ in composed) == 2
