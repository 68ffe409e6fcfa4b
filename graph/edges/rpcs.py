"""IMPLEMENTS_RPC: gRPC methods to the code that serves them, by the bases, traits and registrations that generators derive from the contract.

Generated code need not be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from chunkers.symbol import Decorator, Reference
from graph.definition import Definition, FileView
from graph.model import Node
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.world import World, at_name, declared, place_of

_BASES = re.compile(
    r"^(?:\w+\.)*(?:(\w+?)Grpc(?:Kt)?\.)?(\w+?)(?:CoroutineImplBase|ImplBase|Servicer)$|^(?:\w+\.)*Unimplemented(\w+)Server$"
    r"|^(?:\w+\.)*(\w+)\.\4Base$"
)
_REGISTERED = re.compile(r"^Register(\w+)Server$")
Rpcs = dict[str, dict[str, str]]


def add_rpcs(world: World) -> None:
    """Enter who serves which rpc."""
    rpcs = _by_service(world.ledger.nodes.values())
    if not rpcs:
        return
    for definition in world.project.definitions:
        if not definition.view.test and definition.is_type:
            _served(world, definition, rpcs)
    for view in world.project.views.values():
        for site in view.facts.references if not view.test else ():
            if site.kind == "call" and len(site.arguments) > 1:
                _registered(world, view, site, rpcs)


def _by_service(nodes: Iterable[Node]) -> Rpcs:
    """Return the rpc nodes by simple service name and lower-case method."""
    found: Rpcs = {}
    for node in nodes:
        if node.id.startswith("rpc:"):
            service, _, name = node.id[4:].rpartition(".")
            found.setdefault(service.rpartition(".")[2], {})[name.lower()] = node.id
    return found


def _served(world: World, holder: Definition, rpcs: Rpcs) -> None:
    for service in _services(holder):
        kept = holder.view.defs.get(holder.symbol.qualified.partition("~")[0], holder)  # an impl block adds to its type
        _methods(world, kept, rpcs.get(service, {}), "generated_base_name")
    for group in holder.members.values():
        for one in group:
            for mark in one.symbol.decorators:
                if mark.name.rpartition(".")[2] == "GrpcMethod":
                    _annotated(world, one, mark, rpcs)


def _methods(world: World, holder: Definition, methods: dict[str, str], rule: str) -> None:
    """Join the methods of a class to the rpcs of one service, whatever the case and the underscores."""
    for name, group in holder.members.items():
        target = methods.get(name.replace("_", "").lower())
        if target is not None and group[0].is_callable:
            proof = [declared(group[0])]
            world.ledger.edge(
                group[0].id, target, "IMPLEMENTS_RPC", proof, confidence=0.9, resolution="inferred", rule=rule
            )


def _services(holder: Definition) -> Iterator[str]:
    tonic = holder.view.language == "rust" and _speaks_tonic(holder)
    for kind, text in holder.symbol.supers:
        found = _BASES.match(text.partition("(")[0])
        if found:
            yield next(group for group in found.groups() if group)
        elif tonic and kind == "implements":
            yield text.rpartition("::")[2]


def _speaks_tonic(holder: Definition) -> bool:
    marks = any(mark.name.startswith("tonic") for mark in holder.symbol.decorators)
    return marks or any(item.module.split("::")[0] == "tonic" for item in holder.view.facts.imports)


def _registered(world: World, view: FileView, site: Reference, rpcs: Rpcs) -> None:
    """Read `pb.RegisterGreeterServer(s, &server{})` and `server.addService(proto.Greeter.service, {sayHello})`."""
    at = place_of(view, site)
    named = _REGISTERED.match(site.name) if view.language == "go" else None
    if named is not None:
        held = world.engine(view).value(site.arguments[1].value, at)
        if held is not None and held.target is not None:
            _methods(world, held.target, rpcs.get(named.group(1), {}), "registered_server")
    elif site.name == "addService" and family(view.facts.language) == "script":
        service, table = site.arguments[0].value, site.arguments[1].value
        owner = service[1] if service[:1] == ("attr",) and service[2] == "service" else None
        methods = rpcs.get(str(owner[-1]), {}) if isinstance(owner, tuple) and owner else {}
        for pair in table[1:] if table[:1] == ("dict",) else ():
            key, value = pair if isinstance(pair, tuple) and len(pair) > 1 else ((), ())
            target = methods.get(str(key[-1]).lower()) if isinstance(key, tuple) and key else None
            handler = world.handler(value, at) if isinstance(value, tuple) else None
            if target is not None and handler is not None:
                proof = [at_name(view.path, site)]
                world.ledger.edge(
                    handler.id,
                    target,
                    "IMPLEMENTS_RPC",
                    proof,
                    confidence=0.95,
                    resolution="exact",
                    rule="added_service",
                )


def _annotated(world: World, method: Definition, mark: Decorator, rpcs: Rpcs) -> None:
    at = Place(method.view, method.symbol.container, mark.line)
    service = world.text(argument(mark.arguments, "service", 0), at)
    name = world.text(argument(mark.arguments, "method", 1), at) or method.name
    target = rpcs.get(service or "", {}).get(name.lower())
    if target is not None:
        proof = [at_name(method.view.path, mark)]
        world.ledger.edge(
            method.id, target, "IMPLEMENTS_RPC", proof, confidence=0.97, resolution="exact", rule="grpc_annotation"
        )
