"""The definitions of a GraphQL document as units: types, operations and fragments, the fields of root types as operations below them."""

from __future__ import annotations

from chunkers.formats.graphql.definitions import Definition, Document
from chunkers.formats.graphql.facts import references_of
from chunkers.formats.graphql.roots import root_types
from chunkers.unit import JsonValue, Unit

_EXECUTABLE = frozenset({"query", "mutation", "subscription"})


def units_of(document: Document) -> list[Unit]:
    """Return the units in source order; `parent` counts from the first of them."""
    roots = root_types(document)
    units: list[Unit] = []
    for found in document.definitions:
        parent = len(units)
        units.append(_unit(found))
        if found.name in roots and found.keyword == "type":
            units += _operations(found, parent, roots[found.name])
    return units


def _unit(found: Definition) -> Unit:
    kind = (
        "graphql_operation_chunk"
        if found.keyword in _EXECUTABLE
        else "graphql_fragment_chunk"
        if found.keyword == "fragment"
        else "graphql_type_chunk"
    )
    attributes: dict[str, JsonValue] = {"subkind": found.keyword}
    if references := references_of(found):
        attributes["references"] = list(references)
    if found.keyword in _EXECUTABLE:
        attributes["operation"] = found.keyword
    if found.extends:
        attributes["extends"] = True
    return Unit(
        kind=kind,
        name=found.title,
        title=found.title,
        start=found.start,
        end=found.end,
        declaration=(found.word, found.head_end),
        body=found.body,
        symbol=found.title if kind == "graphql_type_chunk" else None,
        signature=found.signature,
        symbols=tuple(f"{found.name}.{field.name}" for field in found.fields)
        if kind == "graphql_type_chunk" and found.keyword != "directive"
        else (),
        attributes=attributes,
        includes_leading_comment=found.start < found.word,
    )


def _operations(found: Definition, parent: int, operation: str) -> list[Unit]:
    """Return the fields of a root type, each an operation of the API."""
    made: list[Unit] = []
    for field in found.fields:
        title = f"{found.name}.{field.name}"
        attributes: dict[str, JsonValue] = {"subkind": "root_field", "operation": operation}
        if field.types:
            attributes["references"] = list(dict.fromkeys(name for name, _ in field.types))
        made.append(
            Unit(
                kind="graphql_operation_chunk",
                name=title,
                title=title,
                start=field.start,
                end=field.end,
                parent=parent,
                declaration=(field.word, field.stop),
                symbol=title,
                signature=field.signature,
                attributes=attributes,
                includes_leading_comment=field.start < field.word,
            )
        )
    return made
