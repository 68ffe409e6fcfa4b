"""Single rules that no case file shows as clearly: data files, licence heads, notebooks, what the graph is told."""

from __future__ import annotations

import json

import pytest

from tests.road import road


def test_outputs_of_a_notebook_are_owned_but_never_shown() -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [{"text": ["very loud output"]}], "source": ["x = 1"]}
    result = road("n.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}, indent=1))
    assert result.lines == result.owned
    assert all("very loud output" not in (draft.raw or "") for draft in result.drafts)
    assert any("x = 1" in (draft.raw or "") for draft in result.drafts)
    hidden = [draft for draft in result.drafts if draft.raw is None]
    assert [(draft.role, draft.title) for draft in hidden] == [("metadata_only", "cell 0 outputs")]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("map/area.json", '{"type": "FeatureCollection", "features": [' + '{"a": 1},\n' * 3 + "{}]}"),
        ("data/large.json", "[" + '{"name": "x", "value": 1},\n' * 12_000 + "{}]"),
        ("app.min.json", json.dumps({f"key{n}": {"a": n} for n in range(600)})),
    ],
)
def test_data_files_are_no_config(path: str, text: str) -> None:
    result = road(path, text)
    assert {draft.chunk_type for draft in result.drafts} <= {"text_chunk", "file_overview", "generated_file_metadata"}


def test_a_licence_head_belongs_to_the_file() -> None:
    result = road("config/a.yml", "# Copyright Acme\n# all rights reserved\na:\n  b: 1\n")
    assert [(d.title, d.spans.full.start_line) for d in result.drafts if d.spans.full][1:] == [("a", 3)]


def test_placeholders_and_variables_are_mentioned() -> None:
    result = road("src/main/resources/application.yml", "db:\n  url: ${DATABASE_URL:none}\n  pool: ${db.size}\n")
    assert result.facts is not None
    assert [(m.kind, m.target, m.line) for m in result.facts.mentions] == [
        ("env", "DATABASE_URL", 2),
        ("reads_key", "db.size", 3),
    ]


def test_compose_variables_are_env_symbols() -> None:
    text = "services:\n  a:\n    environment:\n      - LOG_LEVEL=info\n  b:\n    environment:\n      PORT_NUMBER: 1\n"
    result = road("docker-compose.yml", text)
    assert result.facts is not None
    assert [(s.kind, s.name, s.declaration_line) for s in result.facts.symbols] == [
        ("env_var", "LOG_LEVEL", 4),
        ("env_var", "PORT_NUMBER", 7),
    ]


def test_package_exports_are_told() -> None:
    text = json.dumps(
        {"name": "p", "exports": {".": {"import": "./a.mjs", "require": "./a.cjs"}, "./b": "./b.js"}}, indent=2
    )
    result = road("packages/p/package.json", text)
    assert result.facts is not None
    assert [v for k, v in result.facts.extras if k == "npm.export"] == [".=./a.mjs", ".=./a.cjs", "./b=./b.js"]


def test_a_key_given_twice_is_a_warning_with_its_line() -> None:
    assert road("a.yml", "a: {x: 1}\nb:\n  c: 1\n  c: 2\n").warnings == (
        ("duplicate_key", 4, "duplicate key 'c': first given on line 3"),
    )


@pytest.mark.seed("P16")
def test_a_contract_gives_operation_schema_parameter_response_and_scheme_with_pointers() -> None:
    text = (
        "openapi: 3.0.0\ninfo: {title: t, version: '1'}\npaths:\n  /orders:\n    post:\n      responses: {}\ncomponents:\n"
        "  schemas:\n    Order: {type: object}\n  parameters:\n    Page: {name: p, in: query}\n  responses:\n    Gone: {description: d}\n"
        "  securitySchemes:\n    key: {type: apiKey}\n"
    )
    drafts = road("openapi/order-api.yaml", text).drafts[1:]
    assert [(d.chunk_type, d.title, d.pointer, d.role) for d in drafts] == [
        ("api_operation_chunk", "POST /orders", "/paths/~1orders/post", "contract_evidence"),
        ("schema_chunk", "Order", "/components/schemas/Order", "contract_evidence"),
        ("api_parameter_chunk", "Page", "/components/parameters/Page", "contract_evidence"),
        ("api_response_chunk", "Gone", "/components/responses/Gone", "contract_evidence"),
        ("security_scheme_chunk", "key", "/components/securitySchemes/key", "contract_evidence"),
    ]


@pytest.mark.seed("P20")
def test_config_sections_carry_full_dotted_keys() -> None:
    result = road("src/main/resources/application.yml", "order:\n  validation:\n    max-items: 5\n    strict: true\n")
    section = result.drafts[-1]
    assert (section.title, section.keys) == (
        "order.validation",
        ("order.validation.max-items", "order.validation.strict"),
    )
    assert result.facts is not None
    assert [s.qualified for s in result.facts.symbols if s.kind == "config_key"] == list(section.keys)
