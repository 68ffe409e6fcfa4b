"""The practice repository through the command line: the required chunks and the eight acceptance criteria of the seed's exercise."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Cli, Outputs
from tests.repos import Repository

Analyzed = Callable[[Repository, str], Outputs]
VALIDATOR = "src/main/java/com/acme/order/OrderValidator.java"
VALIDATOR_TEST = "src/test/java/com/acme/order/OrderValidatorTest.java"
TOKEN = "<REDACTED_SECRET>"


def pick(chunks: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    found = [
        c
        for c in chunks
        if all((c["source"]["path"] if key == "path" else c[key]) == value for key, value in wanted.items())
    ]
    assert len(found) == 1, (wanted, [c["title"] for c in found])
    return found[0]


@pytest.fixture(scope="module")
def last(order_service: Repository, analyzed: Analyzed) -> Outputs:
    return analyzed(order_service, order_service.commits[-1])


@pytest.fixture(scope="module")
def chunks(last: Outputs) -> list[dict[str, Any]]:
    return last.chunks


@pytest.mark.seed("P50")
def test_the_four_outputs_are_there(last: Outputs) -> None:
    for name in ("chunks.json", "chunk-spans.json", "chunk-links.json", "chunk-quality-report.yaml"):
        assert (last.directory / name).stat().st_size > 0


@pytest.mark.seed("P50")
@pytest.mark.parametrize(
    ("kind", "title", "path"),
    [
        ("class_chunk", "OrderService", "src/main/java/com/acme/order/OrderService.java"),
        ("method_chunk", "OrderService.createOrder", "src/main/java/com/acme/order/OrderService.java"),
        ("route_chunk", "POST /orders", None),
        ("test_case_chunk", "OrderValidatorTest.shouldRejectOrderWithoutCustomerId", VALIDATOR_TEST),
        ("config_section_chunk", "order.validation", "src/main/resources/application.yml"),
        ("api_operation_chunk", "POST /orders", "openapi/order-api.yaml"),
        ("adr_decision_chunk", "ADR 012 Decision", "docs/adr/012-validation-rules.md"),
        ("doc_section_chunk", "Main Components", "docs/order-validation.md"),
    ],
)
def test_the_required_chunks_are_there(chunks: list[dict[str, Any]], kind: str, title: str, path: str | None) -> None:
    found = [c for c in chunks if c["chunkType"] == kind and c["source"]["path"] == path and c["title"].endswith(title)]
    assert len(found) == 1


@pytest.mark.seed("P7", "P8", "P14")
def test_overviews_show_signatures_and_no_bodies(chunks: list[dict[str, Any]]) -> None:
    path = "src/main/java/com/acme/order/OrderService.java"
    overview = pick(chunks, chunkType="file_overview", path=path)
    assert overview["content"]["raw"].startswith("package com.acme.order;")
    type_ = pick(chunks, chunkType="class_chunk", path=path)
    text = type_["content"]["raw"]
    for part in (
        "@Service",
        "private final OrderRepository repository;",
        "public OrderService(",
        "public Order createOrder(",
        "cancelOrder(",
    ):
        assert part in text
    assert "repository.save" not in text
    assert len(type_["childChunkIds"]) == 4
    suite = pick(chunks, chunkType="test_suite_overview", path=VALIDATOR_TEST)
    assert "shouldAcceptValidCorporateOrder" in suite["content"]["raw"]


@pytest.mark.seed("P16", "P20")
def test_contract_and_config_units_carry_pointer_and_keys(chunks: list[dict[str, Any]]) -> None:
    pointers = {
        c["pointer"]: c["chunkType"] for c in chunks if c["source"]["path"] == "openapi/order-api.yaml" and c["pointer"]
    }
    assert pointers["/paths/~1orders~1{id}/delete"] == "api_operation_chunk"
    assert pointers["/components/schemas/OrderResponse"] == "schema_chunk"
    assert pointers["/components/responses/Rejected"] == "api_response_chunk"
    assert pointers["/components/securitySchemes/bearer"] == "security_scheme_chunk"
    section = next(c for c in chunks if c["title"] == "order.validation")
    assert section["keys"] == ["order.validation.max-items", "order.validation.corporate-tax-id-required"]


@pytest.mark.seed("P33", "P45")
def test_every_chunk_has_provenance(chunks: list[dict[str, Any]], order_service: Repository) -> None:
    for chunk in chunks:
        proof = chunk["provenance"]
        assert proof["commitSha"] == order_service.commits[-1]
        assert proof["producedBy"]["chunkerId"]
        assert proof["producedBy"]["chunkerVersion"]
        assert proof["contentHash"] == chunk["contentHash"]
        assert proof["path"] or chunk["composition"]["sources"]


@pytest.mark.seed("P1", "P3", "P5")
def test_every_chunk_has_a_stable_logical_id(order_service: Repository, analyzed: Analyzed) -> None:
    seen = [
        {c["logicalChunkId"]: c["contentHash"] for c in analyzed(order_service, commit).chunks}
        for commit in order_service.commits[:2]
    ]
    for commit in order_service.commits[:2]:
        ids = [c["logicalChunkId"] for c in analyzed(order_service, commit).chunks]
        assert len(ids) == len(set(ids))
    method = pick(
        analyzed(order_service, order_service.commits[0]).chunks,
        chunkType="method_chunk",
        title="OrderValidator.isCorporate",
    )
    assert seen[1][method["logicalChunkId"]] == method["contentHash"], "a method below the change only moved"


@pytest.mark.seed("P9", "P46")
def test_method_chunks_include_their_signature(chunks: list[dict[str, Any]]) -> None:
    methods = [c for c in chunks if c["chunkType"] == "method_chunk"]
    assert len(methods) > 20
    for chunk in methods:
        name = chunk["title"].rsplit(".", 1)[-1]
        assert name in chunk["content"]["raw"]
        assert chunk["signature"]
        assert chunk["spans"]["declaration"]
    create = pick(chunks, chunkType="method_chunk", title="OrderService.createOrder")
    assert create["content"]["raw"].lstrip().startswith("/**")
    assert "@Transactional" in create["content"]["raw"]
    assert create["content"]["raw"].rstrip().endswith("}")


@pytest.mark.seed("P22", "P47")
def test_doc_chunks_include_their_heading_path(chunks: list[dict[str, Any]]) -> None:
    section = pick(chunks, chunkType="doc_section_chunk", title="Main Components")
    assert section["headingPath"] == ["Order Validation", "Main Components"]
    assert section["content"]["raw"].startswith("## Main Components")


@pytest.mark.seed("P21", "P36", "P37")
def test_config_chunks_redact_sensitive_values(
    last: Outputs, chunks: list[dict[str, Any]], order_service: Repository
) -> None:
    everything = last.everything()
    assert len(order_service.secrets) == 2
    for value in order_service.secrets.values():
        assert value.encode() not in everything
    datasource = next(c for c in chunks if c["title"] == "spring.datasource")
    assert f"password: {TOKEN}" in datasource["content"]["raw"]
    assert datasource["security"]["redacted"]
    assert datasource["security"]["redaction"]["applied"]
    blocked = pick(chunks, chunkType="blocked_file_metadata", path=".env.production")
    assert blocked["content"] == {"raw": None, "normalized": None}
    assert blocked["security"]["visibilityScope"] == "restricted"
    assert blocked["source"]["contentHash"] is None


@pytest.mark.seed("P11", "P12", "P34")
def test_the_route_chunk_links_handler_and_contract(chunks: list[dict[str, Any]]) -> None:
    route = pick(chunks, chunkType="route_chunk", title="POST /orders")
    text = route["content"]["raw"]
    assert "OrderController.createOrder" in text
    assert "openapi/order-api.yaml#/paths/~1orders/post" in text
    sources = route["composition"]["sources"]
    assert any(
        (s.get("fileSpan", "")).startswith("src/main/java/com/acme/order/OrderController.java:") for s in sources
    )
    assert any(s.get("schemaPointer") == "openapi/order-api.yaml#/paths/~1orders/post" for s in sources)
    assert any("CALLS" in (s.get("graphEdge", "")) for s in sources)
    assert "route:POST /orders" in route["linkedNodes"]
    assert any(node.startswith("api_operation:") for node in route["linkedNodes"])


@pytest.mark.seed("P26", "P44")
def test_the_request_flow_is_a_graph_path(chunks: list[dict[str, Any]]) -> None:
    flows = [
        c for c in chunks if c["chunkType"] == "graph_path_chunk" and c["attributes"]["graphPath"][0] == "POST /orders"
    ]
    steps = {step for flow in flows for step in flow["attributes"]["graphPath"]}
    assert {
        "OrderController.createOrder",
        "OrderService.createOrder",
        "OrderValidator.validate",
        "OrderRepository.save",
    } <= steps


@pytest.mark.seed("P13")
def test_a_test_case_links_to_what_it_tests(chunks: list[dict[str, Any]]) -> None:
    case = next(
        c for c in chunks if c["chunkType"] == "test_case_chunk" and "shouldRejectOrderWithoutCustomerId" in c["title"]
    )
    assert case["role"] == "behavior_evidence"
    assert any(node.startswith("test_case:") for node in case["linkedNodes"])
    assert any("OrderValidator.validate" in node for node in case["linkedNodes"])


@pytest.mark.seed("P38", "P39")
def test_a_changed_file_invalidates_only_relevant_chunks(order_service: Repository, analyzed: Analyzed) -> None:
    before, after = (
        {c["logicalChunkId"]: c for c in analyzed(order_service, commit).chunks} for commit in order_service.commits[:2]
    )
    changed = {
        (c["chunkType"], c["title"])
        for key, c in after.items()
        if key in before and c["contentHash"] != before[key]["contentHash"]
    }
    added = {(c["chunkType"], c["title"]) for key, c in after.items() if key not in before}
    assert ("method_chunk", "OrderValidator.validate") in changed
    allowed = {VALIDATOR, VALIDATOR_TEST, None}
    touched = [c for key, c in after.items() if key not in before or c["contentHash"] != before[key]["contentHash"]]
    assert {c["source"]["path"] for c in touched} <= allowed
    assert {title for kind, title in added if kind == "test_case_chunk"} == {
        "OrderValidatorTest.shouldRejectCorporateOrderWithoutTaxId"
    }
    assert not [key for key in before if key not in after]


@pytest.mark.seed("P46", "P48")
def test_generated_and_vendored_files_are_not_primary_evidence(chunks: list[dict[str, Any]]) -> None:
    generated = pick(chunks, path="src/generated/java/com/acme/order/api/OrderApi.java")
    assert generated["role"] == "metadata_only"
    assert generated["attributes"]["generator"]
    vendored = [c for c in chunks if (c["source"]["path"] or "").startswith("third_party/")]
    assert len(vendored) > 1
    assert {c["role"] for c in vendored} <= {"supporting_evidence", "navigation"}


def test_a_superseded_decision_is_no_decision_evidence(chunks: list[dict[str, Any]]) -> None:
    old = pick(chunks, chunkType="adr_decision_chunk", path="docs/adr/011-validation-in-controllers.md")
    assert old["role"] == "supporting_evidence"
    assert old["quality"]["staleRisk"] != "low"
    new = pick(chunks, chunkType="adr_decision_chunk", path="docs/adr/012-validation-rules.md")
    assert new["role"] == "decision_evidence"
    assert any("RuleRegistry" in node for node in new["linkedNodes"])


def test_a_secret_only_change_leaves_no_trace_of_the_value(order_service: Repository, analyzed: Analyzed) -> None:
    before, after = (analyzed(order_service, commit).chunks for commit in order_service.commits[2:4])
    old = {c["logicalChunkId"] for c in before}
    new = [c for c in after if c["logicalChunkId"] not in old]
    assert {c["source"]["path"] for c in new} == {".env.production"}


def test_every_citation_holds(order_service: Repository, last: Outputs, cli: Cli) -> None:
    done = cli("verify", last.directory, "--json")
    answer = json.loads(done.stdout)
    assert answer["failed"] == 0, answer["mismatches"][:3]
    assert answer["checked"] > 100


def test_verify_notices_a_changed_citation(last: Outputs, tmp_path: Any, cli: Cli) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(last.directory, copy)
    data = json.loads((copy / "chunks.json").read_bytes())
    chunk = next(c for c in data["chunks"] if c["title"] == "OrderService.createOrder" and c["content"]["raw"])
    chunk["content"]["raw"] = chunk["content"]["raw"].replace("return", "retarn")
    (copy / "chunks.json").write_text(json.dumps(data))
    manifest = json.loads((copy / "manifest.json").read_bytes())
    for row in manifest["files"]:
        if row["name"] == "chunks.json":
            row["sha256"] = hashlib.sha256((copy / "chunks.json").read_bytes()).hexdigest()
    (copy / "manifest.json").write_text(json.dumps(manifest))
    done = cli("verify", copy)
    assert done.returncode == 1
    assert "the cited lines hold another text" in done.stdout
