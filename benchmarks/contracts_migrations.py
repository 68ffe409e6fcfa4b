"""Migrations written in code: compare with Python's `ast` (Alembic, Django), with a line pattern elsewhere; change logs with lxml.

usage: python benchmarks/contracts_migrations.py NAME=TOOL=ROOT:GLOB ...
TOOL: alembic, django, rails, knex, sequelize, typeorm, doctrine, laravel, liquibase.
The line pattern counts lines that begin with a call of the tool; it sees calls in comments and misses none at a line's start.
"""

from __future__ import annotations

import ast
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

from contracts_files import Totals, files, run
from lxml import etree

SUFFIXES = (".py", ".rb", ".js", ".ts", ".php", ".xml", ".yaml", ".yml", ".json")
ALEMBIC = re.compile(r"(create|drop|add|alter|rename|execute|bulk)")
PATTERNS = {
    "rails": re.compile(
        r"^\s*(?:safety_assured \{ )?(?:create_(?:table|join_table)|drop_table|add_\w+|remove_\w+|rename_\w+"
        r"|change_(?!table\b)\w+|execute|enable_extension|disable_extension)\b(?! =)",
        re.MULTILINE,
    ),
    "sequelize": re.compile(
        r"queryInterface(?:\s*\.\s*sequelize)?\s*\.\s*(?!sequelize|transaction|describeTable|showAllTables)\w+\("
    ),
    "typeorm": re.compile(r"queryRunner\s*\.\s*(?:query|create\w+|add\w+|drop\w+|rename\w+|change\w+)\("),
    "doctrine": re.compile(r"\$this->addSql\("),
    "laravel": re.compile(r"Schema::(?:create|drop\w*|rename)\("),
    "knex": re.compile(r"\.(?:createTable|dropTable\w*|renameTable)\(|\.raw\("),
}
NOT_CHANGES = {"preConditions", "comment", "validCheckSum", "rollback", "modifySql", "property", "ext"}


def called(node: ast.AST) -> tuple[str, str]:
    """Return owner and method of `owner.method(...)`, empty for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return node.func.value.id, node.func.attr
    return "", ""


def alembic_calls(text: str) -> set[tuple[int, int]]:
    """Return (first, last line) of calls on `op` and on batch variables."""
    found: set[tuple[int, int]] = set()
    aliases = {"op"}
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            for item in node.items:
                if (
                    isinstance(item.context_expr, ast.Call)
                    and "batch_alter_table" in ast.dump(item.context_expr.func)
                    and item.optional_vars
                ):
                    aliases.add(item.optional_vars.id)
    for node in ast.walk(tree):
        owner, method = called(node)
        if owner in aliases and ALEMBIC.match(method) and method != "batch_alter_table":
            found.add((node.lineno, node.end_lineno))
    return found


def django_calls(text: str) -> set[tuple[int, int]]:
    """Return (first, last line) of `migrations.X(...)` inside lists that are operations."""
    found: set[tuple[int, int]] = set()
    for node in ast.walk(ast.parse(text)):
        owner, method = called(node)
        if owner == "migrations" and method[:1].isupper() and method != "SeparateDatabaseAndState":
            found.add((node.lineno, node.end_lineno))
    return {
        pair
        for pair in found
        if not any(other != pair and other[0] <= pair[0] and other[1] >= pair[1] for other in found)
    }


def changes(data: bytes) -> int:
    """Return the number of changes and rollbacks of a change log in XML."""
    root = etree.fromstring(data)
    count = 0
    for change_set in root.iter("{*}changeSet"):
        for child in change_set:
            if not isinstance(child.tag, str):
                continue
            name = etree.QName(child).localname
            if name == "rollback":
                inner = [
                    one for one in child if isinstance(one.tag, str) and etree.QName(one).localname not in NOT_CHANGES
                ]
                count += len(inner) or int(bool((child.text or "").strip()))
            else:
                count += name not in NOT_CHANGES
    return count


def main() -> None:
    print("| history | tool | files | MB | chunks | outcomes | ownership | MB/s | steps | oracle | files that differ |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    notes: list[str] = []
    shown: list[str] = []
    for argument in sys.argv[1:]:
        name, tool, where = argument.split("=", 2)
        folder, _, glob = where.partition(":")
        root = Path(folder).resolve()
        paths = [path for path in files(root, SUFFIXES) if fnmatch(path.relative_to(root).as_posix(), glob)]
        totals, steps, want, differing = Totals(), 0, 0, 0
        for path, data, result, cut in run(root, paths, totals):
            units = [unit for unit in cut.units if unit.kind == "migration_operation_chunk"]
            steps += len(units)
            if tool in {"alembic", "django"}:
                wanted = (alembic_calls if tool == "alembic" else django_calls)(data.decode())
                names = {
                    (symbol.declaration_line, symbol.span.end_line)
                    for symbol in result.facts.symbols
                    if symbol.kind == "migration"
                }
                missing = wanted - names
                want += len(wanted)
                differing += bool(missing)
                notes += [f"{path.relative_to(root)}: {pair}" for pair in sorted(missing)][:3]
                continue
            expected = changes(data) if tool == "liquibase" else len(PATTERNS[tool].findall(data.decode()))
            want += expected
            differing += expected != len(units)
            if expected > len(units):
                notes.append(f"{path.relative_to(root)}: {len(units)} steps, oracle {expected}")
        notes = notes[: len(shown) + 8]
        shown = list(notes)
        print(f"| {name} | {tool} | {totals.row()} | {steps} | {want} | {differing} |")
    for note in notes[:60]:
        print("-", note)


if __name__ == "__main__":
    main()
