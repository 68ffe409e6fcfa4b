"""RESOLVES_FIELD: GraphQL fields to the code that answers them, by annotations, names and resolver maps of a dozen libraries.

A field without a resolver is a plain property and gets no edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.symbol import Decorator, Expr
from graph.definition import Definition, FileView
from graph.model import Evidence
from graph.project import family
from graph.resolve.origin import argument
from graph.resolve.values import Place
from graph.routes.script_routers import option
from graph.routes.variables import made_by
from graph.world import World, at_line, at_name, declared

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
_ARIADNE = {"QueryType": "Query", "MutationType": "Mutation", "SubscriptionType": "Subscription", "ObjectType": ""}
_GO_RESOLVER = re.compile(r"^(\w+?)Resolver$")
Resolved = tuple[str, Evidence, float, str]


def add_resolvers(world: World) -> None:
    """Enter who resolves which field."""
    fields = {node.id for node in world.ledger.nodes.values() if node.id.startswith("graphql:")}
    if not fields:
        return
    for definition in world.project.definitions:
        if not definition.view.test and definition.is_callable:
            for field, proof, confidence, rule in _resolved(world, definition):
                _enter(world, fields, definition.id, field, (proof, confidence, rule))
    for view in world.project.views.values():
        if family(view.facts.language) == "script" and not view.test:
            for handler, field, proof in _mapped(world, view, fields):
                _enter(world, fields, handler.id, field, (proof, 0.85, "resolver_map"))


def _enter(world: World, fields: set[str], source: str, field: str, said: tuple[Evidence, float, str]) -> None:
    proof, confidence, rule = said
    target = f"graphql:{field}"
    if target in fields:
        world.ledger.edge(
            source, target, "RESOLVES_FIELD", [proof], confidence=confidence, resolution="exact", rule=rule
        )


def _resolved(world: World, definition: Definition) -> Iterator[Resolved]:
    holder, view = definition.parent, definition.view
    for mark in definition.symbol.decorators:
        yield from _annotated(world, definition, mark)
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
    elif view.language == "ruby" and holder.name.endswith("Type"):
        yield f"{holder.name.removesuffix('Type')}.{_camel(definition.name)}", proof, 0.85, "graphql_ruby_type"
    elif family(view.language) == "script" and holder.kind in {"field", "variable", "constant"}:
        yield f"{holder.name}.{definition.name}", proof, 0.85, "resolver_map"


def _annotated(world: World, definition: Definition, mark: Decorator) -> Iterator[Resolved]:
    view, short = definition.view, mark.name.rpartition(".")[2]
    at = Place(view, definition.symbol.container, mark.line)
    name = world.text(_name(view, mark), at) or definition.name
    proof = at_name(view.path, mark)
    if short in _GRAPHQL:
        yield f"{_GRAPHQL[short]}.{name}", proof, 0.97, "graphql_annotation"
    elif short in _FIELDS:
        given = argument(mark.arguments, "typeName") or argument(mark.arguments, "parentType")
        owner = world.text(given, at) or _source_type(definition) or _resolver_of(definition)
        if owner:
            yield f"{owner}.{name}", proof, 0.95, "graphql_annotation"
    elif short == "field" and view.language == "python" and mark.arguments:
        made = made_by(world, ("name", mark.name.rpartition(".")[0]), at)
        if made is not None and made.kind in _ARIADNE:
            named = made.call.arguments[0].value if made.call is not None and made.call.arguments else None
            owner = _ARIADNE[made.kind] or world.text(named, at)
            yield f"{owner}.{world.text(mark.arguments[0].value, at)}", proof, 0.95, "ariadne_field"


def _name(view: FileView, mark: Decorator) -> Expr | None:
    """Return the name that an annotation gives a field, where it is not the method's."""
    if family(view.language) == "script":
        tables = (option(one.value, "name") for one in mark.arguments)
        named = next((found for found in tables if found), None)
        first = mark.arguments[0].value if mark.arguments else None
        return named or (first if first and first[0] == "str" else None)
    return argument(mark.arguments, "name") or argument(mark.arguments, "field", 0)


def _resolver_of(definition: Definition) -> str | None:
    """Return the type that a resolver class is for, by its name: `UserResolver`."""
    holder = definition.parent
    return holder.name.removesuffix("Resolver") if holder is not None and holder.name.endswith("Resolver") else None


def _mapped(world: World, view: FileView, fields: set[str]) -> Iterator[tuple[Definition, str, Evidence]]:
    """Yield functions named in a resolver map: `{Query: {order: findOrder}, Mutation: {addOrder}}`."""
    for binding in view.facts.bindings:
        table = binding.value
        owners = _owners(table, fields)
        if not owners:
            continue
        at = Place(view, binding.scope, binding.line)
        for owner, inner in owners.items():
            for pair in inner[1:]:
                if (
                    isinstance(pair, tuple)
                    and len(pair) > 1
                    and isinstance(pair[0], tuple)
                    and isinstance(pair[1], tuple)
                ):
                    handler = world.handler(pair[1], at) if pair[1][:1] in {("name",), ("attr",)} else None
                    if handler is not None and handler.is_callable:
                        yield handler, f"{owner}.{pair[0][-1]}", at_line(view.path, binding.line)
        for site in view.facts.references:  # what is only named: its key is its name
            if site.kind == "value" and site.line >= binding.line and site.scope == binding.scope:
                known = [owner for owner in owners if f"graphql:{owner}.{site.name}" in fields]
                handler = world.handler(("name", site.name), at) if len(known) == 1 else None
                if handler is not None and handler.is_callable:
                    yield handler, f"{known[0]}.{site.name}", at_name(view.path, site)


def _owners(table: Expr | None, fields: set[str]) -> dict[str, Expr]:
    """Return the object types of a resolver map with what each maps; {} when the value is none."""
    found: dict[str, Expr] = {}
    for pair in table[1:] if table and table[0] == "dict" else ():
        if isinstance(pair, tuple) and len(pair) > 1 and isinstance(pair[0], tuple) and isinstance(pair[1], tuple):
            name = str(pair[0][-1])
            if f"graphql:{name}" in fields and pair[1][:1] == ("dict",):
                found[name] = pair[1]
    return found


def _source_type(definition: Definition) -> str | None:
    """Return the type of a schema mapping: that of its first parameter (Spring for GraphQL)."""
    parameters = definition.symbol.parameters
    first = parameters[0].type.split("<")[0] if parameters and parameters[0].type else None
    return first if first not in {"any", "unknown", "object"} else None


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)
