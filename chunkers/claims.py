"""Which chunkers a file may ask: a row for each with its name, its version and what a file of its kind shows, told without loading any of them.

A row is a necessary condition, cheap to check; whether the chunker takes the file, its own `supports` says. A test holds rows and plug-ins together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ahocorasick_rs import BytesAhoCorasick, Implementation

DATA = frozenset(
    "csv tsv psv json jsonc yaml toml xml html markdown markdown_inline rst ini properties sql proto protobuf graphql prisma hcl terraform "
    "dtd pem po latex bibtex org gitattributes gitignore gitcommit gomod gosum requirements comment regex query xcompose readline".split()
)
"""Languages that are no code; every other one may have a plug-in or a grammar."""

_CODE = frozenset({"*"})
_UNKNOWN = frozenset({"", "text", "plain", "plaintext", "plain text"})
_ANY = frozenset({"*", *_UNKNOWN, *DATA})
_SCRIPTS = frozenset({"javascript", "jsx", "typescript", "tsx"})
_TREES = frozenset({"yaml", "json", "json5"})
_SQL = frozenset({"sql", "plsql", "tsql", "plpgsql", "mysql", "hiveql"})
_SQL_FILES = (".sql", ".ddl", ".dml", ".pgsql", ".psql", ".plsql", ".tsql", ".pks", ".pkb", ".pls", ".prc", ".hql")
_PROGRAMS = (".py", ".rb", ".js", ".cjs", ".mjs", ".jsx", ".ts", ".mts", ".cts", ".php")
_MARKUP = frozenset({"markdown", "mdx", "rmarkdown", "quarto"})
_DOCUMENTS = frozenset({*_MARKUP, "rst", "restructuredtext", "asciidoc", "html", "org", "latex", "tex", *_UNKNOWN})
_MIGRATIONS = (
    b"alembic", b"down_revision", b"migration", b"activerecord::", b"queryinterface", b"queryrunner", b"knex", b"phinx", b"doctrine",
    b"addsql(", b"illuminate\\database", b"schema::",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """One chunker: where it is, what it is called, and what a file must show to be worth asking it about.

    A file shows it by its language ("*" is any that is neither in `DATA` nor plain text, "" none) or by the ending of its path in lower case,
    and by holding one of `words` (lower case), where there are any.
    """

    module: str
    name: str
    languages: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    words: tuple[bytes, ...] = ()
    version: str = "1"


def _format(
    module: str, name: str, *languages: str, endings: tuple[str, ...] = (), words: tuple[bytes, ...] = ()
) -> Claim:
    return Claim(f"chunkers.formats.{module}", name, frozenset(languages), endings, words)


CLAIMS: tuple[Claim, ...] = (
    Claim("chunkers.code.component", "component", _CODE),
    Claim("chunkers.code.engine", "code", _CODE),
    Claim("chunkers.code.structural", "code-structural", _CODE),
    _format("adr", "adr", *_DOCUMENTS),
    _format("asciidoc", "asciidoc", "asciidoc", *_UNKNOWN),
    _format("asyncapi", "asyncapi", *_TREES, words=(b"asyncapi",)),
    _format("avro", "avro", "json"),
    _format("changelog", "changelog", *_DOCUMENTS),
    _format("csv_table", "csv", "csv", "tsv", "psv"),
    _format("dockerfile", "dockerfile", "dockerfile"),
    _format("dotenv", "dotenv", "dotenv"),
    _format("gomod", "gomod", "gomod"),
    _format("graphql", "graphql", "graphql", endings=(".graphql", ".gql", ".graphqls", ".sdl")),
    _format("graphql_in_code", "graphql-in-code", *_SCRIPTS, words=(b"gql", b"graphql")),
    _format("hcl", "hcl", "hcl", "terraform"),
    _format("html", "html", "html", *_UNKNOWN),
    _format("ini", "ini", "ini", ""),
    _format("json_config", "json", "json", "json5", "jsonc", ""),
    _format("json_schema", "json-schema", *_TREES),
    _format("justfile", "just", "just"),
    _format("latex", "latex", "latex", "tex", *_UNKNOWN),
    _format("liquibase", "liquibase", endings=(".xml", ".yaml", ".yml", ".json"), words=(b"databasechangelog",)),
    _format("makefile", "make", "make", "makefile"),
    _format("markdown", "markdown", *_MARKUP, *_UNKNOWN),
    _format("migrations", "migrations", endings=_PROGRAMS, words=_MIGRATIONS),
    _format("mybatis", "mybatis", endings=(".xml",), words=(b"mapper", b"sqlmap")),
    _format("nginx", "nginx", "nginx"),
    _format("notebook", "notebook", "notebook", endings=(".ipynb",)),
    _format("openapi", "openapi", *_TREES, words=(b"openapi", b"swagger", b"responses", b"operationid", b"components")),
    _format("org", "org", "org", *_UNKNOWN),
    _format("plain", "plain", *_UNKNOWN),
    _format("prisma", "prisma", "prisma", endings=(".prisma",)),
    _format("properties", "properties", "properties"),
    _format("protobuf", "protobuf", "protobuf", "proto", endings=(".proto", ".proto3")),
    _format("rst", "rst", "rst", "restructuredtext", *_UNKNOWN),
    _format("runbook", "runbook", *_DOCUMENTS),
    _format("sql", "sql", *_SQL, endings=_SQL_FILES),
    _format("toml", "toml", "toml"),
    _format("xml_config", "xml", "xml"),
    _format("yaml", "yaml", "yaml", ""),
    Claim("chunkers.text.lock", "lock", _ANY),
    Claim("chunkers.text.windows", "text-windows", _ANY),
)
"""By folder and module name, as the plug-in door finds them."""

_ENDINGS = tuple(sorted({ending for one in CLAIMS for ending in one.endings}))


def asked(language: str | None, path: str, data: bytes) -> Iterator[Claim]:
    """Yield the rows that a file of this language, path and text fits, in order."""
    low, lower = path.lower(), b""
    for row, named in _rows((language or "").lower(), ends=low.endswith(_ENDINGS)):
        if not named and not low.endswith(row.endings):
            continue
        if row.words:
            lower = lower or data.lower()
            if not _finder(row.words).find_matches_as_indexes(lower):
                continue
        yield row


@lru_cache(maxsize=32)
def _finder(words: tuple[bytes, ...]) -> BytesAhoCorasick:
    return BytesAhoCorasick(words, implementation=Implementation.DFA)


@lru_cache(maxsize=512)
def _rows(language: str, *, ends: bool) -> tuple[tuple[Claim, bool], ...]:
    """Return the rows to look at, and whether the language alone shows what they ask for."""
    kinds = {language} if language in DATA or language in _UNKNOWN else {language, "*"}
    rows = ((row, not kinds.isdisjoint(row.languages)) for row in CLAIMS)
    return tuple((row, named) for row, named in rows if named or (ends and row.endings))
