"""What one SQL statement does: verb, object, table, columns, read off its words.

Takes a byte range, gives an `Operation`; knows keywords of five dialects, no grammar. What it does not understand is `unknown`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.formats.relational.alter import alter_statement
from chunkers.formats.relational.create import create_statement
from chunkers.formats.relational.dialect import Dialect
from chunkers.formats.relational.names import OBJECTS, object_kind, tables_read
from chunkers.formats.relational.operation import Operation, drop_table, plain, rows, unknown
from chunkers.formats.relational.token import Reader, Token, tokens

_DATA_TOKENS = 400
_BULKY = re.compile(rb"(?:INSERT|COPY|REPLACE|VALUES)\b", re.IGNORECASE)
_ALL_TOKENS = 40_000
_OPTIONS = frozenset("IF NOT EXISTS ONLY CONCURRENTLY".split())
_INSERT_OPTIONS = frozenset(
    "OR REPLACE IGNORE ROLLBACK ABORT FAIL LOW_PRIORITY DELAYED HIGH_PRIORITY OVERWRITE ALL".split()
)
_UPDATE_OPTIONS = frozenset("ONLY LOW_PRIORITY IGNORE OR REPLACE ROLLBACK ABORT FAIL QUICK TOP ( )".split())
OTHER_VERBS = frozenset(
    "ABORT ANALYZE ATTACH AUDIT BACKUP BEGIN CALL CHANGE CHECKPOINT CLOSE CLUSTER COMMENT COMMIT CONNECT DBCC DEALLOCATE DECLARE DENY "
    "DESC DESCRIBE DETACH DISABLE DISCARD ENABLE END EXEC EXECUTE EXPLAIN FETCH FLASHBACK FLUSH FOR GRANT HANDLER IF IMPORT INSTALL "
    "KILL LET LISTEN LOAD LOCK MERGE MOVE MSCK NOTIFY OPEN OPTIMIZE PIVOT PRAGMA PREPARE PRINT PURGE RAISERROR REASSIGN REFRESH REINDEX "
    "RELEASE RENAME REPAIR RESET RESTORE REVOKE ROLLBACK SAVE SAVEPOINT SECURITY SET SHOW SHUTDOWN START STOP SUMMARIZE TABLE THROW "
    "TRUNCATE UNCACHE UNDROP UNLISTEN UNLOCK UNLOAD USE UPSERT VACUUM VALUES WAITFOR WHILE XA RETURN GO ( {{ << PUT GET LIST RM CACHE "
    "CLEAR EXPORT FROM".split()
)
_GUARDED = frozenset({"CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE"})
_COMMENT_TABLE = frozenset({"TABLE", "VIEW", "COLUMN"})


def classify(data: bytes, start: int, end: int, dialect: Dialect) -> Operation:
    """Return what the statement in `data[start:end]` (terminator left out) does."""
    return read(data, start, end, dialect)[0]


def read(data: bytes, start: int, end: int, dialect: Dialect) -> tuple[Operation, list[Token]]:
    """Return what a statement does, and its words (of bulky data only the head)."""
    bulky = _BULKY.match(data, start, end) is not None
    items = tokens(data, start, end, _DATA_TOKENS if bulky else _ALL_TOKENS, backslash=dialect.backslash)
    if not items:
        return unknown(()), items
    made = _by_verb(items, data[start : min(end, start + 400)])
    reads = tables_read(items)
    more = tuple(name for name in dict.fromkeys((*made.reads, *reads)) if name != made.table)
    return (replace(made, reads=more) if more != made.reads else made), items


def three_words(text: bytes) -> list[str]:
    """Return the first three words of a statement, closing marks dropped."""
    plain_text = re.sub(rb"--[^\n]*|/\*!?\d*|\*/", b" ", text).decode("utf-8", "replace")
    return [word for word in (_word(raw) for raw in plain_text.split()[:3]) if word]


def _word(raw: str) -> str:
    """`p(1,2)` and `t;` keep what is whole: a parenthesis that does not close in the word is cut off."""
    text = raw.rstrip(";,")
    return text if text.count("(") == text.count(")") else re.split(r"[()]", text)[0]


def _by_verb(items: list[Token], text: bytes) -> Operation:
    reader = Reader(items)
    verb = reader.key()
    reader.at = 1
    made = _KNOWN[verb](reader) if verb in _KNOWN else None
    if made is not None:
        return made
    words = three_words(text)
    if verb == "WITH":
        return _with(reader, words)
    if verb in {"DECLARE", "BEGIN"} and any(token.key == "END" for token in items[-6:]):
        return Operation(" ".join(words), ("do_block",), statement="block")
    if verb in {"IF", "WHILE"}:
        return _guarded(items, words, verb)
    if verb == "RENAME" or (verb in {"EXEC", "EXECUTE"} and reader.key() == "SP_RENAME"):
        return _renaming(reader, unknown(words, verb.lower()))
    if verb in OTHER_VERBS or verb[:1] in '{("<$':
        return unknown(words, verb.lower(), table=_other_table(verb, reader))
    return unknown(words, fault="unknown_statement")


def _renaming(reader: Reader, made: Operation) -> Operation:
    """MySQL's RENAME TABLE a TO b and T-SQL's sp_rename 'a', 'b': titled by their words, but part of the history of both names."""
    called = reader.take("SP_RENAME")
    if not called and not reader.take("TABLE"):
        return made
    old = reader.name()
    new = reader.name() if reader.take("," if called else "TO") else None
    if old is None or new is None:
        return made
    column = called and reader.take(",") and (reader.name() or "").upper() == "COLUMN"
    new = f"{old.rpartition('.')[0]}.{new}" if called and "." in old else new
    kind, table = ("column", old.rpartition(".")[0]) if column else ("table", old)
    changes = (("rename", kind, old), ("rename_to", kind, new))
    return replace(made, table=table, renamed_to=new.rpartition(".")[2] if column else new, changes=changes)


def _guarded(items: list[Token], words: list[str], verb: str) -> Operation:
    """T-SQL: IF or WHILE and the statement it guards. Title and operation stay those of the guard, tables and columns are the inner ones."""
    depth = 0
    for index, token in enumerate(items):
        depth += (token.key == "(") - (token.key == ")")
        if depth == 0 and token.key in _GUARDED:
            inner = _KNOWN[token.key](Reader(items, index + 1))
            if inner is not None:
                return replace(
                    inner, title=" ".join(words), operations=("unknown",), statement=verb.lower(), object=inner.title
                )
    return unknown(words, verb.lower())


def _other_table(verb: str, reader: Reader) -> str | None:
    """Return the table that a statement without an operation of its own is about."""
    if verb in {"TRUNCATE", "LOCK", "ANALYZE", "VACUUM", "OPTIMIZE", "REINDEX"}:
        reader.skip(frozenset({"TABLE", "TABLES", "ONLY", "FULL", "VERBOSE", "ANALYZE"}))
        return reader.name()
    if verb == "COMMENT" and reader.key(1) in _COMMENT_TABLE:
        kind = reader.key(1)
        reader.at += 2
        name = reader.name()
        return name.rpartition(".")[0] or None if name and kind == "COLUMN" else name
    if verb in {"GRANT", "REVOKE", "DENY"}:
        place = next((index for index, token in enumerate(reader.tokens) if token.key == "ON"), None)
        if place is None:
            return None
        reader.at = place + 1
        if reader.key() in OBJECTS and not reader.take("TABLE"):
            return None
        return reader.name() if reader.key() not in {"ALL", "SCHEMA"} else None
    if verb == "MERGE":
        reader.take("INTO")
        return reader.name()
    return None


def _with(reader: Reader, words: list[str]) -> Operation:
    """A statement behind common table expressions: what its main verb does."""
    depth = 0
    for index, token in enumerate(reader.tokens):
        depth += (token.key == "(") - (token.key == ")")
        if depth == 0 and token.key in {"SELECT", "INSERT", "UPDATE", "DELETE"} and index:
            made = _KNOWN[token.key](Reader(reader.tokens, index + 1))
            if made is not None:
                return made
        if depth == 0 and token.key == "MERGE":
            break
    return unknown(words, "with")


def _drop(reader: Reader) -> Operation | None:
    reader.skip(frozenset({"TEMPORARY", "TEMP", "PUBLIC", "UNIQUE"}))
    kind = object_kind(reader)
    if kind is None:
        return None
    reader.skip(_OPTIONS)
    names = [name] if (name := reader.name()) else []
    while names and reader.key() in {",", "("}:
        if reader.key() == "(":  # argument types of a routine
            while reader.key() not in {")", ""}:
                reader.at += 1
            reader.at += 1
            continue
        reader.at += 1
        if (name := reader.name()) is None:
            break
        names.append(name)
    if not names:
        return None
    if kind == "TABLE":
        return drop_table(*names)
    table = reader.name() if reader.take("ON") else None
    made = plain("DROP", kind, ", ".join(names), table)
    return replace(made, operations=("drop_view",)) if kind == "MATERIALIZED VIEW" else made


def _insert(reader: Reader) -> Operation | None:
    reader.skip(_INSERT_OPTIONS)
    reader.take("INTO")
    reader.skip(frozenset({"TABLE", "ONLY"}))
    table = reader.name() if reader.key() not in {"VALUES", "SELECT", "DEFAULT"} else None
    return rows("INSERT INTO", table, "insert", _column_list(reader)) if table else None


def _replace(reader: Reader) -> Operation | None:
    reader.skip(_INSERT_OPTIONS)
    reader.take("INTO")
    table = reader.name()
    return rows("REPLACE INTO", table, "insert", _column_list(reader)) if table else None


def _column_list(reader: Reader) -> list[str]:
    columns: list[str] = []
    if reader.key() != "(":
        return columns
    reader.at += 1
    while (name := reader.name()) is not None:
        columns.append(name)
        if not reader.take(","):
            break
    return columns if reader.key() == ")" else []


def _update(reader: Reader) -> Operation | None:
    if reader.key() == "TOP":
        while reader.key() not in {")", ""}:
            reader.at += 1
    reader.skip(_UPDATE_OPTIONS)
    table = reader.name() if reader.key() not in {"SET", "STATISTICS"} else None
    if table is None:
        return None
    while reader.key() not in {"SET", ""}:
        reader.at += 1
    columns: list[str] = []
    depth, expects = 0, True
    for index in range(reader.at + 1, len(reader.tokens)):
        key = reader.tokens[index].key
        depth += (key == "(") - (key == ")")
        if depth == 0 and key in {"WHERE", "FROM", "RETURNING", "ORDER", "OUTPUT"}:
            break
        if expects and key != "(":
            name = Reader(reader.tokens, index).name()
            columns += [name.rpartition(".")[2]] if name else []
            expects = False
        expects = expects or (depth == 0 and key == ",")
    return rows("UPDATE", table, "update", list(dict.fromkeys(columns)))


def _delete(reader: Reader) -> Operation | None:
    reader.skip(_UPDATE_OPTIONS)
    reader.take("FROM")
    reader.skip(_UPDATE_OPTIONS)
    table = reader.name()
    return rows("DELETE FROM", table, "delete") if table else None


def _copy(reader: Reader) -> Operation | None:
    reader.take("INTO")
    table = reader.name()
    columns = _column_list(reader) if table else []
    while reader.key() == "," or reader.key() == ")":
        reader.at += 1
    incoming = next((token.key for token in reader.tokens if token.key in {"FROM", "TO"}), "FROM") == "FROM"
    return (
        rows("COPY", table, "insert" if incoming else "select", columns)
        if table
        else Operation("COPY", ("select",), statement="copy")
    )


def _do(reader: Reader) -> Operation:
    del reader
    return Operation("DO", ("do_block",))


def _select(reader: Reader) -> Operation:
    del reader
    return Operation("SELECT", ("select",))


_KNOWN = {
    "CREATE": create_statement,
    "ALTER": alter_statement,
    "DROP": _drop,
    "INSERT": _insert,
    "REPLACE": _replace,
    "UPDATE": _update,
    "DELETE": _delete,
    "COPY": _copy,
    "DO": _do,
    "SELECT": _select,
}
