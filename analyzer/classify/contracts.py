"""Contracts and schemas, by what they say: an API description may have any name.

Takes a subject, gives CONTRACT or SCHEMA. YAML keys count at the margin, JSON keys at the first level only.
"""

# ruff: noqa: E501  # tables read by the row
from __future__ import annotations

import re

from analyzer.classify.subject import Subject
from analyzer.classify.toplevel import first_level_keys
from analyzer.classify.verdict import Verdict
from chunkers.pattern import later
from chunkers.source import Category

_API_YAML = later(rb"^[\"']?(openapi|swagger|asyncapi)[\"']?[ \t]*:[ \t]*[\"']?\d", re.MULTILINE)
_API_WORDS = (b"openapi", b"swagger", b"asyncapi")
_VERSION = later(rb"\s*:\s*\"\d")
_META_VALUE = later(rb"\s*:\s*\"https?://json-schema\.org/(?:draft|schema)")
_META_SCHEMA = later(rb"[\"']?\$schema[\"']?[ \t]*:\s*[\"']?https?://json-schema\.org/(?:draft|schema)")
_SCHEMA_SHAPE = later(
    rb"^[ \t]{0,4}[\"']?(?:properties|\$defs|definitions|\$ref|oneOf|allOf|anyOf)[\"']?[ \t]*:", re.MULTILINE
)
_DDL = later(
    rb"^[ \t]*(?:create|alter|drop)[ \t]+(?:or[ \t]+(?:replace|alter)[ \t]+)?(?:table|index|unique|view|type|schema|sequence|function|proc(?:edure)?|trigger|materialized)\b",
    re.IGNORECASE | re.MULTILINE,
)
_MIGRATION = later(r"(?:^|/)(?:migrations?|migrate|db/migration|changelog|flyway|liquibase)/")
_LIQUIBASE = later(
    rb"<databaseChangeLog\b|^[\"']?databaseChangeLog[\"']?[ \t]*:|^[ \t]{0,8}\"databaseChangeLog\"[ \t]*:", re.MULTILINE
)
_RAML = later(rb"\A#%RAML [01]")
_BLUEPRINT = later(rb"\AFORMAT: 1A")
_LANGUAGE = {
    "protobuf": (Category.CONTRACT, "language:protobuf"), "graphql": (Category.CONTRACT, "language:graphql"), "thrift": (Category.CONTRACT, "language:thrift"),
    "avdl": (Category.CONTRACT, "language:avdl"), "smithy": (Category.CONTRACT, "language:smithy"), "capnp": (Category.CONTRACT, "language:capnp"),
    "flatbuffers": (Category.CONTRACT, "language:flatbuffers"), "prisma": (Category.SCHEMA, "language:prisma"), "dtd": (Category.SCHEMA, "language:dtd"),
}  # fmt: skip
_EXTENSION = {
    "wsdl": Category.CONTRACT,
    "raml": Category.CONTRACT,
    "apib": Category.CONTRACT,
    "xsd": Category.SCHEMA,
    "rng": Category.SCHEMA,
    "avsc": Category.SCHEMA,
    "avpr": Category.CONTRACT,
}


def by_content(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise OpenAPI, Swagger, AsyncAPI, RAML, JSON Schema and SQL schemas by their text."""
    data = subject.source.data or b""
    if language in {"yaml", "json"} and any(word in data for word in _API_WORDS):
        found = _api(data, language)
        if found:
            return Verdict(Category.CONTRACT, f"content:{found}")
    if language in {"yaml", "json"} and _is_json_schema(subject, data):
        return Verdict(Category.SCHEMA, "content:json_schema")
    if _RAML.match(data) or _BLUEPRINT.match(data):
        return Verdict(Category.CONTRACT, "content:api_description")
    if language in {"xml", "yaml", "json"} and b"databaseChangeLog" in subject.head and _LIQUIBASE.search(subject.head):
        return Verdict(Category.SCHEMA, "content:liquibase")
    if language == "sql" and (_MIGRATION.search(subject.path.lower()) or _DDL.search(subject.head)):
        return Verdict(Category.SCHEMA, "content:ddl")
    return None


def by_language(subject: Subject, language: str | None) -> Verdict | None:
    """Recognise languages and extensions that describe interfaces and nothing else."""
    known = _LANGUAGE.get(language or "")
    if known:
        return Verdict(*known)
    last = subject.extensions[-1] if subject.extensions else ""
    return Verdict(_EXTENSION[last], f"extension:.{last}") if last in _EXTENSION else None


def _api(data: bytes, language: str) -> str | None:
    if data.lstrip()[:1] != b"{":
        match = _API_YAML.search(data) if language == "yaml" else None
        return match[1].decode() if match else None
    for key, behind in first_level_keys(data):
        if key in _API_WORDS and _VERSION.match(data, behind):
            return key.decode()
    return None


def _is_json_schema(subject: Subject, data: bytes) -> bool:
    head = data[: 64 * 1024]
    if _META_SCHEMA.search(head):
        if data.lstrip()[:1] != b"{":
            return True
        return any(key == b"$schema" and _META_VALUE.match(head, behind) for key, behind in first_level_keys(head))
    named = re.search(r"(?:[._-]|^)schema\.(?:json|ya?ml)$", subject.name.lower())
    return bool(named and b"type" in head and _SCHEMA_SHAPE.search(head))
