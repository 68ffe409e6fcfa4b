"""Which SQL a text is written in, by marks that only one dialect has.

Takes bytes, gives a `Dialect` with the lexical rules that differ: comments, quotes, brackets, batches. Knows no statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

SAMPLE = 262_144
_HITS = 12


@dataclass(frozen=True, slots=True)
class Dialect:
    r"""Lexical rules. `backslash`: `\'` stays inside a string; `hash_comments`: "all", "line" (at a line's start only) or "none"."""

    name: str | None
    backslash: bool = False
    hash_comments: str = "line"
    nested_comments: bool = True
    brackets: bool = True
    batches: bool = False  # GO ends a batch, and statements need no semicolon
    slash: bool = False  # PL/SQL units end at a lone slash


POSTGRES = Dialect("postgres", hash_comments="none", brackets=False)
MYSQL = Dialect("mysql", backslash=True, hash_comments="all", nested_comments=False, brackets=False)
SQLITE = Dialect("sqlite", nested_comments=False)
TSQL = Dialect("tsql", hash_comments="none", batches=True)
ORACLE = Dialect("oracle", hash_comments="none", nested_comments=False, brackets=False, slash=True)
STANDARD = Dialect(None)

_WORDS: tuple[tuple[bytes, ...], ...] = tuple(
    tuple(line.encode().split())
    for line in """\
GO
[DBO] DBO. NVARCHAR IDENTITY OBJECT_ID @@ SP_RENAME
DELIMITER
` ENGINE AUTO_INCREMENT /*! UNSIGNED CHARSET
/
VARCHAR2 NUMBER DBMS_ SYSDATE
$ PLPGSQL SERIAL :: JSONB TIMESTAMPTZ BYTEA STDIN ILIKE RETURNING PG_ CONCURRENTLY ONLY
AUTOINCREMENT PRAGMA ROWID SQLITE_""".split("\n")
)
"""Per row of `_MARKS` the words of which each of its hits holds one: looking for a word costs a tenth of looking for the pattern."""
_MARKS: tuple[tuple[Dialect, int, re.Pattern[bytes]], ...] = (
    (TSQL, 8, re.compile(rb"^[ \t]*GO(?:[ \t]+\d+)?[ \t]*\r?$", re.IGNORECASE | re.MULTILINE)),
    (
        TSQL,
        3,
        re.compile(
            rb"\[dbo\]|\bdbo\.|\bNVARCHAR\b|\bIDENTITY\s*\(\s*\d|\bOBJECT_ID\s*\(|@@(?:ROWCOUNT|IDENTITY|ERROR|TRANCOUNT|FETCH_STATUS)\b|\bsp_rename\b",
            re.IGNORECASE,
        ),
    ),
    (MYSQL, 8, re.compile(rb"^[ \t]*DELIMITER[ \t]+\S", re.IGNORECASE | re.MULTILINE)),
    (MYSQL, 3, re.compile(rb"`\w|\bENGINE\s*=|\bAUTO_INCREMENT\b|/\*!\d|\bUNSIGNED\b|\bCHARSET\b", re.IGNORECASE)),
    (ORACLE, 6, re.compile(rb"^[ \t]*/[ \t]*\r?$", re.MULTILINE)),
    (ORACLE, 3, re.compile(rb"\bVARCHAR2\b|\bNUMBER\s*\(|\bNVARCHAR2\b|\bDBMS_\w+|\bSYSDATE\b", re.IGNORECASE)),
    (
        POSTGRES,
        3,
        re.compile(
            rb"\$\w*\$|\bplpgsql\b|\b(?:BIG|SMALL)?SERIAL\b|::\w|\bJSONB\b|\bTIMESTAMPTZ\b|\bBYTEA\b|\bFROM\s+stdin\b|\bILIKE\b|\bRETURNING\b"
            rb"|\bpg_\w+|\bCONCURRENTLY\b|\bALTER TABLE ONLY\b",
            re.IGNORECASE,
        ),
    ),
    (
        SQLITE,
        3,
        re.compile(
            rb"\bAUTOINCREMENT\b|^[ \t]*PRAGMA\b|\bWITHOUT\s+ROWID\b|\bsqlite_\w+", re.IGNORECASE | re.MULTILINE
        ),
    ),
)


def dialect_of(data: bytes) -> Dialect:
    """Return the dialect whose marks weigh most in the first 256 kB; `STANDARD` when none shows or two are level."""
    sample = data[:SAMPLE]
    folded = sample.upper()
    weights: dict[str, int] = {}
    named: dict[str, Dialect] = {}
    for (dialect, weight, pattern), words in zip(_MARKS, _WORDS, strict=True):
        if not any(word in folded for word in words):
            continue
        hits = sum(1 for _ in islice(pattern.finditer(sample), _HITS))
        if hits:
            key = dialect.name or ""
            weights[key] = weights.get(key, 0) + weight * hits
            named[key] = dialect
    if not weights:
        return STANDARD
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return STANDARD
    return named[ranked[0][0]]
