"""Prints METHOD and path of a Python web application, as the framework itself lists them.

usage: python python_routes.py fastapi|flask|django TARGET [PACKAGE ...]

TARGET is `module:app` or `module:factory()`, for Django the settings module. With PACKAGE only what these packages serve is printed: what an
installed package brings along (admin pages, documentation) is not in the repository. Run it inside the application's own environment.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from typing import Any

Row = tuple[str, str, str]


def loaded(target: str) -> Any:
    module, _, name = target.partition(":")
    found = getattr(importlib.import_module(module), name.removesuffix("()"))
    return found() if name.endswith("()") else found


def fastapi(app: Any) -> Iterator[Row]:
    if not all(
        hasattr(route, "path") for route in app.routes
    ):  # newer versions keep included routers unopened: ask for the document
        for path, operations in app.openapi()["paths"].items():
            for method in operations:
                yield method.upper(), path, sys.argv[3] if len(sys.argv) > 3 else ""
        return
    for route in app.routes:
        for method in sorted(getattr(route, "methods", None) or ["WS"]):
            yield method, route.path, route.endpoint.__module__ if hasattr(route, "endpoint") else ""


def flask(app: Any) -> Iterator[Row]:
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static" or rule.endpoint.endswith(".static"):
            continue
        view = app.view_functions[rule.endpoint]
        for method in sorted(rule.methods - {"HEAD", "OPTIONS"}):
            yield method, rule.rule, getattr(view, "__module__", "")


def django(settings: str) -> Iterator[Row]:

    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    importlib.import_module("django").setup()
    resolver = importlib.import_module("django.urls").get_resolver()
    yield from patterns(resolver.url_patterns, "")


def patterns(found: list[Any], front: str) -> Iterator[Row]:
    for one in found:
        text = str(one.pattern)
        path = front + (text.removeprefix("^") if front else text)
        if hasattr(one, "url_patterns"):
            yield from patterns(one.url_patterns, path)
            continue
        view = one.callback
        held = getattr(view, "cls", None) or getattr(view, "view_class", None)
        actions = getattr(view, "actions", None)
        verbs = actions or [verb for verb in getattr(held, "http_method_names", ()) if hasattr(held, verb)]
        for verb in sorted(set(verbs) - {"head", "options"}) or ["any"]:
            yield verb.upper(), f"/{path}", (held or view).__module__


def main() -> None:
    sys.path.insert(0, ".")
    kind, target, *packages = sys.argv[1:]
    rows = django(target) if kind == "django" else {"fastapi": fastapi, "flask": flask}[kind](loaded(target))
    for method, path, module in rows:
        if not packages or module.split(".")[0] in packages:
            print(f"{method}\t{path}")


if __name__ == "__main__":
    main()
