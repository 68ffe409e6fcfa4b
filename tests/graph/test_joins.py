"""Operations of a contract to the routes that serve them: scores, prefixes, versions, several applications, and what joins to nothing."""

from __future__ import annotations

from tests.graph.snapshot import edge, edges, linked

APP = "from fastapi import FastAPI\napp = FastAPI()\n\n@app.get('{path}')\ndef {name}(): ...\n"


def contract(paths: dict[str, str], server: str = "") -> str:
    served = f"servers:\n  - url: {server}\n" if server else ""
    lines = "".join(
        f"  {path}:\n    get:\n      operationId: {name}\n      responses: {{}}\n" for path, name in paths.items()
    )
    return f"openapi: 3.0.3\ninfo: {{title: x, version: '1'}}\n{served}paths:\n{lines}"


def joined(files: dict[str, str]) -> dict[str, tuple[str, float]]:
    answer = linked(files)
    found = {}
    for source, target in edges(answer, "DESCRIBES"):
        if source.startswith("api_operation:"):
            found[source.rpartition(":")[2]] = (target, edge(answer, source, target, "DESCRIBES").confidence)
    return found


def test_scores_tell_how_an_operation_was_joined() -> None:
    files = {
        "a.py": APP.format(path="/x/{a}", name="one"),
        "b.py": APP.format(path="/api/y", name="two")
        .replace("app", "other")
        .replace("other.get('/api/y')", "other.get('/api/y')"),
        "spec.yaml": contract({"/x/{id}": "one", "/y": "whatever"}, "https://h.example/api"),
    }
    assert joined(files) == {"/x/{id}": ("route:GET /x/{}", 0.99), "/y": ("route:GET /api/y", 0.97)}


def test_a_prefix_may_be_missing_on_one_side_but_no_other_version_may_stand_there() -> None:
    app = APP.format(path="/gateway/orders/{id}", name="one")
    files = {"a.py": app, "spec.yaml": contract({"/orders/{id}": "other"})}
    assert joined(files) == {"/orders/{id}": ("route:GET /gateway/orders/{}", 0.9)}
    files = {
        "a.py": app.replace("gateway", "api/v1"),
        "spec.yaml": contract({"/orders/{id}": "other"}, "https://h.example/api/v2"),
    }
    assert joined(files) == {}


def test_each_application_is_joined_to_the_contract_beside_it_and_none_to_one_that_could_be_anybodys() -> None:
    apps = {
        f"services/{name}/{file}": text
        for name in ("a", "b")
        for file, text in (
            ("main.py", APP.format(path="/health", name="health")),
            ("pyproject.toml", "[project]\nname = 'x'\n"),
        )
    }
    spec = contract({"/health": "health"})
    assert joined({**apps, "services/b/openapi.yaml": spec}) == {"/health": ("route:services/b!GET /health", 0.99)}
    assert joined({**apps, "openapi.yaml": spec}).get("/health", ("", 0.0))[1] <= 0.6


def test_what_joins_to_nothing_is_told_with_advice() -> None:
    files = {"a.py": APP.format(path="/made", name="made"), "spec.yaml": contract({"/promised": "promised"})}
    told = {(one.path, one.message): one.advice for one in linked(files).findings if one.rule == "spec_drift"}
    assert set(told) == {
        ("spec.yaml", "operation GET /promised has no route in the code"),
        ("a.py", "route GET /made is in no contract"),
    }
    assert all(told.values())
