"""The words of JSON Schema (drafts 4 to 2020-12, and OpenAPI's additions): what makes a bare mapping a schema."""

from __future__ import annotations

from chunkers.formats.tree.node import MAPPING, SCALAR, SEQUENCE, Node
from chunkers.formats.tree.scalar import text_of

WORDS = frozenset(
    "$schema $id id $anchor $ref $defs definitions $comment $vocabulary $dynamicAnchor $dynamicRef $recursiveAnchor $recursiveRef title description "
    "default examples example deprecated readOnly writeOnly type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
    "minLength pattern format maxItems minItems uniqueItems maxContains minContains items prefixItems additionalItems contains unevaluatedItems "
    "maxProperties minProperties required dependentRequired dependencies properties patternProperties additionalProperties propertyNames "
    "dependentSchemas unevaluatedProperties allOf anyOf oneOf not if then else contentEncoding contentMediaType contentSchema nullable "
    "discriminator xml externalDocs".split()
)
_TYPES = frozenset("object array string number integer boolean null".split())
_SHAPES = (
    "properties",
    "items",
    "allOf",
    "anyOf",
    "oneOf",
    "enum",
    "patternProperties",
    "additionalProperties",
    "$defs",
    "definitions",
)


def is_schema(root: Node, source: bytes) -> bool:
    """Tell whether a mapping without `$schema` is a schema: only its words, with a JSON type or a shape that needs none."""
    keys = [child.key or "" for child in root.children]
    if root.kind is not MAPPING or not keys or not all(key in WORDS or key.startswith("x-") for key in keys):
        return False
    kind = root.get("type")
    typed = kind is not None and (kind.kind is SEQUENCE or (kind.kind is SCALAR and text_of(source, kind) in _TYPES))
    shaped = any(node is not None and node.kind in {MAPPING, SEQUENCE} for node in map(root.get, _SHAPES))
    composed = any(
        (node := root.get(word)) is not None and node.kind is SEQUENCE for word in ("allOf", "anyOf", "oneOf")
    )
    return (typed and (shaped or len(keys) > 1)) or composed
