"""Migrations in code against other parsers: Python's `ast`, and the calls of php-parser, TypeScript and Prism; change logs against lxml.

usage: python benchmarks/contracts_migrations.py NAME=TOOL=ROOT:GLOB ...
TOOL: alembic, django, rails, knex, sequelize, typeorm, doctrine, phinx, laravel, liquibase.
Needs `pip install lxml` and, in NODE_PATH, the npm packages php-parser, typescript and @ruby/prism.
"""

from __future__ import annotations

import ast
import re
import sys
from fnmatch import fnmatch
from pathlib import Path

import yaml
from contracts_calls import RULES, steps_of
from contracts_files import Totals, files, run
from lxml import etree

from chunkers.chunk import FileResult

SUFFIXES = (".py", ".rb", ".js", ".ts", ".php", ".xml", ".yaml", ".yml", ".json")
ALEMBIC = re.compile(r"(create|drop|add|alter|rename|execute|bulk)")
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
    if not data.lstrip().startswith(b"<"):
        return listed(yaml.load(data, yaml.CBaseLoader))
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


def listed(document: object) -> int:
    """Return the number of changes and rollbacks of a change log in YAML or JSON, loaded."""
    count = 0
    for entry in document["databaseChangeLog"]:  # type: ignore[index]  # a document of another shape is an error to see
        change_set = entry.get("changeSet") if isinstance(entry, dict) else None
        if not isinstance(change_set, dict):
            continue
        count += sum(isinstance(one, dict) and not NOT_CHANGES & one.keys() for one in change_set.get("changes") or ())
        rollback = change_set.get("rollback")
        if isinstance(rollback, list):
            count += sum(isinstance(one, dict) for one in rollback)
        elif rollback:
            count += 1
    return count


def unmatched(told: list[tuple[int, str]], result: FileResult) -> tuple[list[int], list[int]]:
    """Pair the calls of the oracle with our steps: the call's last line lies in the step, which may go on to `->save();`.

    Returns the lines of calls without a step, and the first lines of steps without a call.
    """
    steps = [symbol.span for symbol in result.facts.symbols if symbol.kind == "migration"]
    spans = sorted((span.end_line, span.start_line) for span in steps)
    absent: list[int] = []
    for line, _method in told:
        place = next((index for index, (last, first) in enumerate(spans) if first <= line <= last), None)
        if place is None:
            absent.append(line)
        else:
            spans.pop(place)
    return absent, [first for _last, first in spans]


def main() -> None:
    print(
        "| history | tool | files | MB | chunks | outcomes | ownership | MB/s | steps | oracle | missing | not in the oracle | refused |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    notes: list[str] = []
    for argument in sys.argv[1:]:
        name, tool, where = argument.split("=", 2)
        folder, _, glob = where.partition(":")
        root = Path(folder).resolve()
        paths = [path for path in files(root, SUFFIXES) if fnmatch(path.relative_to(root).as_posix(), glob)]
        others = steps_of(tool, paths) if tool in RULES else {}
        totals, steps, want, missing, surplus, refused, foreign = Totals(), 0, 0, 0, 0, 0, 0
        for path, data, result, cut in run(root, paths, totals):
            units = [unit for unit in cut.units if unit.kind == "migration_operation_chunk"]
            steps += len(units)
            if tool in RULES and ("migration.tool", tool) not in result.facts.extras:
                foreign += 1  # tests of the library, helpers: no migration
                continue
            if tool in RULES:
                told = others.get(str(path))
                if told is None:
                    refused += 1
                    continue
                absent, more = unmatched(told, result)
                notes += [f"{name}/{path.name}: not found: line {line}" for line in absent][:3]
                notes += [f"{name}/{path.name}: not in the oracle: line {line}" for line in more][:3]
                size, absent_count, more_count = len(told), len(absent), len(more)
            elif tool == "liquibase":
                try:
                    size = changes(data)
                except (etree.XMLSyntaxError, yaml.YAMLError, KeyError, TypeError, AttributeError):
                    refused += 1
                    continue
                absent_count, more_count = max(0, size - len(units)), max(0, len(units) - size)
                notes += [f"{name}/{path.name}: {len(units)} steps, oracle {size}"] if size != len(units) else []
            else:
                pairs = (alembic_calls if tool == "alembic" else django_calls)(data.decode())
                names = {
                    (one.declaration_line, one.span.end_line) for one in result.facts.symbols if one.kind == "migration"
                }
                size, absent_count, more_count = len(pairs), len(pairs - names), len(names - pairs)
                notes += [f"{name}/{path.name}: {pair}" for pair in sorted(pairs - names)][:3]
            want, missing, surplus = want + size, missing + absent_count, surplus + more_count
        print(
            f"| {name} | {tool} | {totals.row()} | {steps} | {want} | {missing} | {surplus} | {refused} | {foreign} |",
            flush=True,
        )
    for note in notes[:80]:
        print("-", note)


if __name__ == "__main__":
    main()
