"""The tables a statement in a string names: words behind FROM, JOIN, INTO, UPDATE and the like; names of WITH clauses are none.

Takes SQL, JPQL or HQL, gives names as written; linear in the text, and reads no expression.
"""

from __future__ import annotations

import re

_STATEMENT = re.compile(
    r"\s*(?:\(\s*)?(?:select|insert|update|delete|with|merge|replace|truncate|from)\s", re.IGNORECASE
)
_NAME = r"[\"`\[]?[A-Za-z_][\w$]*[\"`\]]?(?:\.[\"`\[]?[A-Za-z_][\w$]*[\"`\]]?){0,2}"
_NAMED = re.compile(
    rf"\b(?:from|join|into|update|truncate(?:\s+table)?)\s+(?:only\s+)?({_NAME})((?:\s+(?:as\s+)?\w+)?(?:\s*,\s*{_NAME}(?:\s+(?:as\s+)?\w+)?)*)",
    re.IGNORECASE,
)
_MORE = re.compile(rf",\s*({_NAME})")
_WITH = re.compile(
    r"(?:\bwith(?:\s+recursive)?|,)\s+(\w+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(", re.IGNORECASE
)
_NONE = frozenset({"select", "set", "where", "lateral", "unnest", "values", "dual", "the", "now"})
_LONGEST = 4000


def named_tables(text: str) -> list[str]:
    """Return the names of tables (or entities) in a statement, in order; [] when the text is none."""
    if len(text) > _LONGEST or not _STATEMENT.match(text):
        return []
    defined = {name.lower() for name in _WITH.findall(text)}
    found: dict[str, None] = {}
    for match in _NAMED.finditer(text):
        for name in (match.group(1), *_MORE.findall(match.group(2))):
            plain = name.strip('"`[]')
            if plain.lower() not in defined and plain.lower() not in _NONE:
                found[plain] = None
    return list(found)
