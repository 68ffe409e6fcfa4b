"""CREATE statements: what comes into being, on which table, with which columns.

Takes a reader behind the verb, gives an `Operation` or None when the object is none we know.
"""

from __future__ import annotations

from dataclasses import replace

from chunkers.formats.relational.names import OBJECTS, TWO_WORDS, object_kind
from chunkers.formats.relational.operation import Operation, create_index, create_table, plain
from chunkers.formats.relational.token import QUOTED, STRING, Reader, Token

_MODIFIERS = frozenset(
    "OR REPLACE ALTER TEMP TEMPORARY GLOBAL LOCAL UNLOGGED TRANSIENT VOLATILE EXTERNAL HYBRID DYNAMIC UNIQUE CLUSTERED NONCLUSTERED "
    "COLUMNSTORE BITMAP FULLTEXT SPATIAL PRIMARY RECURSIVE EDITIONABLE NONEDITIONABLE FORCE NO NOFORCE PUBLIC CONSTRAINT VIRTUAL "
    "TRUSTED PROCEDURAL SECURE COLUMN SHARDED DUPLICATED IMMUTABLE BLOCKCHAIN PRIVATE AUTHENTICATED".split()
)
_HEADERS = frozenset({"DEFINER", "ALGORITHM", "SQL"})
_IF = frozenset("IF NOT EXISTS CONCURRENTLY ONLY".split())
_CONSTRAINTS = frozenset(
    "PRIMARY FOREIGN UNIQUE CHECK CONSTRAINT KEY INDEX EXCLUDE EXCLUDING INCLUDING LIKE FULLTEXT SPATIAL PERIOD SUPPLEMENTAL PROJECTION".split()
)
_TYPES = frozenset("INT INTEGER TEXT VARCHAR UUID CHAR BIGINT".split())


def create_statement(reader: Reader) -> Operation | None:
    """Return the operation of a CREATE."""
    _skip_modifiers(reader)
    if reader.key() not in OBJECTS and reader.key() not in TWO_WORDS and reader.key(1) in {"TABLE", "INDEX", "VIEW"}:
        reader.at += 1  # a modifier of a dialect not known here
    kind = object_kind(reader)
    if kind is None:
        return None
    reader.skip(_IF)
    if kind == "TABLE":
        return _table(reader)
    if kind == "INDEX":
        return _index(reader)
    name = reader.name() if reader.key() != "ON" else None
    if name is None:
        return None
    made = plain("CREATE", kind, name, _subject(reader, kind))
    if kind == "FOREIGN TABLE":
        return replace(made, operations=("create_table",), table=name, defines=(("table", name),))
    if kind == "MATERIALIZED VIEW":
        return replace(made, operations=("create_view",), defines=(("view", name),))
    return made


def _skip_modifiers(reader: Reader) -> None:
    while True:
        if reader.key() in _HEADERS:
            if reader.key() == "SQL":
                reader.at += 3
            else:
                reader.at += 2
                reader.at += 1 if reader.key() in {QUOTED, STRING} or reader.key().isidentifier() else 0
                while reader.key() in {"@", "(", ")"} or (reader.key().startswith("@")):
                    reader.at += 1
                    reader.at += 1 if reader.tokens[reader.at - 1].key == "@" else 0
        elif reader.key() in _MODIFIERS and not (reader.key() == "DEFAULT" and reader.key(1) != "PRIVILEGES"):
            reader.at += 1
        else:
            return


def _table(reader: Reader) -> Operation | None:
    table = reader.name()
    if table is None:
        return None
    if reader.take("PARTITION", "OF"):
        parent = reader.name()
        return create_table(table, (), (parent,) if parent else ())
    if reader.key() != "(":
        return create_table(table)
    columns, fault = _columns(reader)
    made = create_table(table, columns)
    return replace(made, fault=fault) if fault else made


def _columns(reader: Reader) -> tuple[list[str], str | None]:
    """Read the column names of a definition list; two commas in a row are a fault (some dialects take one before the end)."""
    items, depth, expects, fault = reader.tokens, 0, False, None
    columns: list[str] = []
    for index in range(reader.at, len(items)):
        token = items[index]
        if token.key == "(":
            depth += 1
            expects = expects or depth == 1
            if depth == 1:
                continue
        elif token.key == ")":
            depth -= 1
            if depth == 0:
                break
        if depth != 1:
            continue
        if token.key == ",":
            fault = fault or ("comma_without_item" if expects else None)
            expects = True
        elif expects:
            expects = False
            if _is_column(token, items[index + 1] if index + 1 < len(items) else None):
                columns.append(token.text)
    return columns, fault


def _is_column(token: Token, following: Token | None) -> bool:
    if token.key in {QUOTED, STRING}:
        return not token.text.startswith("{")
    if not (token.text[:1].isalpha() or token.text[:1] in "_@#"):
        return False
    if token.key in {
        "KEY",
        "INDEX",
        "PERIOD",
        "LIKE",
    }:  # names that are also keywords: a type behind them makes them columns
        return following is not None and following.key in _TYPES
    return token.key not in _CONSTRAINTS


def _index(reader: Reader) -> Operation | None:
    name = reader.name() if reader.key() not in {"ON", "("} else None
    while reader.key() not in {"ON", ""}:
        reader.at += 1
    if not reader.take("ON"):
        return create_index(name, None) if name else None
    reader.skip(_IF)
    table = reader.name()
    if table is None:
        return None
    while reader.key() not in {"(", ""}:
        reader.at += 1
    return create_index(name, table, _index_columns(reader))


def _index_columns(reader: Reader) -> list[str]:
    columns: list[str] = []
    depth, expects = 0, False
    for index in range(reader.at, len(reader.tokens)):
        token = reader.tokens[index]
        depth += (token.key == "(") - (token.key == ")")
        if depth == 0:
            break
        if depth == 1 and token.key in {"(", ","}:
            expects = True
        elif expects and depth == 1:
            expects = False
            following = reader.tokens[index + 1].key if index + 1 < len(reader.tokens) else ""
            if following != "(" and (token.key == QUOTED or token.text[:1].isalpha() or token.text[:1] == "_"):
                columns.append(token.text)
    return columns


def _subject(reader: Reader, kind: str) -> str | None:
    """Return the table that a trigger, policy, rule or statistics object stands on."""
    if kind not in {"TRIGGER", "POLICY", "RULE", "SECURITY POLICY", "ROW ACCESS POLICY"}:
        return None
    for index in range(reader.at, min(len(reader.tokens), reader.at + 40)):
        key = reader.tokens[index].key
        if (kind == "RULE" and key == "TO") or (kind != "RULE" and key == "ON"):
            return Reader(reader.tokens, index + 1).name()
        if key in {"BEGIN", "EXECUTE", "DO", "$"}:
            break
    return None
