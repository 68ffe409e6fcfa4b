"""Routes: one fixture per trap of each framework family; the routes found are exactly those listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from graph.routes.paths import normalised, parameters
from tests.graph.snapshot import FIXTURES, linked


def _cases() -> Iterator[Any]:
    for path in sorted((FIXTURES / "routes").glob("*.yaml")):
        for one in yaml.safe_load_all(path.read_text()):
            yield pytest.param(one, id=f"{path.stem}: {one['name']}")


@pytest.mark.seed("P11")
@pytest.mark.parametrize("case", list(_cases()))
def test_the_routes_are_exactly_these(case: dict[str, Any]) -> None:
    answer = linked(case["files"])
    names = {node.id: node.name for node in answer.tables.nodes}
    found = sorted(
        f"{edge.source.removeprefix('route:')} -> {names[edge.target]}"
        for edge in answer.tables.edges
        if edge.kind == "ROUTES_TO"
    )
    assert found == sorted(case["routes"])
    for edge in answer.tables.edges:
        if edge.kind == "ROUTES_TO":
            assert (edge.confidence < 0.9) == ("{?}" in edge.source), "a partial route, and only that, is less sure"


@pytest.mark.parametrize(
    ("template", "path"),
    [
        ("/orders/{id}", "/orders/{}"),
        ("/orders/:id", "/orders/{}"),
        ("/orders/<int:id>/", "/orders/{}"),
        ("orders//x/", "/orders/x"),
        ("/", "/"),
        ("", "/"),
        ("/files/{path:path}", "/files/{*}"),
        ("/files/<path:rest>", "/files/{*}"),
        ("/files/*", "/files/{*}"),
        ("/files/*rest", "/files/{*}"),
        ("/files/{rest...}", "/files/{*}"),
        ("/blog/[slug]", "/blog/{}"),
        ("/docs/[...path]", "/docs/{*}"),
        ("/docs/[[...path]]", "/docs/{*}"),
        ("/report.{format}", "/report.{}"),
        ("/a{x}b", "/a{}b"),
        ("/{id:[0-9]{3}}", "/{}"),
        ("/x/{$}", "/x"),
        ("/users/:id(\\d+)", "/users/{}"),
        ("/flights/:from-:to", "/flights/{}-{}"),
        ("^articles/(?P<year>[0-9]{4})/$", "/articles/{}"),
        ("^(?:page-(?P<n>\\d+)/)?comments$", "/comments"),
        ("{?}/x/{id}", "{?}/x/{}"),
    ],
)
def test_templates_of_all_frameworks_meet_in_one_form(template: str, path: str) -> None:
    assert normalised(template) == path
    assert normalised(path) == path


def test_parameter_names_are_kept_in_order() -> None:
    assert parameters("/a/{x}/b/:y/<int:z>") == ("x", "y", "z")
