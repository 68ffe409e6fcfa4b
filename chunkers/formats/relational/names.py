"""Names in SQL: the kinds of object a statement can be about, and the tables it reads.

Tables of keywords and two readers over tokens; knows no verb.
"""

from __future__ import annotations

from chunkers.formats.relational.token import QUOTED, Reader, Token

TWO_WORDS: dict[str, frozenset[str]] = {
    "MATERIALIZED": frozenset({"VIEW"}),
    "FOREIGN": frozenset({"TABLE", "DATA", "SERVER"}),
    "EVENT": frozenset({"TRIGGER", "SESSION", "NOTIFICATION"}),
    "ACCESS": frozenset({"METHOD"}),
    "OPERATOR": frozenset({"CLASS", "FAMILY"}),
    "TEXT": frozenset({"SEARCH"}),
    "USER": frozenset({"MAPPING"}),
    "PACKAGE": frozenset({"BODY"}),
    "TYPE": frozenset({"BODY"}),
    "DATABASE": frozenset({"LINK"}),
    "RESOURCE": frozenset({"GROUP", "POOL"}),
    "PARTITION": frozenset({"FUNCTION", "SCHEME"}),
    "WORKLOAD": frozenset({"GROUP"}),
    "SECURITY": frozenset({"POLICY"}),
    "XML": frozenset({"SCHEMA"}),
    "DEFAULT": frozenset({"PRIVILEGES"}),
    "ROW": frozenset({"ACCESS"}),
    "FILE": frozenset({"FORMAT"}),
}
THREE_WORDS: dict[tuple[str, str], frozenset[str]] = {
    ("FOREIGN", "DATA"): frozenset({"WRAPPER"}),
    ("TEXT", "SEARCH"): frozenset({"CONFIGURATION", "DICTIONARY", "PARSER", "TEMPLATE"}),
    ("XML", "SCHEMA"): frozenset({"COLLECTION"}),
    ("ROW", "ACCESS"): frozenset({"POLICY"}),
}
OBJECTS = frozenset(
    "AGGREGATE ASSEMBLY CAST CERTIFICATE COLLATION CONTEXT CONVERSION CREDENTIAL DATABASE DEFAULT DICTIONARY DIMENSION DIRECTORY DOMAIN EVENT "
    "EXTENSION FUNCTION GROUP INDEX KEY KEYSPACE LANGUAGE LIBRARY LOGIN MACRO MASKING OPERATOR PACKAGE PIPE POLICY PROC PROCEDURE "
    "PROFILE PUBLICATION QUEUE ROLE ROUTINE RULE SCHEMA SECRET SEQUENCE SERVER SERVICE STAGE STATISTICS STREAM SUBSCRIPTION SYNONYM "
    "TABLE TABLESPACE TAG TASK TRANSFORM TRIGGER TYPE USER VIEW WAREHOUSE SYSTEM SESSION".split()
)
_READ = frozenset({"FROM", "JOIN", "INTO", "REFERENCES", "UPDATE", "USING"})
_NOT_TABLES = frozenset(
    "SELECT LATERAL ONLY UNNEST SET ON OF TABLE VALUES WHERE BTREE GIN GIST HASH BRIN TO BY STRICT CASCADE RESTRICT NO OUTFILE DUMPFILE "
    "STDIN STDOUT CURRENT NEW OLD WITH AS IF JSON_TABLE GENERATE_SERIES NOT NULL OR FOR EACH THE".split()
)
_AFTER_WORDS = frozenset("ON FOR DO BEFORE AFTER OR KEY OF DISTINCT COMMIT , BY".split())
_ON_ROLES = frozenset({"GRANT", "REVOKE", "DENY"})
_INTO_TABLE = frozenset(
    "INSERT MERGE REPLACE IGNORE OVERWRITE LOW_PRIORITY DELAYED HIGH_PRIORITY ALL FIRST ABORT FAIL COPY".split()
)
_SETTINGS = frozenset(
    "NOCOUNT XACT_ABORT ANSI_NULLS QUOTED_IDENTIFIER ANSI_WARNINGS ANSI_PADDING IDENTITY_INSERT".split()
)
_FROM_FUNCTIONS = frozenset({"EXTRACT", "TRIM", "SUBSTRING", "OVERLAY", "POSITION"})


def object_kind(reader: Reader) -> str | None:
    """Read the kind of object (`TABLE`, `MATERIALIZED VIEW`); None when the word is no kind known."""
    first, second, third = reader.key(), reader.key(1), reader.key(2)
    if (first, second) in THREE_WORDS and third in THREE_WORDS[first, second]:
        reader.at += 3
        return f"{first} {second} {third}"
    if first in TWO_WORDS and second in TWO_WORDS[first]:
        reader.at += 2
        return f"{first} {second}"
    if first not in OBJECTS:
        return None
    reader.at += 1
    return "PROCEDURE" if first == "PROC" else first


def tables_read(items: list[Token]) -> tuple[str, ...]:
    """Return the tables named behind FROM, JOIN, INTO, UPDATE and REFERENCES, in order, common table expressions left out."""
    found: dict[str, None] = {}
    local: set[str] = set()
    if items[0].key in _ON_ROLES:
        return ()
    openers: list[str] = []
    for index, token in enumerate(items):
        key = token.key
        if key == "(":
            openers.append(items[index - 1].key if index else "")
        elif key == ")" and openers:
            openers.pop()
        elif key == "AS" and index + 1 < len(items) and items[index + 1].key in {"(", "MATERIALIZED", "NOT"} and index:
            local.add(items[index - 1].text)
        elif key in _READ and not (key == "FROM" and openers and openers[-1] in _FROM_FUNCTIONS):
            name = _table_after(items, index, key)
            if name:
                found[name] = None
    return tuple(name for name in found if name not in local)


def _table_after(items: list[Token], index: int, key: str) -> str | None:
    previous = items[index - 1].key if index else ""
    if (
        (key == "UPDATE" and previous in _AFTER_WORDS and not _setting(items, index))
        or (key == "INTO" and previous not in _INTO_TABLE and items[0].key not in {"SELECT", "WITH"})
        or (key == "FROM" and previous == "DISTINCT")
        or (key == "USING" and not _names_table(items, index))
    ):
        return None
    reader = Reader(items, index + 1)
    reader.take("ONLY")
    token = items[reader.at] if reader.at < len(items) else None
    if (
        token is None
        or token.key in _NOT_TABLES
        or not (token.key == QUOTED or token.text[:1].isalpha() or token.text[:1] == "_")
    ):
        return None
    name = reader.name()
    if name is None or (reader.key() == "(" and key in {"FROM", "JOIN"}):  # a function, not a table
        return None
    return None if name[:1] in "{$@:" else name


def _setting(items: list[Token], index: int) -> bool:
    """`SET NOCOUNT ON` ends before the statement that follows it without a semicolon."""
    return index > 1 and items[index - 1].key == "ON" and items[index - 2].key in _SETTINGS


def _names_table(items: list[Token], index: int) -> bool:
    """USING names a table in DELETE and MERGE only."""
    return items[0].key in {"DELETE", "MERGE"} and index + 1 < len(items) and items[index + 1].key != "("
