"""Compare SQL statements with libpg_query (pglast), sqlglot and sqlparse: how many there are, where they start, what they do.

usage: python benchmarks/contracts_sql.py NAME=DIALECT=ROOT[:GLOB] ...   (DIALECT: postgres, mysql, sqlite, tsql, oracle)
Needs `pip install pglast sqlglot sqlparse`. libpg_query judges PostgreSQL files that it parses, by start line and operation; sqlglot and
sqlparse only count, in every dialect, and both are known to miscount (client directives, routine bodies, comment-only tails).
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

import pglast
import sqlglot
import sqlparse
from contracts_files import Totals, files, run
from pglast import ast, enums
from sqlglot.errors import SqlglotError
from sqlparse.exceptions import SQLParseError

KINDS: dict[type, str] = {
    ast.CreateStmt: "create_table", ast.IndexStmt: "create_index", ast.InsertStmt: "insert", ast.UpdateStmt: "update", ast.DeleteStmt: "delete",
    ast.SelectStmt: "select", ast.DoStmt: "do_block", ast.ViewStmt: "create_view", ast.CreateTrigStmt: "create_trigger",
    ast.CreateExtensionStmt: "create_extension", ast.CreateSeqStmt: "create_sequence", ast.CreatePolicyStmt: "create_policy",
    ast.CreateEnumStmt: "create_type", ast.CreateSchemaStmt: "create_schema",
}  # fmt: skip
ALTERS = {
    enums.AlterTableType.AT_AddColumn: "add_column", enums.AlterTableType.AT_DropColumn: "drop_column",
    enums.AlterTableType.AT_AlterColumnType: "alter_column", enums.AlterTableType.AT_ColumnDefault: "alter_column",
    enums.AlterTableType.AT_SetNotNull: "alter_column", enums.AlterTableType.AT_DropNotNull: "alter_column",
    enums.AlterTableType.AT_AddConstraint: "add_constraint", enums.AlterTableType.AT_DropConstraint: "drop_constraint",
}  # fmt: skip


def operation(node: ast.Node) -> list[str] | None:
    """Return libpg_query's view as our operation names; None where it says nothing we name."""
    if isinstance(node, ast.AlterTableStmt) and node.objtype == enums.ObjectType.OBJECT_TABLE:
        names = [ALTERS.get(command.subtype) for command in node.cmds]
        return names if all(names) else None
    if isinstance(node, ast.RenameStmt):
        if node.renameType == enums.ObjectType.OBJECT_COLUMN:
            return ["rename_column"]
        return ["rename_table"] if node.renameType == enums.ObjectType.OBJECT_TABLE else None
    if isinstance(node, ast.DropStmt):
        kind = node.removeType.name.removeprefix("OBJECT_").lower()
        return [f"drop_{'view' if kind == 'matview' else kind}"]
    if isinstance(node, ast.CreateFunctionStmt):
        return ["create_procedure" if node.is_procedure else "create_function"]
    if isinstance(node, ast.CreateTableAsStmt):
        return ["create_view" if node.objtype == enums.ObjectType.OBJECT_MATVIEW else "create_table"]
    return [KINDS[type(node)]] if type(node) in KINDS else None


def judge_postgres(data: bytes, cut: object, differing: list[str], name: str) -> int | None:
    """Compare with libpg_query; return the number of statements, None when it refuses the file."""
    text = data.decode("utf-8-sig")
    try:
        raw = pglast.parse_sql(text)
    except (pglast.parser.ParseError, ValueError):
        return None
    ours = [unit for unit in cut.units if unit.attributes.get("subkind") not in {"rows", "data"}]
    merged = sum(unit.attributes["statements"] - 1 for unit in cut.units if unit.attributes.get("subkind") == "data")
    if len(ours) + merged + sum(unit.attributes.get("subkind") == "data" for unit in cut.units) != len(raw):
        differing.append(f"{name}: {len(ours)} statements, libpg_query {len(raw)}")
        return len(raw)
    for unit, statement in zip(ours, raw, strict=False) if not merged else ():
        wanted = operation(statement.stmt)
        got = unit.attributes["operation"]
        if wanted is not None and (got if isinstance(got, list) else [got]) != wanted:
            differing.append(f"{name}: {unit.title}: {got}, libpg_query {wanted}")
    return len(raw)


BATCH = {
    "tsql": re.compile(r"^[ \t]*GO(?:[ \t]+\d+)?[ \t]*;?[ \t]*(?:--[^\n]*)?$", re.IGNORECASE | re.MULTILINE),
    "oracle": re.compile(r"^[ \t]*/[ \t]*$", re.MULTILINE),
}


def by_sqlglot(text: str, dialect: str) -> int | None:
    """Return the number of statements sqlglot reads, None when it refuses the file or takes a part of it for an opaque command.

    It knows neither GO nor the lone slash, so that the text is cut there first.
    """
    count = 0
    text = text.replace("\r\n", "\n")
    for part in BATCH[dialect].split(text) if dialect in BATCH else [text]:
        try:
            found = sqlglot.parse(part, read=dialect)
        except (SqlglotError, RecursionError, ValueError, AttributeError, TypeError):
            return None
        made = [one for one in found if one is not None and not isinstance(one, sqlglot.exp.Semicolon)]
        if dialect in BATCH and any(isinstance(one, sqlglot.exp.Command) for one in made):
            return None
        count += len(made)
    return count


def by_sqlparse(text: str) -> int | None:
    """Return the number of pieces of sqlparse that are more than comments, None when it gives up (10,000 tokens)."""
    try:
        return sum(bool(sqlparse.format(one, strip_comments=True).strip(" ;\n")) for one in sqlparse.split(text))
    except SQLParseError:
        return None


def main() -> None:
    print("| history | dialect | files | MB | chunks | outcomes | ownership | MB/s", end=" | ")
    print("statements by libpg_query (refused) | differing | sqlglot agrees | sqlparse agrees |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    notes: list[str] = []
    for argument in sys.argv[1:]:
        name, dialect, where = argument.split("=", 2)
        folder, _, glob = where.partition(":")
        root = Path(folder).resolve()
        paths = [
            path for path in files(root, (".sql",)) if not glob or fnmatch(path.relative_to(root).as_posix(), glob)
        ]
        totals, votes = Totals(), Counter()
        statements, refused, differing = 0, 0, []
        for path, data, _result, cut in run(root, paths, totals):
            text = data.decode("utf-8-sig", "replace")
            ours = sum(
                unit.attributes.get("statements", 1) for unit in cut.units if unit.attributes.get("subkind") != "rows"
            )
            if dialect == "postgres":
                found = judge_postgres(data, cut, differing, path.relative_to(root).as_posix())
                statements, refused = statements + (found or 0), refused + (found is None)
            glot = by_sqlglot(text, dialect)
            votes["sqlglot", glot is None or glot == ours] += 1
            votes["sqlglot refused"] += glot is None
            if dialect in BATCH and glot is not None and glot != ours:
                differing.append(f"{path.relative_to(root).as_posix()}: {ours} statements, sqlglot {glot}")
            parsed = by_sqlparse(text)
            votes["sqlparse", parsed == ours] += 1
        pg = f"{statements} ({refused})" if dialect == "postgres" else "-"
        glot = f"{votes['sqlglot', True] - votes['sqlglot refused']} of {totals.files - votes['sqlglot refused']}"
        print(
            f"| {name} | {dialect} | {totals.row()} | {pg} | {len(differing)} | {glot} | {votes['sqlparse', True]} of {totals.files} |"
        )
        notes += differing[:15]
    for note in notes:
        print("-", note)


if __name__ == "__main__":
    main()
