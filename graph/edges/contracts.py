"""DESCRIBES: OpenAPI operations joined to the routes that serve them; what joins to nothing is spec drift.

Scores: operation id equals handler name and path matches .99, method and path .97, path behind a server prefix .9, operation id alone .6.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from chunkers.symbol import FileFacts, Symbol
from graph import ids
from graph.model import GraphFinding
from graph.routes.paths import normalised
from graph.routes.route import ANY, Route
from graph.world import World, at_line

_SURE = 0.9
_VERSION = re.compile(r"(?<=/)v\d+(?=/|$)", re.IGNORECASE)
_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace"})


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of a contract: node id, method, normalised path below each server prefix, operation id."""

    id: str
    facts: FileFacts
    symbol: Symbol
    method: str
    path: str
    prefixed: tuple[str, ...]
    operation_id: str | None


def operations(world: World) -> list[Operation]:
    """Return all API operations of the snapshot, by file and place."""
    found = []
    for view in world.project.views.values():
        extras = view.facts.extras
        servers = [value for name, value in extras if name in {"server.url", "base.path"}]
        named = {name.partition(":")[2]: value for name, value in extras if name.startswith("operationId:")}
        for symbol in view.facts.symbols:
            if symbol.kind == "api_operation":
                operation = _operation(view.facts, symbol, servers, named.get(symbol.qualified))
                if operation is not None:
                    found.append(operation)
    return found


def _operation(facts: FileFacts, symbol: Symbol, servers: list[str], operation_id: str | None) -> Operation | None:
    method, path = _method_and_path(symbol)
    if not method:
        return None
    bases = [_server_path(url) for url in servers]
    prefixed = tuple(dict.fromkeys(normalised(f"{base}/{path}") for base in bases if base))
    return Operation(ids.format_id(facts, symbol), facts, symbol, method, normalised(path), prefixed, operation_id)


def _method_and_path(symbol: Symbol) -> tuple[str, str]:
    """Read `POST:/orders`, `POST /orders` or the pointer `/paths/~1orders/post`."""
    for separator in (":", " "):
        method, _, path = symbol.qualified.partition(separator)
        if method.lower() in _VERBS and path.startswith("/"):
            return method.upper(), path
    parts = (symbol.pointer or "").strip("#/").split("/")
    if len(parts) == 3 and parts[0] == "paths" and parts[2].lower() in _VERBS:  # noqa: PLR2004 - "paths", path, method
        return parts[2].upper(), parts[1].replace("~1", "/").replace("~0", "~")
    return "", ""


def _server_path(url: str) -> str:
    text = url.split("://", 1)[-1] if "://" in url else url
    if "://" in url:
        text = text[text.index("/") :] if "/" in text else ""
    return text.strip("/")


def add_contracts(world: World, routes: list[Route]) -> dict[str, list[Operation]]:
    """Join operations to routes; return the operations of each route id."""
    known = operations(world)
    if not known:
        return {}
    by_key: defaultdict[tuple[str, str], list[Route]] = defaultdict(list)
    for route in routes:
        if not route.partial:
            by_key[(route.method, route.path)].append(route)
    joined: dict[str, list[Operation]] = {}
    served: set[str] = set()
    for operation in known:
        hit = _join(operation, by_key, routes)
        if hit is None:
            _drift(world, operation)
            continue
        route, score, rule = hit
        served.add(route.id)
        joined.setdefault(route.id, []).append(operation)
        proof = [at_line(operation.facts.path, operation.symbol.declaration_line)]
        world.ledger.edge(
            operation.id,
            route.id,
            "DESCRIBES",
            proof,
            confidence=score,
            resolution="exact" if score > _SURE else "inferred",
            rule=rule,
        )
    _undescribed(world, routes, served)
    return joined


def _join(
    operation: Operation, by_key: dict[tuple[str, str], list[Route]], routes: list[Route]
) -> tuple[Route, float, str] | None:
    for paths, score, rule in (
        ([operation.path], 0.97, "method_and_path"),
        (list(operation.prefixed), 0.97, "method_and_server_path"),
        (_stripped(operation, by_key), 0.9, "path_after_prefix"),
    ):
        for path in paths:
            hits = _nearest(by_key.get((operation.method, path), []) or by_key.get((ANY, path), []), operation)
            if hits:
                named = [one for one in hits if one.handler is not None and one.handler.name == operation.operation_id]
                return (named[0], 0.99, "operation_id_and_path") if named and score > _SURE else (hits[0], score, rule)
    named = [
        one
        for one in routes
        if operation.operation_id
        and one.handler is not None
        and one.handler.name == operation.operation_id
        and one.method in {operation.method, ANY}
    ]
    return (named[0], 0.6, "operation_id_only") if len({one.id for one in named}) == 1 else None


def _nearest(hits: list[Route], operation: Operation) -> list[Route]:
    """Return the routes of the application whose files lie nearest to the contract; [] where several lie equally near."""
    if len({one.id for one in hits}) <= 1:
        return hits
    parts = operation.facts.path.split("/")

    def shared(route: Route) -> int:
        pairs = zip(parts, (route.root[0] if route.root else route.view.path).split("/"), strict=False)
        return next((at for at, (left, right) in enumerate(pairs) if left != right), len(parts))

    most = max(shared(one) for one in hits)
    near = [one for one in hits if shared(one) == most]
    return near if len({one.id for one in near}) == 1 else []


def _stripped(operation: Operation, by_key: dict[tuple[str, str], list[Route]]) -> list[str]:
    """Return the one route path that ends in the operation's path, or that the operation's path ends in, when there is exactly one."""
    if operation.path.count("/") == 1 and "{}" in operation.path:
        return []
    ends = [
        path
        for method, path in by_key
        if method in {operation.method, ANY}
        and path != "/"
        and operation.path != "/"
        and _same_version(path, operation)
        and (path.endswith(operation.path) or any(p.endswith(path) for p in (operation.path, *operation.prefixed)))
    ]
    return ends if len(ends) == 1 else []


def _same_version(path: str, operation: Operation) -> bool:
    """Tell whether a route does not name another version of the interface than the contract does."""
    served = set(_VERSION.findall(path))
    told = {version for one in (operation.path, *operation.prefixed) for version in _VERSION.findall(one)}
    return not served or not told or bool(served & told)


def _drift(world: World, operation: Operation) -> None:
    world.findings.append(
        GraphFinding(
            "spec_drift",
            operation.facts.path,
            operation.symbol.declaration_line,
            f"operation {operation.method} {operation.path} has no route in the code",
            "implement it, remove it from the contract, or check the prefix under which it is served",
        )
    )


def _undescribed(world: World, routes: list[Route], served: set[str]) -> None:
    told: set[str] = set()
    for route in routes:
        if route.id in served or route.partial or route.id in told or route.method == "WS":
            continue
        told.add(route.id)
        world.findings.append(
            GraphFinding(
                "spec_drift",
                route.view.path,
                route.line,
                f"route {route.method} {route.path} is in no contract",
                "describe it in the OpenAPI document, or mark it as internal",
            )
        )
