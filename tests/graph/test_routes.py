"""Routes: one fixture per trap of each framework family; the routes found are exactly those listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from graph.find import Finder
from graph.routes.paths import normalised, parameters
from tests.graph.snapshot import FIXTURES, edges, linked


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


@pytest.mark.seed("P11")
def test_every_family_has_its_traps() -> None:
    families = {
        path.stem: len(list(yaml.safe_load_all(path.read_text()))) for path in (FIXTURES / "routes").glob("*.yaml")
    }
    assert sum(families.values()) >= 85
    assert families.keys() >= {
        "aspnet",
        "axum",
        "actix",
        "django",
        "express",
        "fastapi",
        "flask",
        "go",
        "laravel",
        "rails",
        "spring",
    }


TWO_APPS = {
    "services/a/pyproject.toml": "[project]\nname = 'a'\n",
    "services/a/main.py": "from fastapi import FastAPI\napp = FastAPI()\n\n@app.get('/health')\ndef health(): ...\n\n@app.get('/a')\ndef a(): ...\n",
    "services/b/pyproject.toml": "[project]\nname = 'b'\n",
    "services/b/main.py": "from fastapi import FastAPI\napp = FastAPI()\nadmin = FastAPI()\n\n@app.get('/health')\ndef health(): ...\n\n"
    "@admin.get('/health')\ndef admin_health(): ...\n",
}


def test_applications_of_one_repository_keep_their_routes_apart() -> None:
    answer = linked(TWO_APPS)
    ids = {node.id for node in answer.tables.nodes if node.kind == "route"}
    assert ids == {
        "route:GET /a",
        "route:services/a!GET /health",
        "route:services/b/main.py#app!GET /health",
        "route:services/b/main.py#admin!GET /health",
    }
    served = edges(answer, "ROUTES_TO")
    by_admin = [target for source, target in served if source == "route:services/b/main.py#admin!GET /health"]
    assert len(by_admin) == 1
    assert by_admin[0].endswith(".admin_health")
    finder = Finder(answer.tables.nodes)
    assert finder.find("GET /a") == ["route:GET /a"]
    assert len(finder.find("GET /health")) == len(finder.find("route:GET /health")) == 3
    assert not [one for one in answer.findings if one.rule == "ambiguous_route"]


def test_an_application_that_is_alone_under_a_path_keeps_the_plain_id() -> None:
    one = {path: text for path, text in TWO_APPS.items() if path.startswith("services/a")}
    assert {node.id for node in linked(one).tables.nodes if node.kind == "route"} == {
        "route:GET /health",
        "route:GET /a",
    }


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
        ("/users/:id{[0-9]{4}}", "/users/{}"),
        ("/files/:rest{.+}", "/files/{*}"),
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
