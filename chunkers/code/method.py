"""Callables as chunks: leading comment, decorators, signature and body in one unit.

Takes a callable's definition from the sheet, gives its unit; what is too large is cut further by `block`.
"""

from __future__ import annotations

from chunkers.code.reading import Definition
from chunkers.code.sheet import Sheet
from chunkers.unit import JsonValue, Unit


def method_unit(sheet: Sheet, definition: Definition) -> Unit:
    """Return the unit of a function, method, constructor or accessor."""
    return sheet.make(definition, "method_chunk", callable_attributes(sheet, definition))


def callable_attributes(sheet: Sheet, definition: Definition) -> dict[str, JsonValue]:
    """Return the attributes of a callable: kind, modifiers, parameters and result as written."""
    symbol = sheet.symbols[id(definition)]
    attributes = sheet.attributes(definition, _subkind(definition))
    attributes["parameters"] = [{"name": p.name, "type": p.type} for p in symbol.parameters]
    attributes["returns"] = symbol.returns
    tags = [
        tag
        for tag in symbol.tags
        if tag in {"async", "static", "abstract", "overload", "generator", "setup", "fixture", "exported"}
    ]
    if tags:
        attributes["tags"] = tags
    return attributes


def _subkind(definition: Definition) -> str:
    if {"getter", "setter", "deleter"} & set(definition.tags):
        return "property"
    for tag in ("initializer", "closure"):
        if tag in definition.tags:
            return tag
    return definition.kind
