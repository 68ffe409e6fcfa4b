"""Other readers of schemas on our fixtures: plain walks of AsyncAPI and JSON Schema, avro, lxml, Jinja, graphql-core."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import avro.protocol
import avro.schema
import graphql
import jinja2
import pytest
import yaml
from jinja2 import nodes
from lxml import etree

from chunkers.chunk import FileResult
from tests.chunkers.formats.config.case import Case, cases
from tests.road import road

ROOT = Path(__file__).parents[4] / "fixtures" / "formats"
KINDS = {"api_operation_chunk", "schema_chunk", "api_parameter_chunk", "security_scheme_chunk"}
GROUPS = ("schemas", "messages", "parameters", "securitySchemes")


def of(folder: str, *without: str) -> list[Case]:
    return [one for one in cases() if one.name.startswith(f"{folder}/") and one.name.rpartition("/")[2] not in without]


def step(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def pointers(result: FileResult) -> list[str]:
    drafts = [draft for draft in result.drafts if draft.chunk_type in KINDS]
    return sorted(draft.pointer or "" for draft in drafts if draft.attributes.get("subkind") != "part")


def asyncapi_walk(document: dict[str, Any]) -> Iterator[str]:
    yield from (f"/operations/{step(name)}" for name in document.get("operations", {}))
    for channel, item in document.get("channels", {}).items():
        yield from (f"/channels/{step(channel)}/{verb}" for verb in ("publish", "subscribe") if verb in item)
    for group in GROUPS:
        yield from (f"/components/{group}/{step(name)}" for name in document.get("components", {}).get(group, {}))


@pytest.mark.parametrize("case", of("asyncapi", "broken"), ids=lambda case: case.name)
def test_a_walk_of_asyncapi_finds_the_same_pointers(case: Case) -> None:
    document = yaml.safe_load(case.text)
    assert pointers(road(case.path, case.text)) == sorted(asyncapi_walk(document))


@pytest.mark.parametrize("case", of("json_schema", "not-a-schema"), ids=lambda case: case.name)
def test_a_walk_of_json_schema_finds_the_same_pointers(case: Case) -> None:
    document = yaml.safe_load(case.text)
    groups = ("$defs", "definitions")
    below = [f"/{group}/{step(name)}" for group in groups for name in document.get(group, {})]
    assert pointers(road(case.path, case.text)) == ["", *sorted(below)]


@pytest.mark.parametrize("case", of("avro", "record", "union"), ids=lambda case: case.name)
def test_avro_defines_the_same_names(case: Case) -> None:
    document = json.loads(case.text)
    if isinstance(document, dict) and "protocol" in document:
        protocol = avro.protocol.make_avpr_object(document)
        wanted = {one.fullname for one in protocol.types or ()}
        wanted |= {f"{protocol.name}.{name}" for name in protocol.messages or ()}
    else:
        known = avro.schema.Names()
        avro.schema.make_avsc_object(document, known)
        wanted = set(known.names)
    symbols = {symbol.qualified for symbol in road(case.path, case.text).facts.symbols}
    assert symbols == wanted


@pytest.mark.parametrize("name", ["BoatMapper", "Comments", "Dynamic", "SqlMap"])
def test_lxml_sees_the_same_mapped_statements(name: str) -> None:
    text = (ROOT / "mybatis" / f"{name}.xml").read_bytes()
    tags = {"select", "insert", "update", "delete", "statement", "procedure"}
    root = etree.fromstring(text, etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False))
    wanted = sorted(f"{one.tag}#{one.get('id')}" for one in root if one.tag in tags)
    drafts = road(f"m/{name}.xml", text).drafts
    assert sorted(d.title for d in drafts if d.chunk_type == "migration_operation_chunk") == wanted


def test_jinja_sees_the_same_references_of_dbt_models() -> None:
    for case in yaml.safe_load((ROOT / "histories" / "dbt.yaml").read_text()):
        text = re.sub(r"\{% (?:end)?snapshot\b[^%]*%\}", "", case["input"])
        calls = [
            call
            for call in jinja2.Environment(autoescape=True).parse(text).find_all(nodes.Call)
            if isinstance(call.node, nodes.Name) and call.node.name in {"ref", "source"}
        ]
        words = [[one.value for one in call.args if isinstance(one, nodes.Const)] for call in calls]
        wanted = {
            ".".join(args) if isinstance(call.node, nodes.Name) and call.node.name == "source" else args[-1]
            for call, args in zip(calls, words, strict=True)
        }
        model = next(d for d in road(case["path"], case["input"]).drafts if d.attributes.get("subkind") == "dbt_model")
        assert set(model.attributes["references"]) == wanted


@pytest.mark.parametrize("index", range(4))
def test_graphql_core_sees_the_same_definitions_in_templates(index: int) -> None:
    case = yaml.safe_load((ROOT / "graphql_in_code" / "cases.yaml").read_text())[index]
    wanted: list[tuple[int, int]] = []
    for hit in re.finditer(r"`([^`]*)`", case["input"]):
        text = re.sub(r"\$\{[^}]*\}", lambda hole: " " * len(hole.group()), hit.group(1))
        before = case["input"].count("\n", 0, hit.start(1))
        if text.startswith("SELECT"):
            continue
        for node in graphql.parse(text).definitions:
            assert node.loc is not None
            wanted.append((node.loc.start_token.line + before, node.loc.end_token.line + before))
    drafts = [
        draft
        for draft in road(case["path"], case["input"]).drafts
        if draft.attributes.get("embedded") and draft.attributes["subkind"] != "root_field" and draft.spans.full
    ]
    got = [(d.spans.full.start_line, d.spans.full.end_line) for d in drafts if d.spans.full]
    comments = sum(bool((draft.raw or "").lstrip().startswith("#")) for draft in drafts)
    assert [end for _, end in got] == [end for _, end in wanted]
    assert sum(low != high for (low, _), (high, _) in zip(got, wanted, strict=True)) == comments
