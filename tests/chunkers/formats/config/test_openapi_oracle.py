"""OpenAPI against a plain walk of the loaded document: every operation and named entry, with equal pointers, in YAML and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chunkers.formats.config.case import Case, cases
from tests.road import road

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
KINDS = {"api_operation_chunk", "schema_chunk", "api_parameter_chunk", "api_response_chunk", "security_scheme_chunk"}
GROUPS = ("schemas", "parameters", "responses", "securitySchemes")
ROOTS = [
    c for c in cases() if c.name in {"openapi/orders", "openapi/swagger", "openapi/hooks", "openapi/components-file"}
]


def walked(document: dict[str, Any]) -> Iterator[str]:
    """Yield the pointers that a document's own structure asks for."""
    for top in ("paths", "webhooks"):
        for path, item in document.get(top, {}).items():
            yield from (f"/{top}/{_step(path)}/{method}" for method in METHODS if method in item)
    for group in GROUPS:
        yield from (f"/components/{group}/{_step(name)}" for name in document.get("components", {}).get(group, {}))
    for group in ("definitions", "securityDefinitions"):
        yield from (f"/{group}/{_step(name)}" for name in document.get(group, {}))


def _step(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def found(path: str, text: bytes) -> list[str]:
    drafts = road(path, text).drafts
    return sorted(d.pointer or "" for d in drafts if d.chunk_type in KINDS and d.attributes.get("subkind") != "part")


@pytest.mark.parametrize("case", ROOTS, ids=lambda case: case.name)
def test_fixture_pointers(case: Case) -> None:
    assert found(case.path, case.text) == sorted(walked(yaml.safe_load(case.text)))


NAMES = st.text(alphabet="abcXYZ_-~/{}. 1", min_size=1, max_size=10)
OPERATION = st.fixed_dictionaries(
    {"responses": st.just({"200": {"description": "ok"}})}, optional={"summary": st.text(max_size=40)}
)
ITEM = st.dictionaries(st.sampled_from(METHODS), OPERATION, min_size=1, max_size=4)
DOCUMENT = st.fixed_dictionaries(
    {
        "openapi": st.just("3.1.0"),
        "info": st.just({"title": "t", "version": "1"}),
        "paths": st.dictionaries(NAMES.map(lambda name: f"/{name}"), ITEM, max_size=4),
    },
    optional={
        "webhooks": st.dictionaries(NAMES, ITEM, max_size=3),
        "components": st.dictionaries(
            st.sampled_from(GROUPS), st.dictionaries(NAMES, st.just({"type": "object"}), max_size=4)
        ),
    },
)


@settings(max_examples=30, deadline=None)
@given(document=DOCUMENT, indent=st.sampled_from([None, 2]), flow=st.sampled_from([None, False]))
def test_generated_documents(
    document: dict[str, Any], indent: int | None, flow: bool | None
) -> None:  # hypothesis passes it
    expected = sorted(walked(document))
    assert found("api/a.json", json.dumps(document, indent=indent).encode()) == expected
    assert found("api/a.yaml", yaml.safe_dump(document, default_flow_style=flow).encode()) == expected
