"""SQL files of any kind: migrations, schemas, dumps, routines, dbt models; one chunk per statement."""

from __future__ import annotations

from chunkers.chunker import Chunker, ChunkingInput
from chunkers.formats.relational.dialect import dialect_of
from chunkers.formats.relational.ledger import Ledger
from chunkers.formats.relational.script import Stretch, Trouble, write_stretch
from chunkers.formats.sql.dbt import is_dbt, write_model
from chunkers.formats.sql.history import history_of
from chunkers.formats.sql.sections import stretches
from chunkers.symbol import FileFacts
from chunkers.text.windows import windows
from chunkers.unit import Cut

_LANGUAGES = frozenset({"sql", "plsql", "tsql", "plpgsql", "mysql", "hiveql"})
_EXTENSIONS = (".sql", ".ddl", ".dml", ".pgsql", ".psql", ".plsql", ".tsql", ".pks", ".pkb", ".pls", ".prc", ".hql")
_NOT_SQL = 5


def _supports(given: ChunkingInput) -> int:
    return 50 if given.classification.language in _LANGUAGES or given.path.lower().endswith(_EXTENSIONS) else 0


def _chunk(given: ChunkingInput) -> Cut:
    data = given.clean.data
    ledger, trouble = Ledger(given.path, given.clean), Trouble()
    dialect = dialect_of(data)
    history = history_of(given.path, data)
    if is_dbt(given.path, data):
        write_model(given, ledger)
    else:
        for stretch in stretches(data, history, dialect):
            write_stretch(given, stretch, dialect, ledger, trouble)
    if len(trouble.broken) >= max(_NOT_SQL, len(ledger.units)):
        return windows(given, status="FALLBACK", reason="no_statement_understood")
    facts = FileFacts(
        given.path,
        given.classification.language or "sql",
        given.classification.category.value,
        symbols=tuple(ledger.symbols),
        mentions=tuple(ledger.mentions),
        extras=(*((("sql.dialect", dialect.name),) if dialect.name else ()), *history.extras()),
    )
    status = "PARTIAL" if trouble.broken else "OK"
    return Cut(tuple(ledger.units), facts, status, tuple(trouble.broken), warnings=tuple(trouble.warnings))


CHUNKER = Chunker("sql", "1", _supports, _chunk)

__all__ = ["CHUNKER", "Stretch"]
