"""Which calls of a migration are steps, by other parsers' calls: php-parser, TypeScript and Prism, read by benchmarks/oracles/calls.js.

Used by contracts_migrations.py; the tables here are written from the tools' documentation, apart from those of the product.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

SCRIPT = Path(__file__).parent / "oracles" / "calls.js"


class Call(NamedTuple):
    """`root` and `opener` are receiver and method of the first call of the chain, `last` its last method, `inside` the call around."""

    method: str
    receiver: str
    root: str
    opener: str
    last: str
    following: str
    inside: str
    line: int
    first: str


LARAVEL_TYPES = frozenset(
    "id increments bigIncrements string text integer bigInteger smallInteger tinyInteger boolean date dateTime timestamp float double decimal "
    "json jsonb uuid enum char binary longText mediumText time year foreignId foreignUuid unsignedInteger unsignedBigInteger timestamps "
    "softDeletes rememberToken unsignedTinyInteger unsignedSmallInteger foreignIdFor ulid dateTimeTz timestampTz timestampsTz set "
    "unsignedMediumInteger mediumInteger unsignedDecimal nullableTimestamps softDeletesTz geometry point ipAddress addColumn".split()
)
LARAVEL_CHANGES = frozenset(
    "dropColumn renameColumn index unique primary foreign fullText spatialIndex dropIndex dropUnique dropPrimary dropForeign dropTimestamps "
    "dropSoftDeletes renameIndex dropConstrainedForeignId dropFullText dropRememberToken dropSpatialIndex".split()
)
KNEX_TYPES = (LARAVEL_TYPES - {"id", "year", "char"}) | frozenset(
    "specificType datetime bigint tinyint smallint mediumtext longtext".split()
)
KNEX_CHANGES = frozenset(
    "dropColumn dropColumns renameColumn index unique primary foreign dropIndex dropUnique dropForeign dropPrimary dropTimestamps "
    "setNullable dropNullable check dropChecks".split()
)
DOCTRINE_TABLE = frozenset(
    "addColumn dropColumn changeColumn modifyColumn renameColumn setPrimaryKey dropPrimaryKey addIndex addUniqueIndex dropIndex renameIndex "
    "addForeignKeyConstraint addNamedForeignKeyConstraint addUnnamedForeignKeyConstraint removeForeignKey addUniqueConstraint "
    "removeUniqueConstraint dropForeignKey".split()
)
DOCTRINE_SCHEMA = frozenset("createTable dropTable renameTable createSequence dropSequence createNamespace".split())
PHINX_BUILD = frozenset(
    "addColumn addIndex addForeignKey addForeignKeyWithName addTimestamps addTimestampsWithTimezone addPrimaryKey".split()
)
PHINX_TABLE = PHINX_BUILD | frozenset(
    "removeColumn changeColumn renameColumn removeIndex removeIndexByName dropForeignKey rename drop insert truncate create changePrimaryKey "
    "changeComment".split()
)
SEQUELIZE = frozenset(
    "createTable dropTable renameTable addColumn removeColumn renameColumn changeColumn addIndex removeIndex addConstraint removeConstraint "
    "bulkInsert bulkUpdate bulkDelete".split()
)
TYPEORM = frozenset(
    "createTable dropTable renameTable addColumn addColumns dropColumn dropColumns renameColumn changeColumn createIndex createIndices dropIndex "
    "createForeignKey createForeignKeys dropForeignKey createPrimaryKey dropPrimaryKey createUniqueConstraint dropUniqueConstraint "
    "createCheckConstraint dropCheckConstraint".split()
)
RAILS = frozenset(
    "create_table create_join_table drop_table drop_join_table rename_table add_column add_columns remove_column remove_columns rename_column "
    "change_column change_column_default change_column_null change_column_comment add_index remove_index rename_index add_reference "
    "add_belongs_to remove_reference remove_belongs_to add_foreign_key remove_foreign_key add_check_constraint remove_check_constraint "
    "add_timestamps remove_timestamps enable_extension disable_extension execute validate_foreign_key validate_check_constraint "
    "change_table_comment add_exclusion_constraint create_enum".split()
)
RAILS_BLOCK = frozenset(
    "string text integer bigint float decimal datetime timestamp time date binary boolean json jsonb uuid references belongs_to column index "
    "remove rename change change_default change_null foreign_key timestamps remove_index remove_references remove_timestamps".split()
)
ROWS = frozenset(
    "insert update delete upsert insertOrIgnore insertGetId updateOrInsert increment decrement truncate".split()
)


def doctrine(call: Call) -> bool:
    if call.method in {"addSql", "executeStatement", "executeQuery", "executeUpdate"}:
        return call.root.startswith("$this") and call.first not in {"", "variable"}
    if call.method in DOCTRINE_SCHEMA:
        return call.receiver in {"$schema", "$toSchema", "$this->schema"}
    named = call.opener in {"getTable", "createTable"} and call.receiver == "()"
    bound = call.receiver.startswith("$") and call.receiver not in {"$schema", "$this"} and call.opener == call.method
    if call.method == "getColumn":
        return call.following.startswith("set") and (named or bound)
    return call.method in DOCTRINE_TABLE and (named or bound)


def phinx(call: Call) -> bool:
    if call.root == "$this" and call.opener != "table":
        return call.method in {"execute", "query", "dropTable", "insert"} and call.first not in {"", "variable"}
    if call.method not in PHINX_TABLE or not call.root.startswith("$"):
        return False
    return call.method not in PHINX_BUILD or call.last != "create"


def laravel(call: Call) -> bool:
    if call.root == "Schema" or (call.opener == "connection" and call.receiver == "()"):
        return call.method in {"create", "drop", "dropIfExists", "rename"}
    if call.root == "DB":
        return call.method in {"statement", "unprepared"} or (call.method == "table" and call.last in ROWS)
    return call.inside == "table" and call.receiver.startswith("$") and call.method in LARAVEL_TYPES | LARAVEL_CHANGES


def knex(call: Call) -> bool:
    if call.method in {"createTable", "dropTable", "dropTableIfExists", "renameTable", "createTableIfNotExists"}:
        return "schema" in call.root.lower() or call.opener in {"withSchema", "createTable", "alterTable", "table"}
    if call.method == "raw":
        return call.first in {
            "StringLiteral",
            "NoSubstitutionTemplateLiteral",
            "TemplateExpression",
            "BinaryExpression",
        }
    if call.method == "knex" and not call.receiver:
        return call.last in {"insert", "update", "del", "delete", "batchInsert", "increment", "decrement"}
    inside = call.inside in {"alterTable", "table"} and call.receiver not in {"", "()"}
    return inside and call.method in KNEX_TYPES | KNEX_CHANGES


def sequelize(call: Call) -> bool:
    if call.method == "query":
        return call.receiver.endswith("sequelize")
    return call.method in SEQUELIZE and call.root.endswith(("queryInterface", "QueryInterface", "qi"))


def typeorm(call: Call) -> bool:
    if call.method == "query":
        return call.root.rpartition(".")[2] in {"queryRunner", "manager", "connection"}
    return call.method in TYPEORM and call.root.endswith("ueryRunner")


def rails(call: Call) -> bool:
    if call.method in RAILS:
        return call.receiver in {"", "self", "connection", "ActiveRecord::Base.connection", "()"} and bool(call.first)
    return call.inside == "change_table" and call.method in RAILS_BLOCK and call.receiver not in {"", "()"}


RULES: dict[str, tuple[str, Callable[[Call], bool]]] = {
    "doctrine": ("php", doctrine),
    "phinx": ("php", phinx),
    "laravel": ("php", laravel),
    "knex": ("script", knex),
    "sequelize": ("script", sequelize),
    "typeorm": ("script", typeorm),
    "rails": ("ruby", rails),
}


def steps_of(tool: str, paths: Iterable[Path]) -> dict[str, list[tuple[int, str]] | None]:
    """Return per path the (last line, method) of the calls that are steps; None where the other parser refuses the file."""
    language, rule = RULES[tool]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(map(str, paths)))
        listed.flush()
        command = ["node", "--no-warnings", str(SCRIPT), language, listed.name]
        out = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout
    told: dict[str, list[tuple[int, str]] | None] = {}
    for line in out.splitlines():
        path, calls = json.loads(line)
        if calls is None:
            told[path] = None
            continue
        read = [Call(*one) for one in calls]
        told[path] = sorted((call.line, call.method) for call in read if rule(call))
    return told
