"""Contracts, schemas and SQL under an extension that says nothing of them, or the wrong thing: known by how their text begins.

Takes a subject, gives a language. Only a whole beginning counts (a first statement, a first definition, the keys every API description has),
so that prose about a format stays prose.
"""

from __future__ import annotations

import re

from analyzer.classify.subject import Subject
from chunkers.pattern import later

SILENT = frozenset(
    "txt text dist orig bak old tmp template sample example spec schema def definition contract api data".split()
)
"""Extensions under which a file may be anything."""

_C_COMMENTS = rb"\A(?:\s++|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_HASH_COMMENTS = rb"\A(?:\s++|\#[^\n]*+|\"\"\"(?:[^\"]|\"(?!\"\"))*+\"\"\"|\"[^\"\n]*+\")*+"
_SQL_COMMENTS = rb"\A(?:\s++|--[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_API_KEY = later(rb"^[\"']?(?:openapi|swagger|asyncapi)[\"']?[ \t]*:[ \t]*[\"']?\d", re.MULTILINE)
_API_SHAPE = later(rb"^[\"']?(?:info|paths|components|channels|webhooks|definitions)[\"']?[ \t]*:", re.MULTILINE)
_API_JSON = later(rb"\A\s*\{(?:[^{}]|\{[^{}]{0,2000}\}){0,400}\"(?:openapi|swagger|asyncapi)\"\s*:\s*\"\d")
_SPOKEN: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    ("protobuf", later(_C_COMMENTS + rb"(?:syntax\s*=\s*[\"']proto[23][\"']|edition\s*=\s*[\"']20\d\d[\"'])\s*;")),
    ("prisma", later(_C_COMMENTS + rb"(?:generator|datasource)\s+\w+\s*\{\s*provider\s*=")),
    (
        "graphql",
        later(
            _HASH_COMMENTS
            + rb"(?:schema\s*\{\s*(?:query|mutation|subscription)\s*:"
            + rb"|(?:extend\s+)?(?:type|input)\s+\w+(?:\s+implements[^{}=]{0,200})?(?:\s*@[^{}=]{0,200})?\s*\{\s*(?:\#[^\n]*\s*|\"[^\"]*\"+\s*){0,8}"
            + rb"\w+\s*(?:\([^)]{0,1000}\)\s*)?:\s*\[?\w)"
        ),
    ),
    (
        "sql",
        later(
            _SQL_COMMENTS
            + rb"(?:CREATE\s+(?:OR\s+REPLACE\s+|TEMP(?:ORARY)?\s+|UNIQUE\s+)?(?:TABLE|VIEW|INDEX|SCHEMA|DATABASE|TYPE|FUNCTION|PROCEDURE"
            + rb"|SEQUENCE|TRIGGER|EXTENSION)\s+[\w\"`\[]|ALTER\s+TABLE\s+[\w\"`\[]|DROP\s+(?:TABLE|VIEW|INDEX)\s+[\w\"`\[]"
            + rb"|INSERT\s+INTO\s+[\w\"`\[.\]]+\s*(?:\(|VALUES|SELECT))[^;]*;",
            re.IGNORECASE,
        ),
    ),
)  # fmt: skip


def spoken(subject: Subject, *, known: str | None) -> str | None:
    """Return the language that a file's beginning speaks; `known` is what its extension says, None when that is nothing.

    An extension is only contradicted where both readings exclude each other: YAML under `.json`, JSON under `.yaml` stays YAML.
    """
    head = subject.head
    if known == "json":
        yaml = head.lstrip()[:1] not in {b"{", b"[", b""} and _API_KEY.search(head) and _API_SHAPE.search(head)
        return "yaml" if yaml else None
    if known == "graphql":
        return "json" if head.lstrip()[:1] == b"{" and head.lstrip()[1:].lstrip()[:1] == b'"' else None
    if known not in {None, "text"} or (subject.extensions and subject.extensions[-1] not in SILENT and known):
        return None
    if _API_JSON.match(head):
        return "json"
    if _API_KEY.search(head) and _API_SHAPE.search(head):
        return "yaml"
    return next((language for language, pattern in _SPOKEN if pattern.match(head)), None)
