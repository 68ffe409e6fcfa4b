"""The lexical patterns of SQL: what hides a semicolon, what ends a batch, what a client reads as its own command.

Byte patterns only, all linear (possessive where they repeat); which of them apply is the dialect's choice.
"""

from __future__ import annotations

import re
from functools import lru_cache

from chunkers.formats.relational.dialect import Dialect

_I = re.IGNORECASE
ESCAPED_STRING = re.compile(rb"'(?:[^'\\]++|\\.)*+'?", re.DOTALL)
COMMENT_EDGE = re.compile(rb"/\*|\*/")
CLIENT_LINE = re.compile(
    rb"[ \t]*(?:"
    rb"DELIMITER[ \t]+(?P<delimiter>[^\s]+)"
    rb"|SET[ \t]+TERM(?:INATOR)?[ \t]+(?P<term>[^\s;]+|;)[ \t]*[^\s]*"
    rb"|GO(?:[ \t]+\d+)?[ \t]*;?(?=[ \t]*(?:--[^\n]*)?\r?(?:\n|\Z))"
    rb"|/(?=[ \t]*\r?(?:\n|\Z))"
    rb"|\\(?!\.\s)[A-Za-z!?][^\n]*"
    rb"|\.(?:mode|headers?|open|import|read|output|bail|timeout|print|echo|separator|once|tables|schema|dump)\b[^\n]*"
    rb"|(?:PROMPT|REM|REMARK|WHENEVER|SPOOL|ACCEPT|COLUMN|TTITLE|EXIT|QUIT|SHOW[ \t]+ERRORS|DEFINE|UNDEFINE)\b[^\n;]*;?(?=[ \t]*\r?(?:\n|\Z))"
    rb"|SET[ \t]+(?:DEFINE|SERVEROUTPUT|ECHO|FEEDBACK|VERIFY|SQLBLANKLINES|SCAN|LINESIZE|PAGESIZE|TERMOUT|HEADING)\b[^\n;]*;?(?=[ \t]*\r?(?:\n|\Z))"
    rb"|@@?[&\w./\\-]+[^\n;=]*(?=\r?(?:\n|\Z))"
    rb")[ \t]*(?:--[^\n]*)?\r?(?:\n|\Z)",
    _I,
)
"""A whole line that a client keeps for itself: mysql, isql, sqlcmd, psql, sqlite3 and SQL*Plus commands. Read between statements only."""

ORACLE_LINE = re.compile(
    rb"[ \t]*(?:"
    rb"(?:CONN(?:ECT)?|DISC(?:ONNECT)?|HOST|START|PAUSE|CLEAR|BREAK|COMPUTE|VAR(?:IABLE)?|BTITLE|PRINT|PASSWORD|RUN|STORE|SAVE|GET|EDIT|CL|!|\$)\b[^\n]*"
    rb"|SET[ \t]+(?!ROLE|TRANSACTION|CONSTRAINT)[^\n]*|\.(?=[ \t]*\r?(?:\n|\Z))"
    rb")(?:\n|\Z)",
    _I,
)
"""Further lines that SQL*Plus keeps for itself, where their words are no SQL of another dialect."""

STARTER = rb"(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|TRUNCATE|GRANT|REVOKE|COMMENT|COPY|EXEC|EXECUTE|PRINT|DECLARE|MERGE|COMMIT|ROLLBACK)\b"
RESYNC = re.compile(rb";[ \t]*(?:--[^\n]*)?\r?\n(?=\s*(?:--[^\n]*\n\s*)*" + STARTER + rb"\s+\w)", _I)
"""Where a statement whose quote never closes is held to end: a semicolon at a line's end before a line that opens a statement."""

MISSING = re.compile(
    rb"(?:CREATE\s+(?:OR\s+REPLACE\s+|OR\s+ALTER\s+|UNIQUE\s+|TEMP(?:ORARY)?\s+|MATERIALIZED\s+)*+"
    rb"(?:TABLE|INDEX|VIEW|FUNCTION|PROC|PROCEDURE|TRIGGER|SEQUENCE|TYPE)"
    rb"|ALTER\s+TABLE|DROP\s+(?:TABLE|INDEX|VIEW)|INSERT\s+INTO)\s+[\w\"`\[]",
    _I,
)
"""Two words that open a statement and never continue one; at column 0 they show that a terminator was forgotten."""

COPY_HEAD = re.compile(rb"COPY\b[^;]*?\bFROM\s+STDIN\b", _I)
COPY_END = re.compile(rb"^\\\.[ \t]*\r?$", re.MULTILINE)
LONE_SLASH = re.compile(rb"^[ \t]*/[ \t]*\r?$", re.MULTILINE)
BATCH_END = re.compile(rb"^[ \t]*GO(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?:--[^\n]*)?\r?$", _I | re.MULTILINE)


@lru_cache(maxsize=64)
def events(dialect: Dialect, delimiter: bytes, words: bool) -> re.Pattern[bytes]:
    """Return the pattern of everything that matters between statement start and end, told apart by its first byte.

    Quoted stretches match whole, closed or not; a newline event stands before a line that may end the statement. With `words` every
    word is an event (routine bodies count BEGIN and END).
    """
    line_comment = rb"--(?=[\s\x00-\x1f]|\Z)[^\n]*" if dialect.name == "mysql" else rb"--[^\n]*"
    string = rb"'(?:[^'\\]++|\\.)*+'?" if dialect.backslash else rb"'[^']*+'?"
    parts = [
        string,
        rb'"(?:[^"\\]++|\\.)*+"?' if dialect.backslash else rb'"[^"]*+"?',
        rb"`[^`]*+`?",
        line_comment,
        rb"/\*",
        rb"[();]",
        rb"\{#",
    ]
    if dialect.name != "mysql":
        parts.append(rb"\$(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*+)?\$")
    if dialect.brackets:
        parts.append(rb"\[[^\[\]\n]{0,256}+\]" if dialect.batches else rb"\[[^\[\]\n'\"]{0,256}+\]")
    if dialect.hash_comments == "all":
        parts.append(rb"#[^\n]*")
    line_starts = [rb"GO(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?:--[^\n]*)?(?=\r?\n|\r?\Z)", rb"/[ \t]*(?=\r?\n|\r?\Z)", STARTER]
    if dialect.hash_comments == "line":
        line_starts.insert(0, rb"#(?![>\-#])[^\n]*")
    parts.append(rb"\n[ \t]*(?:" + rb"|".join(line_starts) + rb")")
    if words:
        parts.append(rb"[A-Za-z_\x80-\xff][\w$\x80-\xff]*+")
    if delimiter != b";":
        parts.insert(0, re.escape(delimiter))
    return re.compile(rb"|".join(parts), re.IGNORECASE | re.DOTALL)
