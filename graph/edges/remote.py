"""IMPLEMENTS_RPC and RESOLVES_FIELD: gRPC methods to the code that serves them, GraphQL fields to their resolvers.

Generated code need not be there: implementers are known by the names that generators derive from the contract.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.symbol import Decorator
from graph.definition import Definition
from graph.model import Evidence, Node
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_name, declared

_GRAPHQL = {
    "QueryMapping": "Query",
    "MutationMapping": "Mutation",
    "SubscriptionMapping": "Subscription",
    "Query": "Query",
    "Mutation": "Mutation",
    "Subscription": "Subscription",
    "DgsQuery": "Query",
    "DgsMutation": "Mutation",
}
_FIELDS = frozenset({"SchemaMapping", "ResolveField", "DgsData", "FieldResolver"})
_BASES = re.compile(
    r"^(?:\w+\.)*(?:(\w+?)Grpc\.)?(\w+?)(?:ImplBase|CoroutineImplBase|Servicer)$|^(?:\w+\.)*Unimplemented(\w+)Server$"
)
_GO_RESOLVER = re.compile(r"^(\w+?)Resolver$")


def add_remote(world: World) -> None:
    """Enter who serves which rpc and which field."""
    rpcs = _by_service(world.ledger.nodes.values())
    fields = {node.id for node in world.ledger.nodes.values() if node.id.startswith("graphql:")}
    for definition in world.project.definitions:
        if definition.view.test:
            continue
        if definition.is_type and rpcs:
            _served(world, definition, rpcs)
        if fields and definition.is_callable:
            for field, proof, confidence, rule in _resolved(world, definition):
                if f"graphql:{field}" in fields:
                    world.ledger.edge(
                        definition.id,
                        f"graphql:{field}",
                        "RESOLVES_FIELD",
                        [proof],
                        confidence=confidence,
                        resolution="exact",
                        rule=rule,
                    )


def _by_service(nodes: Iterable[Node]) -> dict[str, dict[str, str]]:
    """Return the rpc nodes by simple service name and lower-case method."""
    found: dict[str, dict[str, str]] = {}
    for node in nodes:
        if node.id.startswith("rpc:"):
            service, _, name = node.id[4:].rpartition(".")
            found.setdefault(service.rpartition(".")[2], {})[name.lower()] = node.id
    return found


def _served(world: World, holder: Definition, rpcs: dict[str, dict[str, str]]) -> None:
    for service in _services(holder):
        methods = rpcs.get(service, {})
        for name, group in holder.members.items():
            target = methods.get(name.replace("_", "").lower())
            if target is not None and group[0].is_callable:
                proof = [declared(group[0])]
                world.ledger.edge(
                    group[0].id,
                    target,
                    "IMPLEMENTS_RPC",
                    proof,
                    confidence=0.9,
                    resolution="inferred",
                    rule="generated_base_name",
                )
    for group in holder.members.values():
        for one in group:
            for mark in one.symbol.decorators:
                if mark.name.rpartition(".")[2] == "GrpcMethod":
                    _annotated(world, one, mark, rpcs)


def _services(holder: Definition) -> Iterator[str]:
    for _, text in holder.symbol.supers:
        found = _BASES.match(text)
        if found:
            yield found.group(1) or found.group(2) or found.group(3)


def _annotated(world: World, method: Definition, mark: Decorator, rpcs: dict[str, dict[str, str]]) -> None:
    at = Place(method.view, method.symbol.container, mark.line)
    service = world.text(argument(mark.arguments, "service", 0), at)
    name = world.text(argument(mark.arguments, "method", 1), at) or method.name
    target = rpcs.get(service or "", {}).get(name.lower())
    if target is not None:
        proof = [at_name(method.view.path, mark)]
        world.ledger.edge(
            method.id, target, "IMPLEMENTS_RPC", proof, confidence=0.97, resolution="exact", rule="grpc_annotation"
        )


def _resolved(world: World, definition: Definition) -> Iterator[tuple[str, Evidence, float, str]]:
    holder, view = definition.parent, definition.view
    for mark in definition.symbol.decorators:
        short = mark.name.rpartition(".")[2]
        at = Place(view, definition.symbol.container, mark.line)
        named = world.text(
            argument(mark.arguments, "name")
            or argument(mark.arguments, "field", None if family(view.language) == "script" else 0),
            at,
        )
        if short in _GRAPHQL:
            yield f"{_GRAPHQL[short]}.{named or definition.name}", at_name(view.path, mark), 0.97, "graphql_annotation"
        elif short in _FIELDS:
            owner = world.text(argument(mark.arguments, "typeName"), at) or _source_type(definition)
            if owner:
                yield f"{owner}.{named or definition.name}", at_name(view.path, mark), 0.95, "graphql_annotation"
    if holder is None:
        return
    proof = declared(definition)
    if view.language == "python" and definition.name.startswith("resolve_"):
        yield f"{holder.name}.{_camel(definition.name[8:])}", proof, 0.9, "graphene_resolver"
    elif view.language == "python" and any(
        mark.name.startswith("strawberry.") for mark in definition.symbol.decorators
    ):
        yield f"{holder.name}.{_camel(definition.name)}", proof, 0.95, "strawberry_field"
    elif view.language == "go" and (found := _GO_RESOLVER.match(holder.name)):
        yield (
            f"{found.group(1)[:1].upper()}{found.group(1)[1:]}.{definition.name[:1].lower()}{definition.name[1:]}",
            proof,
            0.9,
            "gqlgen_resolver",
        )
    elif family(view.language) == "script" and holder.kind in {"field", "variable", "constant"}:
        yield f"{holder.name}.{definition.name}", proof, 0.85, "resolver_map"


def _source_type(definition: Definition) -> str | None:
    """Return the type of a schema mapping: that of its first parameter (Spring for GraphQL)."""
    parameters = definition.symbol.parameters
    return parameters[0].type.split("<")[0] if parameters and parameters[0].type else None


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
