"""Parts of an API description kept in files of their own: a path item, a parameter, a response, a file of components, a schema.

Takes a subject in YAML or JSON without a version line, gives CONTRACT or SCHEMA by its outermost keys. Follows no reference.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from analyzer.classify.subject import Subject
from analyzer.classify.toplevel import first_level_keys
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

_MARGIN = later(rb"^[\"']?([$A-Za-z][\w.-]{0,60})[\"']?[ \t]*:(?=[ \t\r\n]|$)", re.MULTILINE)
_METHODS = frozenset("get put post delete options head patch trace".split())
_ITEM = _METHODS | frozenset("parameters summary description servers $ref".split())
_PARTS = frozenset(
    "components definitions parameters responses securityDefinitions paths webhooks info servers tags security".split()
)
_ANSWER = frozenset("description summary headers content links required".split())
_PLACED = later(
    rb"(?:^|[{,]\s*)[\"']?in[\"']?[ \t]*:[ \t]*[\"']?(?:path|query|header|cookie|body|formData)\b", re.MULTILINE
)
_ANSWERED = later(rb"[\"']?(?:responses|operationId)[\"']?[ \t]*:")
_MEDIA = later(rb"[\"']?(?:application|text|image|multipart|audio|video|\*)/[\w.+*-]{1,80}[\"']?[ \t]*:")
_GROUPS = later(rb"[\"']?(?:schemas|parameters|responses|requestBodies|securitySchemes)[\"']?[ \t]*:")
_SHAPED = later(
    r"(?:^|/)(?:components|definitions|openapi|swagger|asyncapi|specs?|api[\w.-]*)/(?:[^/]+/){0,6}(?:schemas?|models|definitions)/"
)
_MOST_KEYS = 200


def by_content(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise what an API description would refer to."""
    if language not in {"yaml", "json"}:
        return None
    head = subject.head
    keys = _outermost(head)
    found = next((name for name, holds in _KINDS if keys and holds(keys, head)), None)
    if found:
        return Verdict(Category.CONTRACT, f"content:{found}")
    shape = keys & {"properties", "allOf", "oneOf", "anyOf", "enum", "items"}
    if shape and keys & {"type", "allOf", "oneOf", "anyOf"} and _SHAPED.search(subject.path.lower()):
        return Verdict(Category.SCHEMA, "content:schema_part")
    return None


def _outermost(head: bytes) -> frozenset[str]:
    """Return the keys at the margin of a YAML document, or of the outermost JSON object, without extensions."""
    if head.lstrip()[:1] == b"{":
        found = [key for key, behind in first_level_keys(head) if head[behind : behind + 20].lstrip()[:1] == b":"]
    else:
        found = [match[1] for match in _MARGIN.finditer(head)]
    keys = (key.decode("utf-8", "replace") for key in found[:_MOST_KEYS])
    return frozenset(key for key in keys if not key.startswith("x-"))


def _path_item(keys: frozenset[str], head: bytes) -> bool:
    return bool(keys & _METHODS) and keys <= _ITEM and bool(_ANSWERED.search(head))


def _operation(keys: frozenset[str], _head: bytes) -> bool:
    return "responses" in keys and bool(keys & {"operationId", "parameters", "requestBody", "summary", "tags"})


def _parameter(keys: frozenset[str], head: bytes) -> bool:
    return {"in", "name"} <= keys and bool(keys & {"schema", "content", "type"}) and bool(_PLACED.search(head))


def _response(keys: frozenset[str], head: bytes) -> bool:
    return "content" in keys and keys <= _ANSWER and bool(_MEDIA.search(head))


def _components(keys: frozenset[str], head: bytes) -> bool:
    return "components" in keys and keys <= _PARTS and bool(_GROUPS.search(head))


_KINDS: tuple[tuple[str, Callable[[frozenset[str], bytes], bool]], ...] = (
    ("openapi_path_item", _path_item),
    ("openapi_operation", _operation),
    ("openapi_parameter", _parameter),
    ("openapi_response", _response),
    ("openapi_components", _components),
)
